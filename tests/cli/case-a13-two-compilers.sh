#!/bin/sh
# SPDX-License-Identifier: MIT
# gcc and clang disagree on one board (bitcoin/bitcoin#34083): a record of one
# is no answer for the other.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"
need clang

version=$(clang -dumpversion)
target=$(clang -dumpmachine)
arm_cpu 0 4 0x41 0xc07 7 half thumb vfp neon vfpv4 | machine pi2
# clang calls x86_64-pc-linux-gnu what gcc calls x86_64-linux-gnu.
drafted gcc.json "gcc 12.2.0 $target" -O3 -fgraphite-identity
ok 'a record of gcc' "$TUNER" db add --db db gcc.json
fails_with 'is no answer for clang' 1 'no record is an answer here, 1 are worth' \
    "$TUNER" db best --db db --root pi2 --cc clang
run "$TUNER" db best --db db --root pi2 --cc clang --json
is 'but a seed' "$(json out near.0.level) $(json out near.0.compiler)" 'seed gcc'
fails_with 'nor is it exported' 1 'no record' \
    "$TUNER" export --db db --root pi2 --cc clang

for flag in -fgraphite-identity -fmodulo-sched; do
    checked --cc clang -- -O3 "$flag"
    like "clang refuses $flag" "$(verdict "$flag")" '^(unknown-flag|conflict)$'
    is 'and keeps its level' "$(verdict -O3)" ok
done
drafted clang.json "clang $version $target" -O2 -fno-vectorize
ok 'a record of clang' "$TUNER" db add --db db clang.json
run "$TUNER" db best --db db --root pi2 --cc clang
is 'is the answer for clang' "$(cat out)" '-O2 -fno-vectorize'
run "$TUNER" export --db db --board test-board --record \
    "$(find db -name '*-gcc-*.json')" --cc clang --format flags
is 'what clang does not take is left out' "$(cat out)" '-O3'
done_testing
