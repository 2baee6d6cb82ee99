#!/bin/sh
# SPDX-License-Identifier: MIT
# cppcheck over all C files.
. "$SOURCE_DIR/tests/tiers/lib.sh"
cd "$SOURCE_DIR" || exit 1
# shellcheck disable=SC2046 # one word a file
ok 'cppcheck has nothing to say' cppcheck --quiet --std=c11 --language=c \
    --error-exitcode=1 --inline-suppr --enable=warning,performance,portability \
    --suppress=missingInclude --suppress=unknownMacro --suppress=varFuncNullUB \
    -j "$jobs" -I . -DHAVE_CONFIG_H \
    -D__BYTE_ORDER__=1234 -D__ORDER_BIG_ENDIAN__=4321 $(sources c)
done_testing
