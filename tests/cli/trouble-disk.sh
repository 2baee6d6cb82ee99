#!/bin/sh
# SPDX-License-Identifier: MIT
# Disks that are full, nearly full or may not be written to: a clear error or
# a whole result, and what was there stays as it was.
. "${SOURCE_DIR:-$PWD}/tests/cli/trouble_lib.sh"

record=$data/records/pi4.json
other=$data/records/x86.json
"$TUNER" db add --db fresh "$other" >/dev/null || exit 1

# unhurt: the record that was there is, and nothing but whole records.
unhurt() {
    diff -r fresh/x86_64-znver3 db/x86_64-znver3 &&
        "$TUNER" db verify --db db &&
        [ -z "$(find db -type f ! -name '*-????????????.json' ! -name filler)" ]
}

# ---- the database ----
small db 1m
cp -r fresh/* db
fill db
run "$TUNER" db add --db db "$record"
one_error 'a record does not fit' 'No space left'
ok 'and the others are unhurt' unhurt
tiny
one_error 'a search cannot store its record' 'No space left'
like 'but shows it' "$(json out winner.flags)" '-O'
ok 'and the others are unhurt, again' unhurt
rm db/filler
run "$TUNER" db add --db db "$record"
is 'a megabyte is enough' "$status" 0
umount db

small db 1m
cp -r fresh/* db
mount -o remount,bind,ro db
run "$TUNER" db add --db db "$record"
one_error 'a database that may not be written to' 'Read-only file system'
run "$TUNER" db list --db db
is 'can be read' "$status" 0
ok 'and is unhurt' unhurt
umount db
rmdir db
cp -r fresh db

# ---- temporary files ----
umount tmp 2>/dev/null
small tmp 1m
fill tmp
tiny
one_error 'no room for temporary files' 'No space left'
rm tmp/filler
is 'nothing is left of them' "$(ls -A tmp)" ''
fill tmp 200000
tiny
rm tmp/filler
if [ "$status" -eq 0 ]; then
    like 'or the search is done' "$(json out winner.flags)" '-O'
else
    one_error 'or the search says so' 'No space left|out of memory|disk'
fi
is 'nothing is left of them, again' "$(ls -A tmp)" ''
tiny
is 'a megabyte is enough for temporary files' "$status" 0
run "$TUNER" check --quiet --json --cc "$TEST_CC" -- -O2
is 'and for a trial' "$status" 0
mount -o remount,bind,ro tmp
tiny
one_error 'a folder for them that may not be written to' \
    'Read-only file system'
umount tmp
mount -t tmpfs -o noexec none tmp
tiny
one_error 'one from which nothing may be run' 'mounted noexec'
umount tmp
ok 'the database is unhurt' unhurt

# ---- the journal ----
small home 1m
fill home
tiny
one_error 'no room for a journal' 'No space left'
rm home/filler
tiny
is 'a megabyte is enough for it' "$status" 0
is 'and for the next' "$(tiny --resume --seed 2; echo "$status")" 0
umount home
rm -r db
cp -r fresh db

# ---- exports ----
small place 1m
echo old >place/tuner.mk
fill place
run "$TUNER" export --record "$record" --format make --output place/tuner.mk
one_error 'an export does not fit' 'No space left'
is 'the old file is whole' "$(cat place/tuner.mk)" old
mount -o remount,bind,ro place
run "$TUNER" export --record "$record" --format make --output place/tuner.mk
one_error 'an export that may not be written' 'Read-only file system'
run "$TUNER" report --record "$record" --site place/site
one_error 'a site that may not be written' 'Read-only file system'
umount place
done_testing
