#!/bin/sh
# SPDX-License-Identifier: MIT
# A record of gcc is where a search with clang starts, without what clang
# refuses (bitcoin/bitcoin#34083). The same for a wrapper that dies of native
# (A7): the search ends all the same.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"
need clang
grep -q '^vendor_id' /proc/cpuinfo 2>/dev/null ||
    skip_all 'this machine is no x86'

# field NAME: of the first processor.
field() {
    sed -n "s/^$1[[:space:]]*: //p" /proc/cpuinfo | head -n 1
}
mkdir source
cat >source/sum.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    unsigned long sum = (unsigned long)argc;
    long rounds = argc > 1 ? atol(argv[1]) : 20000000;
    for (long i = 0; i < rounds; i++)
        sum = sum * 2654435761u + (sum >> 7);
    printf("%lu\n", sum);
    return 0;
}
END
cat >sum.conf <<'END'
[workload "sum"]
	source = source
	build = $CC $CFLAGS sum.c -o sum
	run = ./sum
END
"$TUNER" probe --no-compiler --json >here.json
core="$(json here.json cpu.kinds.0.core) $(field vendor_id)"
core="$core $(field 'cpu family')/$(field model)"
drafted draft.json "gcc 12.2.0 $(clang -dumpmachine)" -O3 \
    -fgraphite-identity -fmodulo-sched -funroll-loops
ok 'a record of gcc' "$TUNER" db add --db db draft.json

run "$TUNER" auto --cc clang --workload ./sum.conf --db db --budget 20s --json
is 'a search with clang ends' "$status" 0
like 'it starts from the record' "$(cat err)" 'seed from test-board, gcc 12'
like 'without what clang has not' "$(cat err)" 'left out: .*-fgraphite-identity'
# shellcheck disable=SC2046 # words
ok 'clang takes what was found' takes clang $(flag_list out winner.flags)

compiler aborts <<END
case " \$* " in *native*) kill -ABRT \$\$ ;; esac
exec $TEST_CC "\$@"
END
# shellcheck disable=SC3045 # where there is one
ulimit -c unlimited 2>/dev/null
run "$TUNER" auto --cc ./aborts --workload ./sum.conf --db db --budget 20s \
    --json
is 'a compiler that dies of native is tuned, too' "$status" 0
unlike 'without native' "$(cat "$(json out record)")" '=native'
is 'and leaves no core file' "$(find . -name 'core*' ! -name 'core*.json')" ''
done_testing
