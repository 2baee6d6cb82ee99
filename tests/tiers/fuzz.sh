#!/bin/sh
# SPDX-License-Identifier: MIT
# Every fuzz target under libFuzzer with both sanitizers: FUZZ_SECONDS each
# (60 by default), or FUZZ_RUNS inputs from FUZZ_SEED (1 by default).
# FUZZ_TARGETS names some of them. What is found is kept in FUZZ_FINDINGS, and
# the grown corpora in FUZZ_GROWN, when they are set.
. "$SOURCE_DIR/tests/tiers/lib.sh"
unpack
step 'configures' ./configure CC=clang --enable-fuzzing CFLAGS='-O2 -g'
step 'builds the targets' make -j"$jobs" all fuzzers

FUZZ_FINDINGS=${FUZZ_FINDINGS:-$work/findings}
FUZZ_GROWN=${FUZZ_GROWN:-$work/grown}
export FUZZ_FINDINGS FUZZ_GROWN
targets=${FUZZ_TARGETS:-$(cd tests/fuzz/corpus && ls)}
# shellcheck disable=SC2046 # several words, or none
for target in $targets; do
    echo "$target"
done | xargs -P "$jobs" -n 1 $(fixed_addresses) sh tests/fuzz/run
for target in $targets; do
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' \
        "$FUZZ_FINDINGS/$target.log")
    ok "$target: no crash in $runs runs" test -n "$runs" -a \
        -z "$(ls "$FUZZ_FINDINGS/$target")"
    grep -E 'ERROR|SUMMARY|    #[0-9] |artifact|Base64' \
        "$FUZZ_FINDINGS/$target.log" | head -n 20 | sed 's/^/# /'
done
done_testing
