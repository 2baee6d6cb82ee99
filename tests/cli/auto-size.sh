#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Size of the code: as the aim, weighed against speed, as a table.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
plan 14

# smaller A B
smaller() {
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > 0 && a < b) }'
}

: >"$FAKECC_LOG"
auto --metric size
is 'size alone can be the aim' "$status:$(samples)" 0:0
is 'there is one answer' "$(json out choices.#)" 1
is 'which is the winner' "$(json out choices.0.flags)" "$(flags)"
best=$(json out choices.0.code_bytes)
ok 'it is smaller than the baseline' smaller "$best" \
    "$(json out baselines.0.code_bytes)"
is 'no speed is claimed' "$(json out winner.verdict)" not-measured
record=$(json out record)
ok 'the record is sound' "$TUNER" db --db "$work/db" verify
run "$TUNER" report --record "$record"
like 'the report says how small' "$(cat out)" \
    "^Size +$best bytes of code and constants, "
like 'and by which flags' "$(cat out)" '^Flags +-O'

auto
fast=$(json out choices.#)
last=$((fast - 1))
ok 'speed against size is a table' test "$fast" -gt 2
ok 'of which each line is larger' smaller "$(json out choices.0.code_bytes)" \
    "$(json out choices.$last.code_bytes)"
ok 'and faster' smaller "$(json out choices.0.gain)" \
    "$(json out choices.$last.gain)"
bytes=$(json out choices.$last.code_bytes)

auto --metric salsa20/poly1305 --metric switching --metric size=20 \
    --implementation reference
ok 'weighed more than speed it gives a smaller winner' smaller \
    "$(json "$(json out record)" choices.0.code_bytes)" "$bytes"

# Every flag changes code here, none changes speed.
auto --cc "env FAKECC_SURFACE=flat $fake" --implementation reference
is 'what brings nothing is not handed out for its size' \
    "$(json out compilers.1.winner.verdict)" no-proven-gain
is 'nor is there more than one choice of speed' \
    "$(json out compilers.1.choices.#)" 1
