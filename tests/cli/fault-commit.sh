#!/bin/sh
# SPDX-License-Identifier: MIT
# Checking records in while the disk, the file system or memory fails: the
# repository stays whole, nothing that was in it is lost, and the next commit
# is not in anybody's way.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/fault/lib.sh"

fault_skip
FAULTS_MOST=${TUNER_TEST_FAULTS:-12}
command -v git >/dev/null || skip_all 'there is no git'
git config --global user.name Someone
git config --global user.email someone@example.org
git config --global init.defaultBranch main
TUNER_DB=$work/db
export TUNER_DB
"$TUNER" db add "$data/records/x86.json" >/dev/null || exit 1
cp -r db bare
"$TUNER" db commit >/dev/null 2>&1 || exit 1
old=$(git -C db rev-parse HEAD)
"$TUNER" db add "$data/records/pi4.json" >/dev/null || exit 1
cp -r db fresh

before() {
    rm -rf db
    cp -r "$from" db
}

# checked_in WHAT: how many records a commit has.
checked_in() {
    git -C db ls-tree -r --name-only "$1" | grep -c '\.json$'
}

whole() {
    git -C db fsck --strict >why 2>&1 && "$TUNER" db verify >why 2>&1
}

# What was there is there; a commit that was told is one; and then it works,
# and nothing is left of what was half made.
after() {
    diff -r -x .git -x .git-new "$from" db >why 2>&1 || return 1
    if [ "$from" = fresh ]; then
        whole && [ "$(checked_in "$old")" -eq 1 ] || return 1
    fi
    [ "$status" -ne 0 ] || [ "$(checked_in HEAD)" -eq "$records" ] || return 1
    "$TUNER" db commit >why 2>&1 || return 1
    diff -r -x .git "$from" db >why 2>&1 || return 1
    whole && [ "$(checked_in HEAD)" -eq "$records" ]
}

from=fresh
records=2
each_fault 'db commit' 'open read write fsync rename link unlink mkdir malloc' \
    "$TUNER" db commit
from=bare
records=1
each_fault 'first db commit' 'open write fsync rename mkdir malloc' \
    "$TUNER" db commit

from=fresh
records=2
export FAULT_EVERY=1 FAULT_ERRNO=28
each_fault 'db commit on a full disk' 'write mkdir' "$TUNER" db commit
unset FAULT_EVERY FAULT_ERRNO

for storm in FAULT_SHORT FAULT_EINTR; do
    before
    run env LD_PRELOAD="$fault" "$storm=1" "$TUNER" db commit
    is "db commit under $storm ends well" "$status" 0
    ok "db commit under $storm saves all" after
done

done_testing
