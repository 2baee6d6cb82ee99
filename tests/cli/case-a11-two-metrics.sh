#!/bin/sh
# SPDX-License-Identifier: MIT
# What a good tuning of an Orange Pi Zero looks like (phillymesh/cjdns-
# optimizations): one run has two numbers, and one does not hide the other.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"

# Prints what was published, one of the three runs of each build.
mkdir source
cat >source/bench.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static const long runs[2][3][2] = {
    {{87013, 58631}, {86962, 58581}, {86830, 58414}},
    {{195630, 71910}, {195439, 71960}, {195407, 71935}}};
int main(void)
{
    const long *run = runs[TUNED][getpid() % 3];
    printf("1488588835 INFO Benchmark.c:62 Benchmark salsa20/poly1305 in "
           "13791ms. %ld kilobits per second\n", run[0]);
    printf("1488588839 INFO Benchmark.c:62 Benchmark Switching in 3493ms. "
           "%ld packets per second\n", run[1]);
    return 0;
}
END
cat >cjdns.conf <<END
[workload "cjdns"]
	source = source
	build = "case \\"\$CFLAGS\\" in *-funroll-loops*) t=1 ;; *) t=0 ;; esac; $TEST_CC \$CFLAGS -DTUNED=\$t bench.c -o bench"
	run = ./bench
	flags-variable = CFLAGS
[metric "salsa20/poly1305"]
	pattern = "salsa20/poly1305 in .* (?<value>[0-9.]+) kilobits"
	unit = kbit/s
	better = higher
[metric "switching"]
	pattern = "Switching in .* (?<value>[0-9.]+) packets"
	unit = packets/s
	better = higher
END
cat >levels.conf <<'END'
[space]
	only = true
[dimension "-O"]
	class = level
	value = -O2
[dimension "-funroll-loops"]
	value = -funroll-loops
END

run "$TUNER" bench --workload ./cjdns.conf --cc "$TEST_CC" --flags -O2 \
    --flags '-O2 -funroll-loops' --budget 300s --json
is 'the comparison is done' "$status" 0
like 'crypto is 2.25 times as fast' \
    "$(json out 'metrics.salsa20/poly1305.arms.1.ratio')" '^2\.2[45]'
like 'switching 1.23 times' "$(json out metrics.switching.arms.1.ratio)" \
    '^1\.2[23]'
like 'by medians of the runs' \
    "$(json out 'metrics.salsa20/poly1305.arms.1.median')" '^195[45]'
is 'in their own units' "$(json out 'metrics.salsa20/poly1305.unit') \
$(json out metrics.switching.unit)" 'kbit/s packets/s'

run "$TUNER" auto --workload ./cjdns.conf --cc "$TEST_CC" --space levels.conf \
    --db db --budget 300s --json
is 'a search ends' "$status" 0
like 'with these flags' "$(flag_list out winner.flags)" '-funroll-loops'
is 'and is sure of it' "$(json out winner.verdict)" proven
record=$(json out record)
run "$TUNER" report --record "$record"
for column in 'salsa20/poly1305' switching 'kbit/s' 'packets/s'; do
    like "the report shows $column" "$(cat out)" "$column"
done
like 'and both ratios' "$(tr -s ' \n' ' ' <out)" \
    '(2\.2[45] x|\+12[45]\.[0-9] %) .*\+2[23]\.[0-9] %'
for member in board.id cpu.arch compiler.version workload.name \
    baselines.0.metrics.0.median; do
    like "the record has $member" "$(json "$record" "$member")" .
done
done_testing
