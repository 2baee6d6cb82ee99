#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Whole searches on a known response surface: the optimum, the record, what
# is said.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
plan 22

auto
is 'exits with 0' "$status" 0
is 'finds the best implementation of the cipher' \
    "$(json out winner.implementations.salsa20)" lanes8
is 'finds the best implementation of the other half' \
    "$(json out winner.implementations.poly1305)" lanes4
for flag in O2 fno-gcse fpeel-loops fschedule-insns funroll-loops \
    fvect-cost-model=dynamic; do
    like "finds -$flag" "$(flags)" "\"-$flag\""
done
is 'proves the gain' "$(json out winner.verdict)" proven
like 'names the best flags for plain code' "$(json out plain.flags)" '"-O3"'
ok 'stores the record that it names' test -f "$(json out record)"
ok 'the record is sound' "$TUNER" db --db "$work/db" verify
unlike 'nothing means another CPU elsewhere' "$(cat "$(json out record)")" \
    native
is 'no server is left' "$(left_over)" 0

run "$TUNER" auto --cc "$fake" --db "$work/db" --effort quick \
    --strategy greedy --budget 600s
like 'says beforehand how long it takes' "$(cat err)" 'about [0-9]+ seconds'
like 'tells what to type next' "$(cat out)" 'tuner export'
like 'counts what was refused by word' "$(cat out)" 'unknown-flag'

auto --implementation reference
unlike 'keeps to plain code when asked to' \
    "$(json out winner.implementations)" lanes

mkdir db2
auto --cc "env FAKECC_SURFACE=flat $fake" --budget 12s --db "$work/db2" \
    --implementation reference
is 'takes several compilers' "$(json out compilers.#)" 2
is 'keeps a record of each' "$(find db2 -name '*.json' | wc -l)" 2

: >file
fails_with 'a database that cannot be written, before anything is done' 1 \
    'file' "$TUNER" auto --cc "$fake" --db "$work/file/db"
