#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Case A22 (jansel/opentuner#70).
# The plan before a search, and mistakes on the command line.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
plan 17

: >"$FAKECC_LOG"
run "$TUNER" auto --dry-run --cc "$fake"
is 'a dry run exits with 0' "$status" 0
is 'a dry run times nothing' "$(samples)" 0
like 'lists a flag with its class' "$(cat out)" \
    '^-funroll-loops +flag +safe +takes it'
like 'gives the compiler'\''s words for a refused one' "$(cat out)" \
    '^-fsplit-loops .*unknown-flag: .*unrecognized'
like 'names unsafe maths and how to allow it' "$(cat out)" \
    '^-ffast-math .*left out.*--allow changes-float'
unlike 'does not try unsafe maths by itself' "$(cat out)" \
    '^-(Ofast|ffast-math) +(flag|level) '
cp out plan.txt
run "$TUNER" auto --dry-run --cc "$fake" --allow changes-float
like 'tries it when allowed' "$(cat out)" '^-ffast-math +flag +changes-float'
run "$TUNER" space --cc "$fake"
unlike 'space is shorter without --all' "$(cat out)" 'left out  '

auto --seed 1
for flag in $(flags | tr -d '[]",'); do
    grep -q -- "^$flag " plan.txt || diag "not in the plan: $flag"
done >missing
is 'the plan holds all that a search uses' "$(cat missing)" ''

fails_with 'an unknown strategy' 2 "no strategy 'magic'" \
    "$TUNER" auto --strategy magic --cc "$fake"
fails_with 'an unknown effort' 2 "no effort 'huge'" \
    "$TUNER" auto --effort huge --cc "$fake"
fails_with 'an unknown class' 2 'changes-float' \
    "$TUNER" auto --allow everything --cc "$fake"
fails_with 'an unknown implementation' 2 "no implementation 'best'" \
    "$TUNER" auto --implementation best --cc "$fake"
fails_with 'an unknown metric' 2 "metric" \
    "$TUNER" auto --metric joy --cc "$fake"
fails_with 'a missing compiler' 1 "no-such-cc" \
    "$TUNER" auto --cc no-such-cc
fails_with 'a space that is too large to be searched whole' 1 \
    'too many for an exhaustive search' \
    "$TUNER" auto --quiet --cc "$fake" --strategy exhaustive --budget 5s
printf '[dimension "-O"]\nclass = level\nvalue = -fplugin=x\n' >bad.conf
fails_with 'a space with a forbidden flag' 1 'bad.conf:3: .*plugin' \
    "$TUNER" space --cc "$fake" --space bad.conf
