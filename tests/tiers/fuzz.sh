#!/bin/sh
# SPDX-License-Identifier: MIT
# Every fuzz target under libFuzzer with both sanitizers, FUZZ_SECONDS each
# (60 by default). What is found is kept in FUZZ_FINDINGS when that is set.
. "$SOURCE_DIR/tests/tiers/lib.sh"
unpack
step 'configures' ./configure CC=clang --enable-fuzzing CFLAGS='-O1 -g'
step 'builds the targets' make -j"$jobs" all fuzzers

seconds=${FUZZ_SECONDS:-60}
findings=${FUZZ_FINDINGS:-$work/findings}
mkdir -p "$findings"
cat >one <<END
mkdir -p "grown/\$1" "$findings/\$1"
exec $(fixed_addresses) tests/fuzz/"\$1" \\
    -max_total_time=$seconds -timeout=20 -rss_limit_mb=2048 \\
    -print_final_stats=1 -artifact_prefix="$findings/\$1/" \\
    "grown/\$1" tests/fuzz/corpus/"\$1" >"\$1.fuzz" 2>&1
END
targets=$(cd tests/fuzz/corpus && ls)
for target in $targets; do
    echo "$target"
done | xargs -P "$jobs" -n 1 sh one
for target in $targets; do
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$target.fuzz")
    ok "$target: no crash in $runs runs" test -n "$runs" -a \
        -z "$(ls "$findings/$target")"
    grep -E 'ERROR|SUMMARY|    #[0-9] |artifact|Base64' "$target.fuzz" |
        head -n 20 | sed 's/^/# /'
done
done_testing
