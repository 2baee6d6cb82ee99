#!/bin/sh
# SPDX-License-Identifier: MIT
#
# More answers than one: the best set for each file, and the winners of
# several compilers, in the result, the record and the report.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
plan 21

# salsa20 wants -O2, the switch -O3: one set cannot serve both.
export FAKECC_SURFACE='split'
auto --implementation reference
is 'one set for all' "$status:$(json out winner.flags)" '0:["-O2"]'
is 'there are two groups of files' "$(json out files.#)" 2
is 'kernels of one metric are one group' "$(json out files.0.units)" \
    '["salsa20", "xsalsa20", "poly1305", "secretbox"]'
is 'for which the one set is best' "$(json out files.0.flags)" '["-O2"]'
is 'as good as their own' "$(json out files.0.gain)" \
    "$(json out files.0.shared_gain)"
is 'the switch is a group of its own' "$(json out files.1.units)" '["switch"]'
is 'with flags of its own' "$(json out files.1.flags)" '["-O3"]'
like 'that are worth it' "$(json out files.1.gain)" '^1\.28'
is 'against the one set' "$(json out files.1.shared_gain)" 1
record=$(json out record)
is 'the record has them' "$(json "$record" files.1.flags)" '["-O3"]'
run "$TUNER" report --record "$record"
like 'and the report' "$(cat out)" '^One set for all, or the best for each file'
like 'tells what they bring' "$(cat out)" '^    own +\+28\.4 %  -O3'
unset FAKECC_SURFACE

auto --cc "env FAKECC_SURFACE=vector $fake" --implementation reference
is 'two compilers' "$status:$(json out comparison.#)" 0:2
is 'the first is what the other is against' "$(json out comparison.0.gain)" 1
like 'which is slower' "$(json out comparison.1.gain)" '^0\.'
is 'each with its best flags' "$(json out comparison.0.flags)" "$(flags)"
is 'and its own in its own record' \
    "$(json "$(json out compilers.1.record)" winner.flags)" \
    "$(json out comparison.1.flags)"
is 'every record has the table' \
    "$(json "$(json out compilers.0.record)" compilers.#)$(
        json "$(json out compilers.1.record)" compilers.#)" 22
record=$(json out record)
ok 'all records are sound' "$TUNER" db --db "$work/db" verify
for format in text markdown; do
    run "$TUNER" report --record "$record" --format "$format"
    like "the $format report has it" "$(cat out)" '^(## )?Compilers'
done
