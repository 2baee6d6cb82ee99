#!/bin/sh
# SPDX-License-Identifier: MIT
# The shipped records: whole, and what was published stands in them.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
boards=$TUNER_DATADIR/db/boards

ok 'the shipped records verify' "$TUNER" db verify --db "$boards"
"$TUNER" db list --json >found
is 'they are listed without a database of one'"'"'s own' \
    "$(json found 'records.#'):$(json found 'faults.#')" 12:0

# published BOARD METRIC BASELINE WINNER: medians of what was measured.
published() {
    "$TUNER" db show --json "$1" >record
    is "$1: metric $2" \
        "$(json record "metrics.$2.baseline") $(json record "metrics.$2.winner")" \
        "$3 $4"
}
published orangepi-zero 0 86962 195439
published orangepi-zero 1 58581 71935
is 'all repeats are kept' "$(json record 'metrics.0.winner_samples.#')" 3
like 'the price is kept' "$(cat record)" '"price_usd": 6.99,'
like 'the network is kept' "$(cat record)" '"mbit": 25.6,'
like 'the cost per Mbit is kept' "$(cat record)" '"cost_usd_per_mbit": 0.27[0-9]*,'
published pine64 0 193236 196721
published beaglebone-black 0 34864 340618
published raspberrypi-2b 0 71420 147148

"$TUNER" db list --json --board raspberrypi-3b >found
is 'both flag lines of the Raspberry Pi 3 are there' "$(json found 'records.#')" 2
run "$TUNER" db best --board pine64
is 'best gives the line of a board' "$(cat out)" \
    '-s -static -Wall -march=armv8-a+crc+crypto -mcpu=cortex-a53 -ftree-vectorize -mtune=cortex-a53 -fomit-frame-pointer'
like 'and says how good it is' "$(cat err)" 'pine64.*\+1\.5 %, proven, published'
fails_with 'a board of which only the default is known has no answer' 1 \
    "tuner auto" "$TUNER" db best --board odroid-c2
run "$TUNER" db show odroid-c2
like 'but its default can be seen' "$(cat out)" '258009 kbit/s'
for board in raspberrypi-1b cubieboard2 wandboard tinkerboard raspberrypi-4b; do
    run "$TUNER" db show "$board"
    like "$board: from the Nettle thread" "$(cat out)" 'nettle-bugs'
done
done_testing
