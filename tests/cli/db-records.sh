#!/bin/sh
# SPDX-License-Identifier: MIT
# tuner db add, import, list, show, best and verify; what one may say wrong.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/db-lib.sh"
db=$work/db
TUNER_DB=$db
export TUNER_DB

fails_with 'a word is needed' 2 'say what to do' "$TUNER" db
fails_with 'a known one' 2 "'best-of'" "$TUNER" db best-of
fails_with 'add needs files' 2 'FILE' "$TUNER" db add
fails_with 'list takes none' 2 "unexpected argument 'x'" "$TUNER" db list x
fails_with 'show takes one' 2 "unexpected argument 'b'" "$TUNER" db show a b
fails_with '--limit is a number' 2 'limit' "$TUNER" db log --limit many
not_ok 'nothing was made by that' test -e "$db"

# A draft becomes a record.
draft one.json orangepi-zero 1
run "$TUNER" db add one.json
place=$(cat out)
is 'add prints where the record is' "$status" 0
ok 'and there it is' test -f "$db/$place"
run "$TUNER" db add --json one.json
is 'the same again changes nothing' "$(json out saved.0):$(records "$db")" \
    "$place:1"
file=$db/$place
like 'medians are filled in' "$(cat "$file")" '"baseline": 101,'
like 'ratio and gain' "$(cat "$file")" '"gain": 1\.4950495049'
like 'the verdict' "$(cat "$file")" '"verdict": "proven"'
SOURCE_DATE_EPOCH=1500000000 "$TUNER" db add --db old one.json >out
like 'SOURCE_DATE_EPOCH is the date' "$(cat old/*/*.json)" \
    '"date": "2017-07-14T02:40:00Z"'
before=$(date -u +%Y-%m-%dT%H:%M:%SZ)
env -u SOURCE_DATE_EPOCH "$TUNER" db add --db dated one.json >out
now=$(sed -n 's/.*"date": "\(.*\)".*/\1/p' dated/*/*.json)
is 'without it, now is' "$(printf '%s\n' "$before" "$now" \
    "$(date -u +%Y-%m-%dT%H:%M:%SZ)" | sort -c 2>&1)" ''

# Finding it.
id=${place##*-}
id=${id%.json}
for word in "$place" "${place#*/}" "$id" "$(printf %.5s "$id")"; do
    run "$TUNER" db show "$word"
    like "show finds $word" "$(cat out)" '^board +Board orangepi-zero'
done
run "$TUNER" db show --json orangepi-zero
ok 'a board is its best record, as it is' cmp out "$file"
fails_with 'nothing has that name' 1 "no record 'x1234'" "$TUNER" db show x1234
run "$TUNER" db list
like 'list has a line for it' "$(cat out)" \
    "^orangepi-zero +gcc 12\.2\.0 +core +\+49\.5 % +proven .*$id"
like 'and for what is shipped' "$(cat out)" '^pine64 .*published'
run "$TUNER" db best --board orangepi-zero
is 'best gives its flags' "$(cat out)" '-O3 -mcpu=cortex-a7'
run "$TUNER" db best --board orangepi-zero --json
is 'and in JSON what else is known' \
    "$(json out level) $(json out verdict) $(json out 'flags.#') $(json out name)" \
    "board proven 2 ${place#*/}"
is 'the published one comes second' "$(json out near.1.version)" 4.9.2
fails_with 'an unknown board' 1 'tuner auto' "$TUNER" db best --board unheard-of

# Without a proven gain the answer is the baseline.
sed 's/"winner_samples": .*/"winner_samples": [100, 101, 103]}],/' one.json \
    >tie.json
"$TUNER" db add --db tie tie.json >out
like 'a gain that may be none is not proven' "$(cat tie/*/*.json)" \
    '"verdict": "no-proven-gain"'
sed 's/orangepi-zero/tie-board/' tie.json >tie2.json
"$TUNER" db add --db tie tie2.json >out
run "$TUNER" db best --db tie --board tie-board
is 'and the answer is the baseline then' "$(cat out)" '-O2'

# Records from elsewhere.
run "$TUNER" db import --db other "$file"
is 'import takes a finished record' "$status:$(cat out)" "0:$place"
ok 'byte for byte' cmp "other/$place" "$file"
"$TUNER" db show --json pine64 | sed 's/"gain": 1.01/"gain": 1.91/' >cheat.json
run "$TUNER" db import cheat.json
like 'a gain that does not follow is refused' "$status $(cat err)" \
    '1 .*cheat\.json: .*gain'
run "$TUNER" db import none.json "$file"
is 'one bad file does not keep the others out' "$status:$(cat out)" "1:$place"
like 'and is named' "$(cat err)" "'none\.json'"
printf '{"schema": 99}' >newer.json
run "$TUNER" db import newer.json
like 'a newer schema is refused in clear words' "$(cat err)" \
    'newer\.json: schema 99 is newer than the [0-9]+ that this tuner reads'

# Verification.
run "$TUNER" db verify
is 'all is well' "$status:$(cat out)" "0:$db: 1 records, 0 of them faulty"
cp "$file" "$db/orangepi-zero/copy.json"
sed 's/1\.49504/1.59504/' "$file" >"$db/orangepi-zero/x-edited.json"
run "$TUNER" db verify
is 'copies and edited records are faults' "$status:$(wc -l <out | tr -d ' ')" \
    1:3
run "$TUNER" db verify --json
is 'with their places' "$(json out faults.0.place):$(json out faults.1.place)" \
    orangepi-zero/copy.json:orangepi-zero/x-edited.json
run "$TUNER" db list --json --board orangepi-zero
is 'the others can still be listed' \
    "$(json out 'records.#'):$(json out 'faults.#')" 2:2
run "$TUNER" db best --board orangepi-zero
is 'and found' "$(cat out)" '-O3 -mcpu=cortex-a7'
rm "$db/orangepi-zero/copy.json" "$db/orangepi-zero/x-edited.json"

# Folders that cannot be used.
printf x >plain
fails_with 'a file is no database' 1 "'plain" "$TUNER" db add --db plain one.json
fails_with 'and nothing to verify' 1 "'plain'" "$TUNER" db verify --db plain
if [ "$(id -u)" != 0 ]; then
    chmod a-w "$db/orangepi-zero"
    draft two.json orangepi-zero 2
    run "$TUNER" db add two.json
    like 'a folder that cannot be written' "$status $(cat err)" '1 .*cannot'
    chmod u+w "$db/orangepi-zero"
fi
rm -rf home/.cache/tuner
mkdir -p home/.cache
printf x >home/.cache/tuner
run "$TUNER" db best --board orangepi-zero
is 'a cache that is none does no harm' "$status" 0
HOME='' "$TUNER" db best --board orangepi-zero >out 2>err
is 'nor does no home at all' "$?" 0
"$TUNER" db list >/dev/full 2>err
is 'a full disk is noticed' "$?" 1
done_testing
