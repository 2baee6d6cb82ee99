#!/bin/sh
# SPDX-License-Identifier: MIT
# cppcheck over all C files.
. "$SOURCE_DIR/tests/tiers/lib.sh"
cd "$SOURCE_DIR" || exit 1
# shellcheck disable=SC2046 # one word a file
ok 'cppcheck has nothing to say' cppcheck --quiet --std=c11 --language=c \
    --error-exitcode=1 --inline-suppr --enable=warning,performance,portability \
    --suppress=missingInclude --suppress=unknownMacro \
    -j "$jobs" -I . -DHAVE_CONFIG_H $(sources c)
done_testing
