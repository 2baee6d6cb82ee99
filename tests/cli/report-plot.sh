#!/bin/sh
# SPDX-License-Identifier: MIT
# The gnuplot script, drawn by gnuplot.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

records=$data/records
run "$TUNER" report --record "$records/x86.json" --record "$records/pi4.json" \
    --record "$records/noproof.json" --plot boards.gp
is 'a script is written' "$status" 0
like 'a line a board' "$(cat boards.gp)" '^"raspberrypi-4b" [0-9.]+ [0-9.]+ NaN'
like 'a column a build' "$(cat boards.gp)" '^"board" "-O2" "-O3" '
run "$TUNER" report --record "$records/hostile.json" --plot hostile.gp
# shellcheck disable=SC2016 # what a shell would run
unlike 'texts of a record stay harmless' "$(cat hostile.gp)" '[`@$]\(|[`@]|system'

# A quote in the file's name, and no metric at all.
run "$TUNER" report --record "$records/x86.json" --plot "it's.gp"
like 'a quote in a file name is doubled' "$(cat "it's.gp")" \
    "^set output 'it''s\.png'$"
fails_with 'nothing to draw is an error' 1 'no record has a metric' \
    "$TUNER" report --board wandboard --db empty --plot none.gp
[ ! -e none.gp ]
is 'and leaves no file' $? 0

if ! command -v gnuplot >/dev/null 2>&1; then
    skip 'gnuplot draws it' 'no gnuplot'
    done_testing
    exit
fi
for name in boards hostile "it's"; do
    gnuplot "$name.gp" >log 2>&1
    is "$name: gnuplot has nothing to say" "$(cat log)" ''
    is "$name: it draws a picture" \
        "$(head -c 8 "$name.png" | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
done
done_testing
