#!/bin/sh
# SPDX-License-Identifier: MIT
# A search that is stopped with --json: one object on stdout, words on stderr.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"

# stop SAMPLES: starts a search and stops it after so many samples.
stop() {
    begin "$1" "$TUNER" auto --json --cc "$fake" --db "$work/db" \
        --effort quick --strategy greedy --budget 600s
    # As Ctrl-C, but a shell has its background jobs ignore that one.
    kill -TERM "$search"
    wait "$search"
    status=$?
}

stop 300
is 'a stop ends with 128 and the signal' "$status" 143
is 'says in JSON that it was stopped' "$(json out stopped)" true
like 'has the best flags so far' "$(json out best.flags)" '-O'
is 'does not call them proven' "$(json out best.verdict)" not-confirmed
like 'names what the gain is over' "$(json out best.over)" '^-O'
like 'has the best for plain code' "$(json out plain.flags)" '-O'
like 'tells people on stderr' "$(cat err)" 'best so far: -O'
like 'and how to go on' "$(cat err)" 'tuner auto --resume'
is 'stores no record' "$(find db -name '*.json' | wc -l)" 0

# A compiler that does not answer.
cat >slow-cc <<END
#!/bin/sh
touch "$work/asked"
exec sleep 60
END
chmod +x slow-cc
"$TUNER" auto --json --cc "$work/slow-cc" --db "$work/db" >out 2>err </dev/null &
search=$!
while [ ! -e asked ]; do sleep 0.1; done
kill -TERM "$search"
wait "$search"
is 'a stop before the first sample' "$?" 143
is 'is an object, too' "$(json out stopped)" true
is 'without a best' "$(json out best)" null
done_testing
