#!/bin/sh
# SPDX-License-Identifier: MIT
# The driver's line protocol, and that its checksums do not depend on the
# implementation.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/core_lib.sh"

ok 'the driver builds' build_driver
ok 'one core builds' build_core first -O1
# shellcheck disable=SC2046 # one word a macro
ok 'another builds' build_core second -O2 $(choose 6)

kernels=$(sed -n 's/^\[kernel "\(.*\)"\]$/\1/p' "$core/kernels.conf")
for kernel in $kernels; do
    printf 'time %s 2\ntime %s 3\ntime %s 2\n' "$kernel" "$kernel" "$kernel"
done >requests

# ask PROGRAM: its answers to the requests.
ask() {
    "./$1" serve <requests >"$1.out"
}
ok 'the first answers' ask first
ok 'the second answers' ask second
is 'one answer a request' "$(wc -l <first.out)" "$(wc -l <requests)"
is 'every answer is two times and a checksum' \
    "$(grep -Evc '^[0-9]+ [0-9]+ [0-9a-f]{16}$' first.out)" 0
cut -d ' ' -f 3 first.out >first.sums
cut -d ' ' -f 3 second.out >second.sums
ok 'checksums are the same for all implementations' cmp first.sums second.sums
is 'a repeated request has the same checksum' \
    "$(sed -n 1p first.sums)" "$(sed -n 3p first.sums)"
is 'kernels and numbers of iterations have checksums of their own' \
    "$(sort -u first.sums | wc -l)" "$(($(wc -l <first.sums) * 2 / 3))"

printf 'clock 1000000\n' >requests
ask first
like 'the clock adds up' "$(cat first.out)" '^[0-9]+ [0-9]+ 00000000000f4240$'

# refuses NAME REQUEST REASON: one bad line, then a good one.
refuses() {
    # shellcheck disable=SC2059 # escapes are wanted
    printf "$2"'\nclock 1\n' | ./first serve >out
    is "$1" "$(sed -n 1p out)" "error $3"
    like "$1: the server goes on" "$(sed -n 2p out)" '^[0-9]+ [0-9]+ 0+1$'
}
refuses 'an unknown request' 'frobnicate' 'no such request'
refuses 'an empty line' '' 'no such request'
refuses 'an unknown kernel' 'time frobnicate 1' 'no such kernel'
refuses 'no iterations' 'time salsa20 0' 'bad number of iterations'
refuses 'negative iterations' 'time salsa20 -1' 'bad number of iterations'
refuses 'too many iterations' 'time salsa20 18446744073709551617' \
    'bad number of iterations'
refuses 'half a number' 'clock 1x' 'bad number of additions'
refuses 'a word too few' 'time salsa20' 'wrong number of words'
refuses 'a word too many' 'time salsa20 1 1 1 1 1' 'wrong number of words'
refuses 'a zero byte' 'time salsa20 1\000' 'bad line'
refuses 'a long line' "$(printf '%0500d' 1)" 'bad line'

printf 'quit\nclock 1\n' | ./first serve >out
is 'quit ends the server' "$?" 0
is 'at once' "$(cat out)" ''
printf 'clock 1' | ./first serve >out
is 'the end of the input ends it' "$?" 0
like 'after the last line' "$(cat out)" '^[0-9]+ [0-9]+ 0+1$'
if [ -w /dev/full ]; then
    echo 'clock 1' | ./first serve >/dev/full
    is 'a full disk is a failure' "$?" 1
else
    skip 'a full disk is a failure' 'no /dev/full'
fi
fails_with 'no mode is a mistake' 2 '^usage: driver ' ./first
fails_with 'an unknown mode is one too' 2 '^usage: driver ' ./first frob
done_testing
