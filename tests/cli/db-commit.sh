#!/bin/sh
# SPDX-License-Identifier: MIT
# tuner db commit and log: only the database's own files, in whatever
# repository holds it.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
command -v git >/dev/null || skip_all 'no git'
. "$SOURCE_DIR/tests/cli/db-lib.sh"

# A folder of its own.
fails_with 'no history yet' 1 'no git repository|cannot open' \
    "$TUNER" db log --db new
add new orangepi-zero 1
run "$TUNER" db commit --db new
is 'a new folder becomes a repository' "$status:$(git -C new status --short)" 0:
is 'on the branch main' "$(git -C new symbolic-ref HEAD)" refs/heads/main
is 'with the record in it' "$(git -C new ls-tree -r --name-only HEAD)" "$place"
is 'and who committed' "$(git -C new log -1 --format='%an %ae %s')" \
    'Test test@example.org Add 1 record of orangepi-zero'
ok 'git finds nothing wrong' git -C new fsck --strict
run "$TUNER" db commit --db new
is 'again, and there is nothing to do' \
    "$status:$(git -C new rev-list --count HEAD):$(cat out)" 0:1:
add new pine64 2
add new orangepi-zero 3
"$TUNER" db commit --db new --message 'Two more' >out
is 'more records, own message' "$(git -C new log -1 --format=%s)" 'Two more'
rm -r new/pine64
"$TUNER" db commit --db new >out
is 'removed records go' "$(git -C new ls-tree -r --name-only HEAD | wc -l)" 2
is 'and no empty folder stays' \
    "$(git -C new ls-tree --name-only HEAD)" orangepi-zero
run "$TUNER" db log --db new --json
is 'the log has all, newest first' \
    "$(json out 'commits.#') $(json out commits.0.removed) $(json out commits.1.subject)" \
    '3 1 Two more'
"$TUNER" db log --db new --limit 1 >out
is 'as many as one asks for' "$(wc -l <out | tr -d ' ')" 1

# In a folder of a project, with other work under way.
git init -q project
mkdir -p project/tools/db
echo one >project/code.c
echo one >project/staged.c
echo notes >project/tools/db/README
git -C project add .
git -C project commit -qm Start
printf '#!/bin/sh\ntouch hook-ran\nexit 1\n' >project/.git/hooks/pre-commit
cp project/.git/hooks/pre-commit project/.git/hooks/commit-msg
cp project/.git/hooks/pre-commit project/.git/hooks/post-commit
chmod +x project/.git/hooks/*-commit project/.git/hooks/commit-msg
echo two >project/staged.c
git -C project add staged.c
echo two >project/code.c
echo new >project/untracked.c
echo more >>project/tools/db/README
add project/tools/db orangepi-zero 1
before=$(git -C project status --short | grep -v orangepi)
run "$TUNER" db commit --db project/tools/db
is 'a commit in a project' "$status" 0
is 'has the record and nothing else' \
    "$(git -C project show --format= --name-only HEAD)" "tools/db/$place"
is 'leaves what is staged, changed and new as it was' \
    "$(git -C project status --short)" "$before"
is 'runs no hook' "$(find project -name hook-ran)" ''
is 'keeps the other files' "$(git -C project show HEAD:staged.c)" one

# A detached head, and a worktree.
git -C project worktree add -q ../tree HEAD
add tree/tools/db pine64 1
run "$TUNER" db commit --db tree/tools/db
is 'a worktree with a detached head' \
    "$status:$(git -C tree status --short):$(git -C tree rev-list --count HEAD)" \
    0::3
is 'does not move the branch' "$(git -C project rev-list --count main)" 2

# What is in the way.
touch project/.git/index.lock
add project/tools/db orangepi-zero 2
fails_with 'a locked repository' 1 'locked.*index\.lock' \
    "$TUNER" db commit --db project/tools/db
rm project/.git/index.lock
is 'is left as it was' "$(git -C project rev-list --count main)" 2
git -C project rev-parse HEAD >project/.git/MERGE_HEAD
fails_with 'a merge under way' 1 'in the middle of a merge' \
    "$TUNER" db commit --db project/tools/db
rm project/.git/MERGE_HEAD
touch project/.git/refs/heads/main.lock
fails_with 'a locked branch' 1 'lock' \
    "$TUNER" db commit --db project/tools/db
rm project/.git/refs/heads/main.lock
ok 'and then it works' "$TUNER" db commit --db project/tools/db
is 'with nothing left over' "$(git -C project status --short)" "$before"
mkdir -p broken/.git
add broken orangepi-zero 1
run "$TUNER" db commit --db broken
is 'a folder with an empty .git is no repository' "$status" 0
git init -q broken2
echo rubbish >broken2/.git/HEAD
add broken2 orangepi-zero 1
run "$TUNER" db commit --db broken2
is 'a broken one is an error in one line' "$status:$(wc -l <err | tr -d ' ')" 1:1
if [ "$(id -u)" = 0 ] && git init -q theirs && add theirs orangepi-zero 1 &&
    chown -R nobody theirs 2>/dev/null; then
    fails_with "somebody else's is not used" 1 "is somebody else's: .*safe.directory" \
        "$TUNER" db commit --db theirs
    fails_with 'nor read' 1 "is somebody else's: .*safe.directory" \
        "$TUNER" db log --db theirs
else
    skip "somebody else's is not used" 'no root'
    skip 'nor read' 'no root'
fi
git init -q --bare bare
mkdir -p bare/db
add bare/db orangepi-zero 1
fails_with 'a bare repository has no place for files' 1 'no working files' \
    "$TUNER" db commit --db bare/db

# Who commits.
printf '[user]\n' >"$GIT_CONFIG_GLOBAL"
add nobody orangepi-zero 1
fails_with 'somebody whom git does not know' 1 'user\.name' \
    "$TUNER" db commit --db nobody
not_ok 'makes no repository' test -e nobody/.git
add project/tools/db pine64 7
run "$TUNER" db commit --db project/tools/db
is 'and stages nothing in one that is there' \
    "$status:$(git -C project status --short tools/db/pine64)" \
    '1:?? tools/db/pine64/'
GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C \
    GIT_COMMITTER_EMAIL=c@d "$TUNER" db commit --db nobody >out 2>err
is 'the environment can tell' \
    "$(git -C nobody log -1 --format='%an %ae %cn %ce')" 'A a@b C c@d'

# A first commit that was killed when all was made but for its own folder.
mkdir nobody/.git-new
run "$TUNER" db commit --db nobody
is 'what a killed commit left hinders none' "$status" 0
not_ok 'and goes' test -e nobody/.git-new

# A record that was edited is not committed.
printf '[user]\nname = T\nemail = t@e\n' >"$GIT_CONFIG_GLOBAL"
add new orangepi-zero 9
sed -i 's/-O3/-Ofast/' "new/$place"
fails_with 'an edited record' 1 "$place: .*edited" \
    "$TUNER" db commit --db new
done_testing
