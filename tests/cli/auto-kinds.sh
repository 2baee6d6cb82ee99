#!/bin/sh
# SPDX-License-Identifier: MIT
# Two kinds of processors in one machine: the winner of one is proved on the
# other as well, pinned to it, and each has its line.  The kinds are made up,
# in a /proc/cpuinfo of our own; the processors are real.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "${SOURCE_DIR:-$PWD}/tests/cli/program_lib.sh"

grep -q '^cpu family' /proc/cpuinfo 2>/dev/null ||
    skip_all 'this machine is no x86'
first=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
[ "$first" = 0-1 ] || skip_all "not processors 0 and 1, but $first"
awk -F '\t*: ' '/^processor/ { cpu = $2 }
    /^cpu family/ && cpu == 0 { $0 = "cpu family\t: 25" }
    /^model\t/ && cpu == 0 { $0 = "model\t\t: 33" }
    /^cpu family/ && cpu > 0 { $0 = "cpu family\t: 26" }
    /^model\t/ && cpu > 0 { $0 = "model\t\t: 2" }
    { print }' /proc/cpuinfo >cpuinfo
in_twins() {
    unshare -m sh -c 'mount --bind cpuinfo /proc/cpuinfo && exec "$@"' sh "$@"
}
in_twins true 2>/dev/null || skip_all 'no mounts of our own'
is 'there are two kinds' \
    "$(in_twins "$TUNER" probe --no-compiler --json >p.json &&
        json p.json cpu.kinds.#)" 2

# Flags bring something on processor 1 only.
program p
cat >p/prog.c <<'END'
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
int main(void)
{
    printf("crypto: %d\nswitch: 100\ndigest: %s\n",
           sched_getcpu() == 1 ? CRYPTO : 100, DIGEST);
    return 0;
}
END
run in_twins "$TUNER" auto --json --strategy exhaustive --budget 90s --cpu 1 \
    --metric crypto --space p/space.conf --workload p/w.conf --db db
is 'the search ends' "$status" 0
is 'with a proven gain on its kind' "$(json out winner.verdict)" proven
is 'both kinds have a result' "$(json out kinds.#)" 2
is 'the one that was tuned for' \
    "$(json out kinds.1.core) $(json out kinds.1.cpu) $(json out kinds.1.verdict)" \
    'znver5 1 proven'
is 'and the other, without a gain' \
    "$(json out kinds.0.core) $(json out kinds.0.cpu) $(json out kinds.0.verdict)" \
    'znver3 0 no-proven-gain'
is 'measured there' "$(json out kinds.0.gain)" 1
record=$(json out record)
is 'the record has it' "$(json "$record" cpu.kinds.0.verdict)" no-proven-gain
ok 'and is sound' "$TUNER" db verify --db db
run in_twins "$TUNER" report --db db
like 'the report has a line a kind' "$(cat out)" 'znver3, CPU 0: no proven gain'
like 'with the gain of the other' "$(cat out)" 'znver5, CPU 1: proven: 2\.25 x'
like 'so has the page' "$(in_twins "$TUNER" report --db db --format html)" \
    '<dt>znver3, CPU 0</dt>'
like 'and the one for the board'\''s folder' \
    "$(in_twins "$TUNER" report --db db --format markdown)" \
    '^- znver3, CPU 0: no proven gain'
done_testing
