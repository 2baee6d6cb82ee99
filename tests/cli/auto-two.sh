#!/bin/sh
# SPDX-License-Identifier: MIT
# Two at once: on one database, one journal, one processor. Nothing is lost,
# and who has to wait or to go says why.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
. "$SOURCE_DIR/tests/cli/db-lib.sh"

# search NUMBER OPTION...: in the background, with its streams in files.
search() {
    number=$1
    shift
    "$TUNER" auto --json --cc "$fake" --db "$work/db" --effort quick \
        --strategy greedy --implementation reference "$@" \
        >"out$number" 2>"err$number" </dev/null &
}

# ---- two different jobs: both end, both records are kept ----
search 1 --budget 8s --seed 1
first=$!
search 2 --budget 8s --seed 2
second=$!
wait "$first"
is 'the first of two searches ends well' "$?" 0
wait "$second"
is 'so does the second' "$?" 0
ok 'the record of the first is there' test -f "$(json out1 record)"
ok 'and that of the second' test -f "$(json out2 record)"
unlike 'which is another one' "$(json out2 record)" "^$(json out1 record)\$"
ok 'the database is right' "$TUNER" db verify --db db

# ---- the same job twice: one journal ----
rm -rf home/.cache
set -- "$TUNER" auto --json --cc "$fake" --db "$work/db" --effort quick \
    --strategy greedy --implementation reference --budget 600s
begin 20 "$@"
kill -STOP "$search"
"$@" >out2 2>err2 </dev/null
is 'the same job a second time is refused' "$?" 1
like 'since the journal is in use' "$(cat err2)" 'another tuner is using it'
is 'and prints nothing' "$(cat out2)" ''
kill -CONT "$search"
wait "$search"
is 'the one that has it ends well' "$?" 0
ok 'with its record' test -f "$(json out record)"

# ---- several writers of one database ----
rm -rf db
number=0
while [ "$number" -lt 8 ]; do
    number=$((number + 1))
    draft "draft$number.json" pine64 "$number"
    "$TUNER" db add --db db "draft$number.json" >/dev/null 2>"err$number" &
done
wait
is 'eight writers keep eight records' "$(records db)" 8
is 'without a word' "$(cat err[1-8])" ''
ok 'all of them right' "$TUNER" db verify --db db

# ---- one processor ----
# The locks of all are held, since it need not be known here which one tuner
# takes, and until it has ended, since it need not be known when it wants it.
# (Without another tuner it says nothing, but other tests may be others.)
if command -v flock >/dev/null && [ -d /sys/devices/system/cpu/cpu0 ]; then
    set -- sh -c 'touch begun; while [ -e begun ]; do sleep 0.1; done'
    for folder in /sys/devices/system/cpu/cpu[0-9]*; do
        set -- flock "$folder" "$@"
    done
    "$@" &
    while [ ! -e begun ]; do sleep 0.05; done
    rm -rf home/.cache
    search 1 --budget 5s
    wait "$!"
    is 'a search waits for its turn at the processor' "$?" 0
    like 'and says so' "$(cat err1)" \
        'another tuner (measures on|keeps) the same processor'
    rm begun
    wait
else
    skip 'a search waits for its turn at the processor' 'no flock(1), or no /sys'
fi
done_testing
