#!/bin/sh
# SPDX-License-Identifier: MIT
# Streams that are closed or full, terminals without a name: every command
# that prints says when it cannot, and ends with 1.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
. "$SOURCE_DIR/tests/cli/program_lib.sh"

[ -c /dev/full ] || skip_all 'no /dev/full'
record=$data/records/pi4.json
place=$("$TUNER" db add --db db "$record")
program p
echo 'speed: 12' >output
tiny_space

# One invocation a line; each prints something. (bench and selftest are timed;
# recorded samples stand in for the latter.)
cat >invocations <<END
--help
--version
help auto
auto --help
auto --quiet --cc $fake --db db --strategy greedy --effort quick --budget 20s --space tiny.conf --implementation reference
auto --dry-run --cc $fake --implementation reference
auto --dry-run --json --cc $fake --implementation reference
probe --no-compiler
probe --no-compiler --json
space --cc $fake
space --cc $fake --json
check --quiet --cc $TEST_CC -- -O2
check --quiet --json --cc $TEST_CC -- -O2
selftest --quiet --replay $data/traces/busy-cipher.txt
selftest --quiet --json --replay $data/traces/busy-cipher.txt
extract --pattern '([0-9]+)' output
extract --json --pattern '([0-9]+)' output
init --output - p
export --record $record --format make
export --record $record --format json
export --formats
report --record $record
report --record $record --format html
report --record $record --json
db list --db db
db list --db db --json
db show --db db $place
db verify --db db --json
END

# each REDIRECTION: which invocations do not end with 1 and a message.
each() {
    bad=
    while read -r words; do
        case $1 in
        closed) eval "\"\$TUNER\" $words" >&- 2>err </dev/null ;;
        full) eval "\"\$TUNER\" $words" >/dev/full 2>err </dev/null ;;
        esac
        code=$?
        if [ "$code" -ne 1 ] || ! grep -q 'cannot write the output' err; then
            bad="$bad$words: exit $code, $(head -n 2 err)
"
        fi
    done <invocations
}

while read -r words; do
    eval "\"\$TUNER\" $words" >out 2>err </dev/null
    code=$?
    [ -s out ] || code="$code, nothing"
    [ "$code" = 0 ] ||
        fail "prints something: $words" "exit $code: $(cat err)"
done <invocations
each closed
is 'a closed stdout is an error of every command' "$bad" ''
each full
is 'so is a full one' "$bad" ''
ok 'the database is as right as before' "$TUNER" db verify --db db

# Nobody can be told then, but the exit code says it.
"$TUNER" db verify --db none >&- 2>&-
is 'all closed' "$?" 1
"$TUNER" db verify --db db >out 2>/dev/full
is 'a full stderr does not stop what works' "$?" 0
"$TUNER" db list --db db <&- >out 2>err
is 'nor does a closed stdin' "$?" 0

# ---- terminals ----
if command -v script >/dev/null; then
    for term in dumb '' xterm; do
        TERM=$term script -qec "'$TUNER' auto --cc '$fake' --db db \
            --strategy greedy --effort quick --budget 20s \
            --space tiny.conf --implementation reference" typed </dev/null >/dev/null 2>&1
        case $term in
        xterm) like 'a terminal has a progress line' "$(cat typed)" \
            "$(printf '\033')\\[K" ;;
        *) unlike "none for TERM='$term'" "$(cat typed)" "$(printf '\033')" ;;
        esac
    done
    script -qec "env -u TERM '$TUNER' report --record '$record'" typed \
        </dev/null >/dev/null 2>&1
    unlike 'no colours without TERM' "$(cat typed)" "$(printf '\033')"
else
    skip 'terminals' 'no script(1)'
fi
done_testing
