#!/bin/sh
# SPDX-License-Identifier: MIT
# Records of strangers: refused wherever they come in, with file and reason;
# nothing of them reaches a shell or a compiler. (What is refused and why is
# tested in full by tests/unit/record_hostile.c.)
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/db-lib.sh"

# Whoever starts a shell or a compiler leaves a trace of what it was given.
mkdir traps
: >sprung
for name in sh bash cc gcc clang as ld touch git env; do
    printf '#!%s\necho %s "$@" >>"%s/sprung"\n' "$(command -v sh)" "$name" \
        "$work" >"traps/$name"
    chmod +x "traps/$name"
done
trapped() {
    env PATH="$work/traps" "$TUNER" "$@" >out 2>err
    status=$?
}

add good orangepi-zero 1
record=$(cat "good/$place")

# hostile NAME SED-SCRIPT REASON: the record, changed, is refused.
mkdir -p evil/orangepi-zero
hostile() {
    name=evil/orangepi-zero/$1.json
    printf '%s\n' "$record" | sed "$2" >"$name"
    trapped db import --db "$work/in" "$name"
    if [ "$status" -eq 1 ] && [ ! -s out ] && grep -Eq -- "$3" err &&
        grep -q "$1\.json" err && [ ! -e "$work/in/orangepi-zero" ]; then
        pass "import refuses: $1"
    else
        fail "import refuses: $1" "$status" "$(cat out err)"
    fi
}

hostile plugin 's/"-O3"/"-fplugin=evil"/' 'loads a plugin'
hostile path 's/"-O3"/"-specs=\/tmp\/evil"/' 'names a path'
hostile program 's/"-O3"/"-wrapper"/' 'runs a program'
hostile linker-script 's/"-O3"/"-Wl,-Tevil"/' 'no family'
hostile response-file 's/"-O3"/"@evil"/' 'file of flags'
hostile semicolon 's/"-O3"/"-O3;touch sprung"/' 'no flag needs'
# shellcheck disable=SC2016 # it is not to be expanded
hostile substitution 's/"-O3"/"-O3$(touch sprung)"/' 'no flag needs'
# shellcheck disable=SC2016
hostile backtick 's/"-O3"/"-O3`touch sprung`"/' 'no flag needs'
hostile newline 's/"-O3"/"-O3\\ntouch sprung"/' 'control character'
hostile board-path 's/"id": "orangepi-zero"/"id": "..\/..\/x"/' 'board: id'
hostile board-dot 's/"id": "orangepi-zero"/"id": ".git"/' 'board: id'
hostile escape 's/Board orangepi/\\u001b]0;x\\u0007/' 'control character'
hostile huge 's/"gain": [0-9.]*/"gain": 1e999/' 'json:[0-9]+: '
hostile nan 's/"gain": [0-9.]*/"gain": NaN/' 'json:[0-9]+: '
hostile type 's/"gain": [0-9.]*/"gain": "1.5"/' 'not a number'
hostile repeated 's/"gain": [0-9.]*/"gain": 1.5, "gain": 1.5/' 'duplicate'
hostile unknown 's/"gain"/"evil": 1, "gain"/' "unknown key 'evil'"
# shellcheck disable=SC2016 # sed's last line
hostile truncated '20,$d' 'json:[0-9]+: '
printf '%s' "$record" | tr 'B' '\377' >x
hostile bytes "s/Board/$(printf '\377\376')/" 'json:[0-9]+: '
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "[" }' >deep
record=$(cat deep)
hostile deep '' 'depth'

# In a folder, they are passed over; what is good stays good.
cp evil/orangepi-zero/*.json good/orangepi-zero
trapped db list --db "$work/good" --board orangepi-zero --json
is 'list has the good ones and names the others' \
    "$status:$(json out 'records.#'):$(json out 'faults.#')" 0:2:20
trapped db best --db "$work/good" --board orangepi-zero
is 'best answers' "$status:$(cat out)" '0:-O3 -mcpu=cortex-a7'
trapped db verify --db "$work/good"
is 'verify names them all' "$status:$(grep -c json out)" 1:20
trapped export --db "$work/good" --board orangepi-zero --format make
like 'export takes the good one' "$(cat out)" '-O3 -mcpu=cortex-a7'
unlike 'and nothing of the others' "$(cat out)" 'evil|touch|plugin'
trapped report --db "$work/good" --board orangepi-zero --format html
unlike 'nor does a report' "$(cat out)" 'evil|touch|plugin'
trapped db merge --db "$work/in" "$work/good"
is 'merge takes the good one' "$(records "$work/in")" 1
is 'and names the others' "$(grep -c 'evil\|json' err)" 20
trapped db commit --db "$work/good"
like 'commit does not take them' "$status $(cat err)" '^1 .*json'

# Folders that lie.
mkdir -p links/orangepi-zero
ln -s "$work/$place" links/orangepi-zero/link.json
ln -s /etc links/etc
mkfifo links/orangepi-zero/pipe.json
trapped db list --db "$work/links" --json
is 'links and pipes are no records' "$(json out 'faults.#')" 0
fails_with 'a pipe cannot be imported' 1 'not a regular file' \
    "$TUNER" db import --db in links/orangepi-zero/pipe.json
fails_with 'nor can an endless file' 1 'not a regular file' \
    "$TUNER" db import --db in /dev/zero
awk 'BEGIN { for (i = 0; i < 9000000; i++) printf " " }' >large.json
fails_with 'nor a huge one' 1 'larger than' \
    "$TUNER" db import --db in large.json

unlike 'nothing of them was given to a shell or a compiler' \
    "$(cat sprung)" 'evil|touch|plugin|^(sh|bash|ld|as|env|git|touch)'
done_testing
