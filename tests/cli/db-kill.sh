#!/bin/sh
# SPDX-License-Identifier: MIT
# SIGKILL at random moments of db add, commit and merge: every record stays
# whole, and no lock blocks the next run. (200 of them: db-kill-200.sh.)
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
command -v git >/dev/null || skip_all 'no git'
timeout -s KILL 5 true 2>/dev/null || skip_all 'no timeout(1)'
. "$SOURCE_DIR/tests/cli/db-lib.sh"
kills=${KILLS:-10}

add db orangepi-zero 0
"$TUNER" db commit --quiet --db db >out
git clone -q db theirs

# killed ROUND COMMAND...: ends it after a time of its own, up to 40 ms.
killed() {
    delay=$(awk -v seed="$1" 'BEGIN { srand(seed); printf "%.4f", rand() * 0.04 }')
    shift
    timeout -s KILL "$delay" "$@" >out 2>err
}

round=0
blocked=0
lost=0
while [ "$round" -lt "$kills" ]; do
    round=$((round + 1))
    draft draft.json orangepi-zero "$round"
    killed "$round" "$TUNER" db add --db db draft.json
    add db pine64 "$round"
    killed "$((round + 1000))" "$TUNER" db commit --db db
    add theirs wandboard "$round"
    "$TUNER" db commit --quiet --db theirs >out 2>err || blocked=$((blocked + 1))
    git -C db fetch -q ../theirs main
    killed "$((round + 2000))" "$TUNER" db merge --db db FETCH_HEAD
    "$TUNER" db merge --db db FETCH_HEAD >out 2>err || {
        blocked=$((blocked + 1))
        diag "round $round: $(cat err)"
    }
    git -C theirs pull -q ../db main 2>err || blocked=$((blocked + 1))
    [ "$(find db/pine64 -name '*.json' | wc -l)" -eq "$round" ] ||
        lost=$((lost + 1))
    [ "$(find db/wandboard -name '*.json' | wc -l)" -eq "$round" ] ||
        lost=$((lost + 1))
done
is 'no run was blocked by what was killed' "$blocked" 0
is 'no record was lost' "$lost" 0
ok 'every record is whole' "$TUNER" db verify --db db
ok 'git finds nothing wrong' git -C db fsck --strict
"$TUNER" db commit --quiet --db db >out 2>err
is 'nothing is left to commit' "$(git -C db status --porcelain)" ''
is 'and no lock stays' "$(find db/.git -name '*.lock' -o -name tuner-commit)" ''

# A lock whose owner is not dead is respected.
add db pine64 9999
touch db/.git/index.lock
fails_with "another program's lock is not touched" 1 'locked' \
    "$TUNER" db commit --db db
if command -v flock >/dev/null; then
    touch db/.git/tuner-commit
    # shellcheck disable=SC2016 # for the inner shell
    flock db/.git/tuner-commit sh -c 'touch db/.git/index.lock
        exec "$TUNER" db commit --db db' >out 2>err
    like 'nor is that of a live tuner' "$?:$(cat err)" '^1:.*locked'
else
    skip 'nor is that of a live tuner' 'no flock(1)'
fi
touch db/.git/tuner-commit
touch db/.git/index.lock db/.git/HEAD.lock db/.git/refs/heads/main.lock
ok 'those of a dead one are removed' "$TUNER" db commit --db db
done_testing
