#!/bin/sh
# SPDX-License-Identifier: MIT
# Response file, read by the compiler itself.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

need_tool gcc
case $(gcc -dumpmachine) in
x86_64-*) ;;
*) skip_all 'the flags of the record are for x86-64' ;;
esac
write_hello
export_of "$x86" response >tuner.rsp
is 'one flag a line' "$(tr '\n' ' ' <tuner.rsp)" "$flags "
gcc @tuner.rsp '-###' -c hello.c >log 2>&1
for flag in $flags; do
    like "the compiler gets $flag" "$(tr -d \"\' <log)" "$flag"
done
run "$TUNER" export --record "$x86" --format response
like 'what it was proven on is said on stderr' "$(cat err)" 'Proven on: core'
done_testing
