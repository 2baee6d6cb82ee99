#!/bin/sh
# SPDX-License-Identifier: MIT
# Every C file is as clang-format 14 would write it; no line is over 80
# columns.
. "$SOURCE_DIR/tests/tiers/lib.sh"
cd "$SOURCE_DIR" || exit 1
case $(clang-format --version) in
*' version 14.'*)
    # shellcheck disable=SC2046 # one word a file
    ok 'clang-format has nothing to change' \
        clang-format --dry-run -Werror $(sources c h)
    ;;
*) skip 'clang-format has nothing to change' 'not clang-format 14' ;;
esac
done_testing
