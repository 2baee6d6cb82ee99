#!/bin/sh
# SPDX-License-Identifier: MIT
# Several boards at once: each has a race and a record of its own, the builds
# are shared.
# shellcheck disable=SC2016  # the commands are for the workload's shell
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "${SOURCE_DIR:-$PWD}/tests/cli/program_lib.sh"

program p
# Every build leaves a line; -Os is slow on the second board.
sed -i "s|build = sh build.sh|build = \"echo x >>$PWD/builds; sh build.sh\"|
    s|run = ./prog|run = \"sh run.sh\"|" p/w.conf
cat >p/run.sh <<'END'
if [ "${SLOW-}" = yes ] && grep -q -- -Os flags; then
    printf 'crypto: 50\nswitch: 50\n'
else
    ./prog
fi
END
echo 'printf "%s" "$CFLAGS" >flags' >>p/build.sh

tune p --db db --board one= --board 'two=env SLOW=yes'
is 'the search of both ends' "$status:$(grep -c '^tuning' err)" 0:2
cp out both
is 'the first has its own winner' "$(json both boards.one.winner.flags.0)" -Os
unlike 'the second has another' "$(json both boards.two.winner.flags)" '^-Os'
is 'the first is stored under its name' \
    "$(json both boards.one.record | sed 's|^db/||; s|/.*||')" one
ok 'so is the second' test -d db/two
shared=$(wc -l <builds)

: >builds
tune p --db db2 --board one=
alone=$(wc -l <builds)
ok "both build no more than one alone ($shared, $alone)" \
    test "$shared" -le "$((alone + 1))"
is 'nothing is left' "$(ls -A "$work/tmp")" ''

fails_with 'a board needs a runner' 2 'NAME=RUNNER' \
    "$TUNER" auto --board one
fails_with 'a name is an id' 2 'NAME=RUNNER' "$TUNER" auto --board 'A b='
fails_with 'that a record takes' 2 'begins with a sign' \
    "$TUNER" auto --board --name=
fails_with 'and is not too long for' 2 'more than the 64' \
    "$TUNER" auto --board "$(printf %065d 0)="
fails_with 'each board once' 2 'given twice' \
    "$TUNER" auto --board a= --board a=
fails_with 'no runner beside it' 2 'leave out --runner' \
    "$TUNER" auto --board a= --runner true
done_testing
