#!/bin/sh
# SPDX-License-Identifier: MIT
# tuner bench: equal code ties without being timed, different code is
# measured, refusals have the compiler's words; bad words are usage errors.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

# Everything in one run: builds are what takes time here. The last set is
# compiled without optimisation, so that no noise can hide the difference.
run "$TUNER" bench --cc "$TEST_CC" --metric poly1305 --rounds 8 --json \
    --flags '-O2 -funroll-loops' --flags '-funroll-loops -O2' \
    --flags '-O2 -funroll-loops -fno-ident' --flags '-fno-such-flag' \
    --flags '-O0'
is 'it ends well' "$status" 0
arms=metrics.poly1305.arms
is 'every flag set is there' "$(json out "$arms.#")" 5
is 'as it was given' "$(json out "$arms.1.flags")" '-funroll-loops -O2'
is 'the unit is named' "$(json out metrics.poly1305.unit)" MB/s
is 'and what is better' "$(json out metrics.poly1305.better)" higher
is 'another order of the same flags ties' \
    "$(json out "$arms.1.verdict"):$(json out "$arms.1.rounds")" tie:0
is 'flags that change no code tie' \
    "$(json out "$arms.2.verdict"):$(json out "$arms.2.rounds")" tie:0
is 'they have the code of the first' "$(json out "$arms.2.same_code_as")" 0
is 'an unknown flag is refused' "$(json out "$arms.3.verdict")" unknown-flag
like 'in the words of the compiler' "$(json out "$arms.3.message")" \
    '-fno-such-flag'
is 'no optimisation is slower' "$(json out "$arms.4.verdict")" slower
like 'by a ratio' "$(json out "$arms.4.ratio")" '^0\.'
is 'over eight layouts' "$(json out layouts)" 8
like 'the canary has an interval' "$(json out canary.high)" '^[0-9.]+$'
like 'the layout floor is known' "$(json out layout_floor)" '^[0-9.]+$'

run "$TUNER" bench --cc "$TEST_CC" --metric poly1305 --flags '-O2' \
    --flags ' -O2 -fno-ident '
like 'the text says tie' "$(cat out)" \
    '-O2 -fno-ident +tie: the same code as -O2'
like 'and that nothing was timed' "$(cat out)" '^nothing had to be timed$'
run "$TUNER" bench --cc "$TEST_CC" --metric poly1305 --flags '-O2 -fno-ident'
like 'one set is compared with the default' "$(cat out)" '^ +-O2 +baseline$'

# Records bring their own flags, code and compiler.
"$TUNER" probe --cc "$TEST_CC" --json >probe.json
# record NAME VERSION FLAG IMPLEMENTATION
record() {
    cat >"$1.json" <<END
{"schema": 2, "board": {"id": "a-board"}, "compiler": {
"family": "$(json probe.json compiler.family)",
"target": "$(json probe.json compiler.target)", "version": "$2"},
"workload": {"name": "core"}, "winner": {"flags": ["$3"],
"implementations": {"poly1305": "$4"}, "verdict": "proven",
"gain": 1.2, "low": 1.1, "high": 1.3},
"provenance": {"tuner": "0.1.0", "date": "2026-03-04T05:06:07Z"}}
END
}
version=$(json probe.json compiler.version)
record first "$version" -O2 reference
record second "$version" -O2 limbs44x4
record other 1.2.3 -O2 reference
record unknown "$version" -O2 limbs99
run "$TUNER" bench --cc "$TEST_CC" --metric poly1305 --rounds 8 --json \
    --flags=-O2 --record first.json --record second.json
is 'records are compared' "$status:$(json out "$arms.#")" 0:3
is 'one of the same flags and code ties' \
    "$(json out "$arms.1.verdict"):$(json out "$arms.1.rounds")" tie:0
is 'other code is measured' \
    "$(json out "$arms.2.flags"):$(json out "$arms.2.same_code_as" 2>&1)" \
    "-O2:$(json out "$arms.0.same_code_as" 2>&1)"
like 'and named' "$(json out "$arms.2.code")" 'poly1305=limbs44x4'
is 'with its file' "$(json out "$arms.2.record")" second.json
like 'all metrics together have a ratio' \
    "$(json out objective.arms.2.ratio)" '^[0-9.]+$'
run "$TUNER" bench --cc "$TEST_CC" --metric poly1305 --rounds 8 \
    --record first.json --record first.json
like 'the text has a legend' "$(cat out)" '^ +of first.json$'
like 'and numbers' "$(cat out)" '^ +#2 +tie: the same code as #1'
fails_with 'a record of another compiler' 2 "'other.json' is of .* 1.2.3" \
    "$TUNER" bench --cc "$TEST_CC" --record first.json --record other.json
fails_with 'a record of an implementation that is none' 2 "'limbs99'" \
    "$TUNER" bench --cc "$TEST_CC" --record first.json --record unknown.json

run "$TUNER" bench --cc "$TEST_CC" --metric salsa20:cycles --rounds 8 \
    --flags=-O0 --flags=-O2
like 'what counted the cycles is told' "$(cat out)" \
    '^cycles are counted by the (hardware counter|add chain \(.*\))$'

fails_with 'flags are needed' 2 'needs --flags' "$TUNER" bench
fails_with 'an open quote is a mistake' 2 'quote' \
    "$TUNER" bench --flags "-O2 '-g"
fails_with 'a metric that is none' 2 "no metric 'speed'" \
    "$TUNER" bench --flags=-O2 --metric speed
fails_with 'an implementation that is none' 2 "'lanes5'" \
    "$TUNER" bench --flags=-O2 --implementation lanes5
fails_with 'a processor that is none' 2 '--cpu 60000' \
    "$TUNER" bench --flags=-O2 --cpu 60000
fails_with 'a compiler that is none' 1 'no-such-compiler' \
    "$TUNER" bench --cc no-such-compiler --flags=-O2
fails_with 'flags that run programs are refused' 1 '-fplugin=x' \
    "$TUNER" bench --flags '-fplugin=x'
fails_with 'a baseline that does not build' 1 'baseline.*-fno-such-flag' \
    "$TUNER" bench --cc "$TEST_CC" --flags=-fno-such-flag --flags=-O2
is 'nothing is left behind' "$(ls "$TMPDIR")" ''
done_testing
