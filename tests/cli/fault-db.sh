#!/bin/sh
# SPDX-License-Identifier: MIT
# Saving a record while the disk, the file system or memory fails: the record
# is there whole or not at all, and those that were there stay.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/fault/lib.sh"

fault_skip
TUNER_DB=$work/db
export TUNER_DB
"$TUNER" db add "$data/records/x86.json" >/dev/null || exit 1
mv db fresh

before() {
    rm -rf db
    cp -r fresh db
}

# The old record is untouched, the database is right, and there is no file
# but records.
after() {
    diff -r fresh/x86_64-znver3 db/x86_64-znver3 >/dev/null || return 1
    "$TUNER" db verify >/dev/null 2>&1 || return 1
    [ -z "$(find db -type f ! -name '*-????????????.json')" ] || return 1
    [ "$status" -ne 0 ] || [ "$(find db -type f | wc -l)" -eq 2 ]
}

each_fault 'db add' 'open read write fsync rename link unlink mkdir malloc' \
    "$TUNER" db add "$data/records/pi4.json"

export FAULT_EVERY=1 FAULT_ERRNO=28
each_fault 'db add on a full disk' 'write mkdir link' \
    "$TUNER" db add "$data/records/pi4.json"
unset FAULT_EVERY FAULT_ERRNO

# Short writes and interrupted calls change nothing.
for storm in FAULT_SHORT FAULT_EINTR; do
    before
    run env LD_PRELOAD="$fault" "$storm=1" \
        "$TUNER" db add "$data/records/pi4.json"
    is "db add under $storm ends well" "$status" 0
    ok "db add under $storm saves all" after
done

done_testing
