#!/bin/sh
# SPDX-License-Identifier: MIT
# All scripts pass shellcheck.
. "$SOURCE_DIR/tests/tiers/lib.sh"
cd "$SOURCE_DIR" || exit 1
for script in bootstrap .ci/run $(sources sh bash); do
    ok "shellcheck $script" shellcheck -x -e SC1091,SC2154 "$script"
done
done_testing
