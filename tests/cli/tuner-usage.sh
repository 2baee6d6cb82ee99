#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line as such: help, version, mistakes and their exit codes.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

run "$TUNER" --version
is '--version exits with 0' "$status" 0
like '--version prints name and number' "$(cat out)" '^tuner [0-9]+\.[0-9]+'
is '--version is quiet on stderr' "$(cat err)" ''

run "$TUNER" --help
is '--help exits with 0' "$status" 0
like '--help begins with the usage' "$(head -n 1 out)" '^[Uu]sage: tuner '
cp out help
commands=$(sed -n 's/^ \{1,4\}\([a-z][a-z-]*\) .*/\1/p' help)

for command in $commands; do
    run "$TUNER" "$command" --help
    is "$command --help exits with 0" "$status" 0
    like "$command --help shows its usage" "$(cat out)" \
        "^[Uu]sage: tuner $command"
    is "$command --help is quiet on stderr" "$(cat err)" ''
    fails_with "$command refuses an unknown option" 2 'no-such-option' \
        "$TUNER" "$command" --no-such-option
done

fails_with 'no command is a mistake' 2 "tuner --help" "$TUNER"

# What is told to type begins with what was typed.
fails_with 'a path is told as it was typed' 2 "try '$TUNER --help'" "$TUNER"
fails_with 'a name from PATH as a name' 2 "try 'tuner --help'" \
    env PATH="${TUNER%/*}:$PATH" tuner
mkdir 'a folder'
ln -s "$TUNER" 'a folder/tuner'
fails_with 'a path with a blank can be pasted' 2 \
    "try ''a folder/tuner' --help'" 'a folder/tuner'
fails_with 'what is missing comes with a command to run' 1 \
    "''a folder/tuner' db list' shows" \
    'a folder/tuner' report --board nowhere --db empty

fails_with 'an unknown command is named' 2 "'frobnicate'" "$TUNER" frobnicate
fails_with 'an unknown option is named' 2 'no-such-option' \
    "$TUNER" --no-such-option

# Words that would steer a terminal or turn its text are shown as such: an
# escape, U+009B, a line's end, a mark of direction, no UTF-8.
for odd in 'fumble\033[31m' 'fumble\302\233' 'fumble\nicate' 'fumble\342\200\256' \
    'fumble\233' 'fumble\377'; do
    fails_with "a word of odd bytes is shown as plain: $odd" 2 \
        "^tuner: there is no command 'fumble[?][ -~]*'$" \
        "$TUNER" "$(printf %b "$odd")"
done

# JSON is UTF-8; what is not is no reason to print half of it.
odd=$(printf 'd\377')
mkdir "$odd"
fails_with 'an argument that JSON cannot tell' 2 'd[?].*is not UTF-8' \
    "$TUNER" db list --json --db "$odd"
# shellcheck disable=SC2016 # for the other shell
fails_with 'a folder that it cannot tell' 2 'd[?].*is not UTF-8' \
    sh -c 'cd "$1" && exec "$2" db list --json' sh "$odd" "$TUNER"
ok 'others may have any name' "$TUNER" db list --db "$odd"

# A result that could not be written is a failure, not a success.
if [ -w /dev/full ]; then
    "$TUNER" --help >/dev/full 2>err
    is 'a full disk under stdout fails' $? 1
    like 'and says so' "$(cat err)" '^tuner: .*No space left'
else
    skip 'a full disk under stdout fails' 'no /dev/full'
    skip 'and says so' 'no /dev/full'
fi
"$TUNER" --help >&- 2>err
is 'a closed stdout fails' $? 1

done_testing
