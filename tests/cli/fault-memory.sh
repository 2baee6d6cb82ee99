#!/bin/sh
# SPDX-License-Identifier: MIT
# Every single allocation of a search and of what keeps records fails once
# (tests/fault/memory.c), and each state of the database that this can leave is
# a good one.  With TUNER_TEST_THOROUGH=1 those that the program lives with
# are tried again, each in a run to its end (tests/fault/fault.c).
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
. "$SOURCE_DIR/tests/fault/lib.sh"

memory=$BUILD_DIR/tests/fault/memory.so
fault_skip
MEMORY_REPORT=report LD_PRELOAD=$memory "$TUNER" --version >/dev/null 2>&1 ||
    skip_all 'no filter of system calls here'

proven_space
# shellcheck disable=SC2154 # from lib.sh
records=$data/records
"$TUNER" db --db fresh add "$records/pi4.json" >/dev/null || exit 99

before() {
    rm -rf db home tmp
    mkdir home tmp
    printf '[user]\n\tname = t\n\temail = t@example.org\n' >home/.gitconfig
    cp -r fresh db
}

# What was there is, and what is there is whole.
cat >state.sh <<'END'
diff -r fresh/raspberrypi-4b db/raspberrypi-4b && "$TUNER" db --db db verify &&
    ! find db -name '*.tmp-*' | grep .
END

after() {
    sh state.sh >why 2>&1
}

# lines WORD: those of the report that begin with it.
lines() {
    sed -n "s/^$1 //p" report
}

# each_allocation TITLE COMMAND...
each_allocation() {
    title=$1
    shift
    before
    run env MEMORY_REPORT="$work/report" LD_PRELOAD="$memory" \
        MEMORY_CHECK="cd '$work' && sh state.sh >/dev/null 2>&1" "$@"
    is "$title: works beside those that fail" "$status" 0
    is "$title: each of $(lines total) fails with an error, or is survived" \
        "$(lines bad | head -n 5)" ''
    ok "$title: most end at once" test "$(lines survived | wc -l)" \
        -lt $(($(lines total) * 9 / 10))
    is "$title: leaves a good database at any time" "$(lines state)" ''
    survived=$(lines survived)
    [ "$thorough" = 0 ] || each_survived "$@"
}

each_survived() {
    bad=
    for n in $survived; do
        one_fault malloc "$n" "$@" ||
            bad="$bad $n: exit $status; $(cat why err | head -n 2)
"
    done
    is "$title: so do all that are survived, to the end" "$bad" ''
}

each_allocation verify "$TUNER" db --db "$work/db" verify
each_allocation export "$TUNER" export --record "$records/pi4.json" \
    --format make
each_allocation add "$TUNER" db --db "$work/db" add "$records/x86.json"
each_allocation commit "$TUNER" db --db "$work/db" commit
each_allocation report "$TUNER" report --db "$work/db" \
    --board raspberrypi-4b --format html
each_allocation auto "$TUNER" auto --json --quiet --cc "$fake" \
    --jobs 1 --effort quick --strategy exhaustive --budget 600s \
    --implementation reference --metric salsa20/poly1305 --db "$work/db" \
    --space "$work/proven.conf"

done_testing
