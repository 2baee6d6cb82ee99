#!/bin/sh
# SPDX-License-Identifier: MIT
# A locale that writes numbers with commas: what tuner reads and writes has
# points all the same.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"

localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" >/dev/null 2>&1 ||
    skip_all 'no localedef(1), or no source of de_DE'
LOCPATH=$work
export LOCPATH
like 'the locale has commas' \
    "$(LC_ALL=de_DE.UTF-8 env printf '%.1f' 1)" '^1,0$'

record=$data/records/pi4.json
echo 'speed: 12.5 MB/s' >output
cat >invocations <<END
report --record $record
report --record $record --format csv
report --record $record --format markdown
report --record $record --format html
report --record $record --json
export --record $record --format make
export --record $record --format cmake
export --record $record --format json
extract --pattern 'speed: ([0-9.]+)' output
extract --json --pattern 'speed: ([0-9.]+)' output
selftest --replay $data/traces/busy-cipher.txt --json
space --json --cc $fake --implementation reference
END
while read -r words; do
    eval "LC_ALL=C.UTF-8 \"\$TUNER\" $words" >plain 2>err
    eval "LC_ALL=de_DE.UTF-8 \"\$TUNER\" $words" >german 2>err
    bytes=$(wc -c <plain)
    if [ "$bytes" -gt 0 ] && cmp plain german >why 2>&1; then
        pass "the same: ${words%% *} ($bytes bytes)"
    else
        fail "the same: $words" "$(diff plain german | head -n 8)"
    fi
done <invocations

LC_ALL=de_DE.UTF-8
export LC_ALL
place=$("$TUNER" db add --db db "$record")
run "$TUNER" db verify --db db
is 'a record is read and written' "$status" 0
ok 'as it was' test -f "db/$place"
auto --implementation reference --budget 20.5s
is 'a search reads its options' "$status" 0
like 'and gives numbers with points' "$(json out winner.gain)" '^1(\.[0-9]+)?$'
unlike 'nowhere with commas' "$(cat "$(json out record)")" \
    ': [0-9]+,[0-9]'
run "$TUNER" db verify --db db
is 'its record is right' "$status" 0
auto --implementation reference --budget 2,5s
is 'a comma is no point' "$status" 2
done_testing
