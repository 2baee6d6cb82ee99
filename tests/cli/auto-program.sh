#!/bin/sh
# SPDX-License-Identifier: MIT
# A user's program tuned: the metrics of one run are kept apart, what is faster
# and wrong is refused.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "${SOURCE_DIR:-$PWD}/tests/cli/program_lib.sh"

program p
tune p --db db
is 'the search ends' "$status" 0
is 'with a proven gain' "$(json out winner.verdict)" proven
is 'the winner has the best level' "$(json out winner.flags.0)" -Os
like 'what is faster and wrong was refused' "$(json out refused)" '^[1-9]'
like 'a run that is too short is told' "$(cat err)" 'starting the program'

record=$(json out record)
is 'the first metric has its own gain' "$(json "$record" metrics.0.name)" crypto
is 'as large as it is' "$(json "$record" metrics.0.ratio)" 2.25
is 'so has the second' "$(json "$record" metrics.1.name)" switch
is 'which is smaller' "$(json "$record" metrics.1.ratio)" 1.23
is 'the record names the refusal' "$(json "$record" refusals.0.word)" \
    wrong-output
run "$TUNER" report --db db
like 'the report shows both' "$(cat out)" 'crypto +switch'
# A benchmark whose loop the optimiser took away is as fast as one likes: the
# search is not lost with its record.
program wild
sed -i 's/set -- 225 123 good/set -- 2000000000 2000000000 good/' \
    wild/build.sh
tune wild --effort quick --db wild-db
is 'a wild gain is kept as it is' "$status:$(json out winner.flags.0)" 0:-Os
ok 'in a record that verifies' "$TUNER" db verify --db wild-db
is 'nothing is left' "$(ls -A "$work/tmp")" ''
done_testing
