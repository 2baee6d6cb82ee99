#!/bin/sh
# SPDX-License-Identifier: MIT
# tuner extract: values, exit codes, JSON, standard input, odd files.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

printf 'a: 1.5 kB/s\rb: N/A\na: 2 MB/s' >'odd "name'
run "$TUNER" extract --pattern 'a: (\S+) (?<prefix>[kM])B' 'odd "name'
is 'a value is found' "$status:$(cat out)" 0:1500
run "$TUNER" extract --match last --pattern 'a: (\S+) (?<prefix>[kM])B' \
    'odd "name'
is 'the last one is another' "$status:$(cat out)" 0:2000000
run "$TUNER" extract --json --pattern 'a: (\S+)' 'odd "name'
is 'JSON has the value' "$(json out value)" 1.5
is 'JSON has all values' "$(json out 'values.#'):$(json out values.1)" 2:2

fails_with 'N/A is no value' 1 'no value' \
    "$TUNER" extract --pattern 'b: (\S+)' 'odd "name'
run "$TUNER" extract --json --pattern 'b: (\S+)' 'odd "name'
is 'JSON of no value fails' "$status" 1
is 'and lists none' "$(json out 'values.#')" 0

"$TUNER" extract --pattern '(\d+) MB' - <'odd "name' >out 2>err
is 'standard input is read' "$?:$(cat out)" 0:2
fails_with 'a missing file is named' 1 "'none'" \
    "$TUNER" extract --pattern '(\d)' none
fails_with 'a folder is no file' 1 'directory' \
    "$TUNER" extract --pattern '(\d)' .
fails_with 'a pattern is needed' 2 '--pattern' "$TUNER" extract 'odd "name'
fails_with 'a bad pattern says where' 2 'character 3' \
    "$TUNER" extract --pattern '([' 'odd "name'
fails_with '--match is checked' 2 "'middle'" \
    "$TUNER" extract --pattern '(\d)' --match middle 'odd "name'
fails_with 'a group is needed' 2 'group' \
    "$TUNER" extract --pattern '\d' 'odd "name'

if [ -r "$SOURCE_DIR/../shared/outputs/score.py" ] &&
    command -v python3 >/dev/null; then
    ok 'all rows of the shared outputs' \
        python3 "$SOURCE_DIR/../shared/outputs/score.py" --tuner "$TUNER"
else
    skip 'all rows of the shared outputs' 'no ../shared or no python3'
fi
done_testing
