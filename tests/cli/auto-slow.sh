#!/bin/sh
# SPDX-License-Identifier: MIT
# A program that takes longer than the whole budget: nothing is claimed, and
# that nothing was measured is said.  One that is in time has its figures,
# even where all flags give the same code.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

mkdir source
echo 'int main(void) { return 0; }' >source/prog.c
cat >one.conf <<'END'
[space]
	only = true
[dimension "-O"]
	class = level
	value = -O2
END
# slow SECONDS LAYOUTS: a workload whose run takes so long.
slow() {
    cat >slow.conf <<END
[workload "slow"]
	source = source
	build = "$TEST_CC \$CFLAGS prog.c -o prog"
	run = "./prog; sleep $1"
	layouts = $2
[metric "wall"]
	weight = 1
END
}
slow 1.2 5
run "$TUNER" auto --workload ./slow.conf --space one.conf --cc "$TEST_CC" \
    --db db --budget 1s --json
is 'a program slower than the budget fails' "$status" 1
like 'it says that nothing was measured' "$(cat err)" "'slow' was not measured"
like 'and what to do' "$(cat err)" '--budget'
is 'no record claims anything' "$(find db -name '*.json' 2>/dev/null)" ''

slow 0.01 5
run "$TUNER" auto --workload ./slow.conf --space one.conf --cc "$TEST_CC" \
    --db db --budget 5s --json
is 'one that is in time succeeds' "$status" 0
like 'with figures of the baseline' \
    "$(json out baselines.0.metrics.wall)" '^0\.[0-9]'
is 'equal code is no gain' "$(json out winner.verdict)" no-proven-gain

run "$TUNER" bench --workload ./slow.conf --cc "$TEST_CC" --rounds 8 \
    --flags=-O0 --flags=-O1 --json
is 'the file says how many layouts' "$(json out layouts)" 5
slow 0.01 2
fails_with 'but not too few' 1 'slow.conf:5: .*from 4 to 8' \
    "$TUNER" bench --workload ./slow.conf --flags=-O1
done_testing
