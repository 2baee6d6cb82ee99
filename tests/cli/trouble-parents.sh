#!/bin/sh
# SPDX-License-Identifier: MIT
# What careless parents leave: signals that are blocked or ignored, masks,
# limits, folders.  A search ends as ever, or with one clear error and nothing
# left.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"

tiny_space
auto --space tiny.conf --implementation reference
is 'a search' "$status" 0
cp out before

# A search that hangs is ended by force, since its signals may be blocked.
search() {
    rm -rf db home/.cache
    run timeout -s KILL 100 "$@" "$TUNER" auto --json --quiet --cc "$fake" \
        --db "$work/db" --effort quick --strategy greedy --budget 600s \
        --space tiny.conf --implementation reference
}

if env --ignore-signal=CHLD --block-signal=TERM true 2>/dev/null; then
    search env --ignore-signal=CHLD
    is 'an ignored SIGCHLD does not hide how children end' "$status:$(flags)" \
        "0:$(json before winner.flags)"
    search env --block-signal
    is 'nor do blocked signals' "$status" 0
    env --block-signal "$TUNER" auto --quiet --cc "$fake" --db slow \
        --budget 100s --effort exhaustive >/dev/null 2>err &
    tuner=$!
    until [ "$(ls -A tmp)" ]; do sleep 0.1; done
    kill -TERM "$tuner"
    wait "$tuner"
    is 'a blocked SIGTERM stops it all the same' "$?" 143
else
    skip 'signals' 'no env of coreutils 8.31'
fi

search sh -c 'umask 777; exec "$@"' sh
is 'a umask of 777 does not shut us out' "$status" 0
ok 'and the record can be read' "$TUNER" db verify --db db
TMPDIR=tmp search env
is 'a relative TMPDIR is one of the working folder' "$status" 0

# In blocks of 512 bytes: enough for a message only.
search sh -c 'ulimit -f 1; exec "$@"' sh
is 'a limit on the size of files is an error' "$status" 1
like 'and said so' "$(cat err)" '^tuner: .*(File too large|compile)'
search sh -c 'ulimit -n 8; exec "$@"' sh
is 'a limit on open files, too' "$status" 1
like 'and said so' "$(cat err)" '^tuner: .*Too many open files'
empties 'nothing is left' tmp
done_testing
