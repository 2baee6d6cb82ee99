#!/bin/sh
# SPDX-License-Identifier: MIT
# The time of day is set back or forward, the machine is suspended, processes
# are stopped and go on, all in the middle of a search: it takes the time that
# it was given and ends with a record.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"

clock=$BUILD_DIR/tests/fault/clock.so
LD_PRELOAD=$clock "$TUNER" --version >/dev/null 2>&1 ||
    skip_all 'nothing can be preloaded here (sanitizers?)'

words='--json --quiet --effort quick --strategy greedy --budget 30s
    --implementation reference'
decade=315360000

# with NAME VARIABLE=VALUE...: a search under these.
with() {
    what=$1
    shift
    rm -rf home/.cache moment
    # shellcheck disable=SC2086 # several words
    run env LD_PRELOAD="$clock" CLOCK_AFTER=2000 CLOCK_REPORT=moment "$@" \
        "$TUNER" auto $words --cc "$fake" --db "$work/db"
    is "$what: ends well" "$status" 0
    ok "$what: in the middle of it" test -s moment
    ok "$what: took the time that it had" \
        test "$(json out seconds | cut -d. -f1)" -le 60
    ok "$what: the record is right" "$TUNER" db verify --db db
}

with 'the clock is set back' "CLOCK_JUMP_S=-$decade"
with 'the clock is set forward' "CLOCK_JUMP_S=$decade"
with 'the machine is suspended' CLOCK_SLEEP_S=36000

# ---- stopped, sent signals that mean nothing, gone on ----
rm -rf home/.cache
# shellcheck disable=SC2086
"$TUNER" auto $words --cc "$fake" --db "$work/db" >out 2>err </dev/null &
pid=$!
storms=0
while kill -STOP "$pid" 2>/dev/null && [ "$storms" -lt 40 ]; do
    storms=$((storms + 1))
    kill -WINCH "$pid" 2>/dev/null
    kill -URG "$pid" 2>/dev/null
    kill -CONT "$pid" 2>/dev/null
    sleep 0.02
done
kill -CONT "$pid" 2>/dev/null
wait "$pid"
is 'a search that is stopped and goes on ends well' "$?" 0
ok 'it was, more than once' test "$storms" -gt 5
ok 'with its record' test -f "$(json out record)"
is 'nothing is left' "$(ls -A tmp)" ''
done_testing
