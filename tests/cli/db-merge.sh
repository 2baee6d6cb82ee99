#!/bin/sh
# SPDX-License-Identifier: MIT
# tuner db merge: two people's records come together, none is lost.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
command -v git >/dev/null || skip_all 'no git'
. "$SOURCE_DIR/tests/cli/db-lib.sh"

# many DIR FIRST LAST: that many records of one board, in one call.
many() {
    mkdir -p drafts
    rm -f drafts/*
    draft one.json orangepi-zero SEED
    awk -v first="$2" -v last="$3" '
        { text = text $0 "\n" }
        END {
            for (seed = first; seed <= last; seed++) {
                this = text
                sub(/SEED/, seed, this)
                name = "drafts/" seed ".json"
                printf "%s", this >name
                close(name)
            }
        }' one.json
    "$TUNER" db add --quiet --db "$1" drafts/*.json >added
}

# Folders.
add one orangepi-zero 1
add two orangepi-zero 2
add two orangepi-zero 1
add two pine64 3
run "$TUNER" db merge --db one two
is 'a folder comes in, both of a board are kept' \
    "$status:$(cat out):$(records one)" '0:2 added, 1 known, 0 refused:3'
run "$TUNER" db merge --json --db one two
is 'again, and all is known' "$(json out added) $(json out known)" '0 3'
mkdir none
fails_with 'a folder without records' 1 'no records' \
    "$TUNER" db merge --db one none
good=two/$place
add bad pine64 4
sed 's/-O3/-fplugin=evil/' "$good" >"bad/pine64/evil.json"
run "$TUNER" db merge --db one bad
is 'a bad record is left out, a good one comes in' \
    "$status:$(records one)" 1:4
like 'and the bad one is named with the reason' "$(cat err)" 'bad/pine64/evil\.json: .*plugin'

# Two clones of one repository add 500 records each.
add a pine64 1
"$TUNER" db commit --quiet --db a >out
git clone -q a b
many a 1 500
"$TUNER" db commit --quiet --db a >out
many b 501 1000
"$TUNER" db commit --db b >out
git -C b fetch -q
run "$TUNER" db merge --json --db b origin/main
is 'records of another clone come in' "$status:$(json out added)" 0:500
is 'all are there' "$(records b)" 1001
is 'the histories are joined' \
    "$(json out joined):$(git -C b log -1 --format=%P | wc -w | tr -d ' ')" \
    true:2
is 'nothing is left to do' "$(git -C b status --porcelain)" ''
git -C a fetch -q ../b main
run "$TUNER" db merge --json --db a FETCH_HEAD
is 'the way back is a step forward, no new commit' \
    "$(git -C a rev-parse HEAD)" "$(git -C b rev-parse HEAD)"
is 'all are there too' "$(records a):$(git -C a status --porcelain)" 1001:
ok 'and all are whole' "$TUNER" db verify --db a
run "$TUNER" db merge --json --db a FETCH_HEAD
is 'merged already' "$(json out added):$(json out history.committed)" 0:false
ok 'git finds nothing wrong' git -C a fsck --strict

# git's own merge cannot conflict either.
many a 1001 1020
"$TUNER" db commit --quiet --db a >out
many b 1021 1040
"$TUNER" db commit --db b >out
git -C b fetch -q
ok 'git merges records by itself' git -C b merge -q -m Merge origin/main
is 'and loses none' "$(records b)" 1041

# What one removed stays removed; what the other removed stays here.
first=$(git -C a ls-files | sed -n 1p)
second=$(git -C a ls-files | sed -n 2p)
git -C a pull -q ../b main
rm "a/$first"
"$TUNER" db commit --quiet --db a >out
rm "b/$second"
"$TUNER" db commit --db b >out
git -C a fetch -q ../b main
"$TUNER" db merge --db a FETCH_HEAD >out
not_ok 'removed here stays removed' test -e "a/$first"
ok 'removed there stays here' test -e "a/$second"

# Unrelated histories, and other files.
add c wandboard 7
"$TUNER" db commit --quiet --db c >out
git -C one init -q
"$TUNER" db commit --quiet --db one >out
git -C c fetch -q ../one main
run "$TUNER" db merge --json --db c FETCH_HEAD
is 'histories with nothing in common join' \
    "$(json out joined):$(records c)" true:5
git clone -q a d
echo code >d/program.c
git -C d add program.c
git -C d commit -qm Code
add d tinkerboard 8
"$TUNER" db commit --db d >out
git -C a fetch -q ../d main
run "$TUNER" db merge --db a FETCH_HEAD
is 'other files are left to git' "$status:$(git -C a ls-files program.c)" 0:
like 'and it says so' "$(cat err)" 'git merge'
ok 'but the record is here and committed' \
    test -n "$(git -C a ls-files tinkerboard)"
ok 'git can still merge' git -C a merge -q -m Merge FETCH_HEAD
# A record that grows when it is unpacked: 8 GB would be as small.
git -C a worktree add -q --detach ../bomb
mkdir -p bomb/pine64
awk 'BEGIN { for (i = 0; i < 90000; i++) printf "%100s", "" }' \
    >bomb/pine64/bomb.json
git -C bomb add pine64
git -C bomb commit -qm Bomb
run "$TUNER" db merge --db a "$(git -C bomb rev-parse HEAD)"
like 'a record that is too large is left out' "$(cat err)" \
    'pine64/bomb.json: is larger than'
not_ok 'and does not come in' test -e a/pine64/bomb.json
git -C a worktree remove --force ../bomb
fails_with 'neither a folder nor a revision' 1 "'nowhere' is neither" \
    "$TUNER" db merge --db a nowhere
add e pine64 5
fails_with 'a revision needs a repository' 1 'no git repository' \
    "$TUNER" db merge --db e main
done_testing
