#!/bin/sh
# SPDX-License-Identifier: MIT
# tuner selftest over a recorded trace: the same every time, in words and as
# JSON; traces that are none.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

trace=$data/traces/busy-cipher.txt
run "$TUNER" selftest --quick --replay "$trace"
is 'a recorded machine passes' "$status" 0
like 'it says what the machine can do' "$(cat out)" \
    '^This machine can tell .* % apart in .*s\.$'
like 'same against same' "$(cat out)" ' 0 of  20 called different'
cp out first
run "$TUNER" selftest --quick --replay "$trace"
same_file 'the same seed gives the same result' out first
run "$TUNER" selftest --quick --replay "$trace" --seed 2
not_ok 'another seed another' cmp -s out first

run "$TUNER" selftest --quick --replay "$trace" --json
is 'JSON has the comparisons' "$(json out aa.runs):$(json out aa.wins)" 20:0
is 'the searches' "$(json out clones.searches):$(json out clones.claims)" 3:0
is 'the known effect' \
    "$(json out injected.effect):$(json out injected.runs)" 0.02:10
is 'which is found' "$(json out injected.found)" 10
like 'in some seconds' "$(json out injected.seconds)" '^[0-9.]+$'

# Nothing can be measured where every other sample takes twice as long.
awk 'BEGIN { srand(1); for (i = 0; i < 4000; i++)
    print 5000 + int(10000 * rand()), 10000 }' >noise
run "$TUNER" selftest --quick --replay noise
is 'a machine that is all noise fails' "$status" 1
like 'and is told so' "$(cat out)" 'cannot be trusted'

fails_with 'a missing trace' 1 "'none'" "$TUNER" selftest --replay none
printf '10000 10000\nfast slow\n' >bad
fails_with 'a bad line is named' 1 'bad:2:' "$TUNER" selftest --replay bad
: >empty
fails_with 'an empty trace' 1 'no samples' "$TUNER" selftest --replay empty
fails_with 'an emulator is no board' 1 'emulator' \
    "$TUNER" selftest --runner qemu-arm
done_testing
