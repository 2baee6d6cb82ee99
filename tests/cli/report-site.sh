#!/bin/sh
# SPDX-License-Identifier: MIT
# The database as static pages.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

run "$TUNER" report --site site --db empty
is 'the site is written' "$status" 0
is 'and its first page named' "$(cat out)" 'site/index.html'
boards=$(ls "$SOURCE_DIR/db/boards")
is 'there is a page for each board' \
    "$(find site -name '*.html' | sed 's|.*/||; s/\.html$//' | sort |
        grep -vx index)" \
    "$boards"
grep -o 'href="[^"]*"' site/*.html | sed 's/.*href="//; s/"$//' |
    grep -v '^data:' | sort -u >links
missing=
while read -r link; do
    [ -f "site/$link" ] || missing="$missing $link"
done <links
is 'every link leads to a page' "$missing" ''
is 'every page is whole' "$(grep -L '^</html>$' site/*.html)" ''

echo mine >site/mine.txt
run "$TUNER" report --site site --db empty
is 'it can be written again' "$status" 0
is 'what else is there stays' "$(cat site/mine.txt)" mine

# A broken record does not keep the others from being shown.
mkdir -p db/orangepi-zero
echo '{' >db/orangepi-zero/arm-gcc-1-core-000000000000.json
run "$TUNER" report --site site2 --db db
is 'a broken record is passed over' "$status" 0
like 'and named' "$(cat err)" 'passed over: .*arm-gcc-1-core-000000000000'

: >file
fails_with 'a file in the way is an error' 1 "file" \
    "$TUNER" report --site file --db empty
done_testing
