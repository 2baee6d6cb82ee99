#!/bin/sh
# SPDX-License-Identifier: MIT
# Root is told what builds and benchmarks may do, and can have them run as
# somebody else: the core, and a user's program.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
. "$SOURCE_DIR/tests/cli/program_lib.sh"

auto --implementation reference --budget 20s
unlike '--quiet says nothing' "$(cat err)" 'root'

if [ "$(id -u)" -ne 0 ]; then
    run "$TUNER" check -- -O2
    unlike 'who is not root is told nothing' "$(cat err)" 'as root'
    fails_with 'nor can he choose a user' 2 'only root' \
        "$TUNER" check --user nobody -- -O2
    done_testing
    exit
fi
run "$TUNER" check -- -O2
is 'root is told once' "$(grep -c 'run as root: --user' err)" 1
fails_with 'the user must exist' 2 "no user 'no-such-user'" \
    "$TUNER" check --user no-such-user -- -O2

# Another user gets to the programs of this test.
chmod 755 "$work" "$work/tmp"
if ! setpriv --reuid nobody --clear-groups test -x "$fake" 2>/dev/null ||
    ! setpriv --reuid nobody --clear-groups \
        test -r "$TUNER_DATADIR/core/kernels.conf"; then
    skip 'runs as nobody' 'nobody cannot read these folders'
    done_testing
    exit
fi
cat >who-cc <<END
#!/bin/sh
echo "\$(id -un) \$HOME" >>"$work/users"
exec "$fake" "\$@"
END
chmod 755 who-cc
: >users
: >"$FAKECC_LOG"
chmod 666 users "$FAKECC_LOG"

run "$TUNER" auto --json --user nobody --cc "$work/who-cc" --db db \
    --effort quick --strategy greedy --implementation reference --budget 20s
is 'a search as another user ends well' "$status" 0
unlike 'and has no word on root' "$(cat err)" 'as root'
is 'every compiler ran as that user' "$(sort -u users | cut -d' ' -f1)" nobody
is 'at home there' "$(sort -u users | cut -d' ' -f2)" \
    "$(getent passwd nobody | cut -d: -f6)"
is 'the record is ours' "$(stat -c %U "$(json out record)")" "$(id -un)"
is 'nothing is left' "$(ls -A tmp)" ''

program p
cat >>p/build.sh <<END
id -un >>"$work/users"
END
chmod 755 p
: >users
tune p --db db2 --user nobody
is "a user's program as another user ends well" "$status" 0
is 'built by that user' "$(sort -u users)" nobody
is 'with the same winner' "$(json out winner.flags.0)" -Os
is 'and leaves nothing' "$(ls -A tmp)" ''
done_testing
