#!/bin/sh
# SPDX-License-Identifier: MIT
# SIGKILL at random moments of a search: afterwards the database verifies, the
# search goes on, and nothing is in the way of the next run. TUNER_TEST_KILLS
# says how many moments (200 of them: kill-auto-200.sh).
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"

kills=${TUNER_TEST_KILLS:-4}
tiny_space
"$TUNER" db --db fresh add "$data/records/pi4.json" >/dev/null || exit 1

# random MAXIMUM: a number below it, from a fixed seed.
seed=7
random() {
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    drawn=$((seed / 65536 % $1))
}

# search OPTION...: in a process of its own, whose number a job's $! is: a
# function in the background is a shell that waits, and killing that is no
# test.
cat >search <<END
#!/bin/sh
exec "$TUNER" auto --json --quiet --cc "$fake" --db "$work/db" \\
    --space "$work/tiny.conf" --implementation reference \\
    --strategy greedy --budget 3s "\$@"
END
chmod +x search

# killed: starts a search and kills it at a random moment of its run.
killed() {
    ./search >killed.out 2>killed.err &
    pid=$!
    random "$whole_ms"
    sleep "$(printf '%d.%03d' $((drawn / 1000)) $((drawn % 1000)))"
    kill -KILL "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    code=$?
    [ "$code" -ne 137 ] || hits=$((hits + 1))
}

# goes_on: a run after a kill goes on from the journal to a record, and takes
# away what the killed ones left in the folder for temporary files.
goes_on() {
    ./search --resume >resumed || return 1
    [ -f "$(json resumed record)" ] || return 1
    [ -z "$(ls tmp)" ] || {
        ls tmp >&2
        return 1
    }
}

cp -r fresh db
started=$(date +%s%3N)
ok 'a search ends when nobody kills it' ./search
whole_ms=$(($(date +%s%3N) - started))
rm -rf db
cp -r fresh db

bad=
hits=0
n=0
while [ "$n" -lt "$kills" ]; do
    n=$((n + 1))
    killed
    gone >why 2>&1 && whole >why 2>&1 || bad="$bad $n: $(head -n 1 why)"
    if [ $((n % 10)) -eq 0 ] || [ "$n" -eq "$kills" ]; then
        goes_on 2>why || bad="$bad $n goes on: $(head -n 1 why)"
    fi
done
is "search: $kills of $kills kills leave all in order" "$bad" ''

# A first search takes longer than those that find its objects.
ok "kills met a search ($hits of $kills)" test "$hits" -ge "$((kills / 4))"
ok 'no temporary file is left in the database' \
    test -z "$(find db -name '*.tmp-*')"
done_testing
