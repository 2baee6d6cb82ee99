#!/bin/sh
# SPDX-License-Identifier: MIT
# Reports of a few records, letter by letter, and hostile texts in them.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

records=$data/records
version=$("$TUNER" --version | sed -n '1s/^tuner //p')

# By its bare name: hints for the next command begin with what was typed.
PATH=${TUNER%/*}:$PATH

# golden FORMAT RECORD...: the report is as in report-FORMAT.out.
golden() {
    format=$1
    shift
    for record; do
        printf '===== %s\n' "$record"
        tuner report --format "$format" --record "$records/$record.json" |
            sed "s|$records/|RECORDS/|; s/tuner $version/tuner VERSION/"
    done | tr -d '\r' >"all.$format"
    same_file "$format is as expected" "all.$format" \
        "$SOURCE_DIR/tests/cli/report-$format.out"
}

golden text x86 noproof unsafe many
golden markdown x86 noproof unsafe
golden csv x86 many hostile

is 'no line of text is wider than 80 columns' \
    "$(grep -v '^Record' all.text | awk 'length($0) > 80' | wc -l)" 0
like 'what is not proven is said so' "$(cat all.text)" \
    '^Gain +no proven gain: nothing is measurably better than -O2'
like 'an emulated time is marked' "$(cat all.text)" 'emulated, not a result'
like 'unsafe flags are marked' "$(cat all.text)" \
    '^unsafe +-Ofast changes floating-point results'
is 'CSV has one width' "$(grep -v '^=====' all.csv | head -n 1 |
    awk -F, '{ print NF }')" 22

# The published board, in the order of its page.
run "$TUNER" report --board orangepi-zero --format markdown --db empty
is 'a shipped board is found' "$status" 0
is 'its headings are those of the page' "$(grep '^##* ' out | tr '\n' ' ')" \
    '# Orange Pi Zero ## Default Build ### Bench ### Throughput ## Optimised Build ### Bench ### Throughput ## Gain ## Conclusion '
like 'with its uname' "$(cat out)" '^    Linux orangepizero 3\.4\.113-sun8i'
like 'its runs' "$(cat out)" '^\| 1 \| 87 013 \| 58 631 \|$'
like 'both ratios' "$(cat out)" '^\| switching \| \+22\.8 % '
# shellcheck disable=SC2016 # dollars are dollars
like 'and its cost' "$(cat out)" \
    'retails for \$6\.99 USD, so the estimated cost is \$0\.27 per Mbit\.$'
like 'and it says whose figures they are' "$(cat out)" \
    'published figures, not measured by tuner'

run "$TUNER" report --record "$records/x86.json" --json
is 'JSON has the record' "$(json out records.0.record.board.id)" x86_64-znver3
is 'JSON has the verdict in words' "$(json out records.0.verdict)" proven

run "$TUNER" report --record "$records/hostile.json" --format html
unlike 'no markup of a record gets through' "$(cat out)" \
    '<script|<img|<i>|<b>|onload=alert\(2\)>'
like 'its text does' "$(cat out)" '&lt;script&gt;alert\(&#39;board&#39;\)'
unlike 'a page asks for nothing' "$(sed 's/http:&#[^<]*//; s|http://x||' out)" \
    '(src|href)="(http|//)|url\(|@import'
like 'and a policy forbids it' "$(cat out)" "default-src 'none'"

run "$TUNER" report --record "$records/hostile.json" --format markdown
unlike 'nor does it in Markdown' "$(grep -v '^    ' out)" '<script|<img|<b>'
run "$TUNER" report --record "$records/hostile.json"
is 'nor a control character in text' "$(tr -d '\n' <out | tr -dc '\000-\037' |
    wc -c)" 0

fails_with 'an unknown format is a mistake' 2 "no format 'pdf'" \
    "$TUNER" report --record "$records/x86.json" --format pdf
fails_with 'an unknown board is an error' 1 "board nowhere" \
    "$TUNER" report --board nowhere --db empty
fails_with 'a missing record is an error' 1 'none\.json' \
    "$TUNER" report --record none.json
run "$TUNER" report --record "$records/x86.json" --output page.html \
    --format html
is 'a file can be written' "$status" 0
like 'it is the page' "$(head -n 1 page.html)" '^<!DOCTYPE html>$'

# Not every name that can be written to is a file to put another one for.
words="report --record $records/x86.json --format csv --output"
# shellcheck disable=SC2086 # words without spaces
"$TUNER" $words - >wanted
mkfifo pipe
cat pipe >out &
# shellcheck disable=SC2086
"$TUNER" $words pipe 2>err
is 'a pipe can be written to' "$?" 0
wait "$!"
ok 'gets all of it' cmp out wanted
ok 'and stays one' test -p pipe
mkdir else
echo old >else/file
ln -s else/file link
# shellcheck disable=SC2086
run "$TUNER" $words link
ok 'a link is followed' cmp else/file wanted
ok 'and stays one' test -L link
if [ -e /dev/stdout ]; then
    echo before >log
    # shellcheck disable=SC2086
    "$TUNER" $words /dev/stdout >>log
    is 'standard output by its name keeps what was there' \
        "$(head -n 1 log)" before
    ok 'and gets the rest' test "$(wc -l <log)" -gt 1
else
    skip 'standard output by its name keeps what was there' 'no /dev/stdout'
    skip 'and gets the rest' 'no /dev/stdout'
fi

if [ -w /dev/full ]; then
    "$TUNER" report --record "$records/x86.json" >/dev/full 2>err
    is 'a full disk is a failure' $? 1
else
    skip 'a full disk is a failure' 'no /dev/full'
fi
done_testing
