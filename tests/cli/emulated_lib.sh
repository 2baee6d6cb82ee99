# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# For the tests of searches in emulators: a whole search of the core for a
# target that is not here, short, and what must hold whatever it finds.
# Sourced after lib.sh and case_lib.sh.

# emulated CC RUNNER [OPTION...]: the search as JSON in out; then what is the
# same for all targets.
emulated() {
    emulated_cc=$1
    emulated_runner=$2
    shift 2
    run "$TUNER" auto --cc "$emulated_cc" --runner "$emulated_runner" \
        --metric salsa20 --budget 40s --db db --json "$@"
    is "$emulated_runner: the search ends" "$status" 0
    [ "$status" -eq 0 ] || diag "$(cat err)"
    cp out emulated.json
    cp err emulated.err
    record=$(json emulated.json record)
    winner=$(flag_list emulated.json winner.flags)
    like "$emulated_runner: with a winner" "$winner" '^-O'
    # shellcheck disable=SC2086 # words
    checked --cc "$emulated_cc" --runner "$emulated_runner" -- $winner
    is "$emulated_runner: which runs there" "$(outcome)" ok
    # shellcheck disable=SC2086 # words
    ok "$emulated_runner: and compiles without a word" \
        takes "$emulated_cc" $winner
    is "$emulated_runner: it is no result" \
        "$(json emulated.json emulated) $(json emulated.json note)" \
        'true emulated, not a result'
    unlike "$emulated_runner: and not proven" \
        "$(json emulated.json winner.verdict)" '^proven'
    is "$emulated_runner: the record says so" "$(json "$record" emulated)" true
    like "$emulated_runner: so does a report" \
        "$("$TUNER" report --record "$record")" 'emulated, not? a? ?result'
    ok "$emulated_runner: the record is sound" "$TUNER" db verify --db db
}
