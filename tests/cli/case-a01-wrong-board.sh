#!/bin/sh
# SPDX-License-Identifier: MIT
# A Pi 2's line in the row of an ODROID C2 (openwrt/routing#528): a compiler
# for aarch64 knows none of it, but what is left is still tried.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"
need "$aarch64"

checked --cc "$aarch64" -- \
    -mfpu=neon-vfpv4 -mfloat-abi=hard -mcpu=cortex-a7 -marm -O2
is 'a verdict is no failure' "$status" 0
is 'the set is refused' "$(outcome)" unknown-flag
for flag in -mfpu=neon-vfpv4 -mfloat-abi=hard -mcpu=cortex-a7 -marm; do
    is "$flag is not known" "$(verdict "$flag")" unknown-flag
    like "$flag: the compiler's words name it" "$(message "$flag")" \
        "error: .*'($flag|${flag#*=})'"
done
is '-O2 is left' "$(verdict -O2)" ok
is 'and has nothing against it' "$(message -O2)" ''
done_testing
