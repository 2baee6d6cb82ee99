#!/bin/sh
# SPDX-License-Identifier: MIT
# A long search: memory, descriptors, temporary files and the journal stay
# small, and the journal of a long run that was stopped is good for --resume.
#
# SOAK_SECONDS says how long (60), SOAK_STRATEGY which (random, which asks for
# more different candidates than any other), SOAK_LOG where the samples go, one
# line each ten seconds: time, resident KiB, descriptors, bytes of the journal,
# KiB and files in the temporary folder.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"

seconds=${SOAK_SECONDS:-60}
strategy=${SOAK_STRATEGY:-random}
log=${SOAK_LOG:-$work/soak.log}
# Of a board that has 512 MB and other things to do; the caches of code and
# objects are 64 MB of files at most.
memory_most=131072
temporary_most=131072
every=10
[ "$seconds" -ge 120 ] || every=1

[ -r /proc/self/status ] || skip_all 'there is no /proc'

# shellcheck disable=SC2154 # from auto_lib.sh
set -- "$TUNER" auto --json --quiet --cc "$fake" --db "$work/db" \
    --effort quick --strategy "$strategy"

journal_bytes() {
    # shellcheck disable=SC2012 # one file of a name without surprises
    ls -l home/.cache/tuner/journals/*.jsonl* 2>/dev/null |
        awk '{ sum += $5 } END { print sum + 0 }'
}

sample() {
    resident=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' \
        "/proc/$1/status" 2>/dev/null)
    descriptors=$(find "/proc/$1/fd" -mindepth 1 2>/dev/null | wc -l)
    temporary=$(du -sk tmp 2>/dev/null | cut -f 1)
    files=$(find tmp -type f 2>/dev/null | wc -l)
    [ -z "$resident" ] || echo "$2 $resident $descriptors $(journal_bytes)" \
        "$temporary $files"
}

# What a field's largest value was in the lines FROM to TO, in percent.
largest() {
    awk -v field="$1" -v from="$2" -v to="$3" -v lines="$(wc -l <"$log")" '
        NR >= lines * from / 100 && NR <= lines * to / 100 && $field > most {
            most = $field
        }
        END { print most + 0 }' "$log"
}

smallest() {
    awk -v field="$1" -v from="$2" -v to="$3" -v lines="$(wc -l <"$log")" '
        NR >= lines * from / 100 && NR <= lines * to / 100 &&
            (least == "" || $field < least) { least = $field }
        END { print least + 0 }' "$log"
}

# The log's letters are one a run; there are too many for a file of them.
unset FAKECC_LOG
: >"$log"
start=$(date +%s)
# A search that is over before its time would be a short soak.
"$@" --budget "$((seconds * 2))s" >out 2>err &
tuner=$!
elapsed=0
while [ "$elapsed" -lt "$seconds" ] && kill -0 "$tuner" 2>/dev/null; do
    sleep "$every"
    elapsed=$(($(date +%s) - start))
    sample "$tuner" "$elapsed" >>"$log"
done
kill -TERM "$tuner" 2>/dev/null
wait "$tuner"
is 'searches until it is stopped' "$?" 143
is 'and says so' "$(json out stopped)" true
diag "$(tail -n 3 err)" "first: $(head -n 1 "$log")" \
    "last: $(tail -n 1 "$log")"

ok "memory stays under $memory_most KiB" \
    test "$(largest 2 0 100)" -le "$memory_most"
ok 'memory is flat in the second half' test \
    "$(largest 2 75 100)" -le $(($(largest 2 25 60) * 5 / 4 + 8192))
# Races come and go, with a few each; what is lost for ever raises the least.
ok 'no descriptor is lost' test \
    "$(smallest 3 67 100)" -le $(($(smallest 3 0 33) + 8))
ok 'temporary files stay few' \
    test "$(largest 5 0 100)" -le "$temporary_most"
ok 'nothing is left of them' test -z "$(find tmp -mindepth 1)"
ok 'the journal stays under 64 MB' \
    test "$(largest 4 0 100)" -le 67108864

# The best of a stopped run is given over the first baseline, -O2; a winner
# over the fastest one, -O3.
best=$(json out best.gain)
is 'says what its best is over' "$(json out best.over)" -O2
"$@" --resume --budget 10s >out 2>err
is 'goes on after it' "$?" 0
diag "$(json out considered) candidates, $(json out evaluated) measured"
ok "ends no worse than the $best of before" awk -v best="$best" \
    -v gain="$(json out winner.gain)" \
    -v slow="$(json out baselines.0.metrics.salsa20/poly1305)" \
    -v fast="$(json out baselines.1.metrics.salsa20/poly1305)" \
    -v slow_switch="$(json out baselines.0.metrics.switching)" \
    -v fast_switch="$(json out baselines.1.metrics.switching)" '
    BEGIN {
        over = sqrt(fast / slow * fast_switch / slow_switch)
        exit !(gain * over >= 0.999 * best)
    }'

done_testing
