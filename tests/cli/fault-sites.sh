#!/bin/sh
# SPDX-License-Identifier: MIT
# Faults at every place in the code that makes such a call, where `make check`
# has some of them.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/fault/lib.sh"

fault_skip
plan 3
for what in commit db export; do
    ok "fault-$what at every place" env TUNER_TEST_SITES=1 \
        sh "$SOURCE_DIR/tests/cli/fault-$what.sh"
done
