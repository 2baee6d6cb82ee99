#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Case A21 (InBetweenNames/gentooLTO#288 and others).
# A run that is killed goes on where it was; one that is stopped tells what it
# has; the same run twice gives the same record, byte by byte.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
plan 11

# Flags and implementations: what a gain is to the last digit depends on how
# long the samples are, which is settled anew after a kill.
winner() {
    json out winner.flags
    json out winner.implementations
}

auto_plain() {
    auto --implementation reference "$@"
}

begin_plain() {
    begin "$1" "$TUNER" auto --quiet --cc "$fake" --db "$work/db" \
        --effort quick --strategy greedy --budget 600s \
        --implementation reference
}

: >"$FAKECC_LOG"
auto_plain
wanted=$(winner)
whole=$(samples)

rm -rf "$work/home/.cache"
begin_plain 600
kill -9 "$search"
wait "$search" 2>/dev/null
# The servers notice that nobody listens.
sleep 0.5
before=$(samples)
ok 'the killed run had begun' test "$before" -ge 600
auto_plain --resume
is 'goes on after a kill' "$status" 0
is 'ends with the same winner' "$(winner)" "$wanted"
after=$(($(samples) - before))
ok 'does not time again what was timed' test "$after" -lt "$whole"

rm -rf "$work/home/.cache"
begin_plain 600
# As Ctrl-C, but a shell has its background jobs ignore that one.
kill -TERM "$search"
wait "$search"
is 'a stop ends with 128 and the signal' "$?" 143
like 'a stop tells the best so far' "$(cat out)" 'best so far: -O'
like 'the best is not called proven' "$(cat out)" 'not confirmed'
is 'a stop leaves no process' "$(left_over)" 0
is 'a stop stores no record of half a run' \
    "$(find "$work/db" -name '*.json' | wc -l)" 2
auto_plain --resume
is 'goes on after a stop to the same winner' "$(winner)" "$wanted"

export SOURCE_DATE_EPOCH=1700000000
rm -rf "$work/home/.cache" "$work/db"
auto_plain
cp "$(json out record)" first
rm -rf "$work/home/.cache" "$work/db"
auto_plain
ok 'the same run twice gives the same record' cmp first "$(json out record)"
