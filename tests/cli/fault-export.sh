#!/bin/sh
# SPDX-License-Identifier: MIT
# Exporting while calls fail: the file is the old one or the whole new one.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/fault/lib.sh"

fault_skip
record=$data/records/pi4.json
"$TUNER" export --record "$record" --format make >wanted.mk || exit 1

before() {
    rm -rf place
    mkdir place
    echo old >place/tuner.mk
}

after() {
    [ "$(ls -A place)" = tuner.mk ] || return 1
    cmp -s wanted.mk place/tuner.mk && return
    [ "$status" -ne 0 ] && [ "$(cat place/tuner.mk)" = old ]
}

each_fault 'export' 'open read write rename malloc' \
    "$TUNER" export --record "$record" --format make --output place/tuner.mk

done_testing
