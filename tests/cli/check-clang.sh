#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tuner check and probe with clang: warnings that the driver only mentions
# (case A13's flags), and flags of other targets.

. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

command -v clang >/dev/null || skip_all 'no clang'

run "$TUNER" check --json --cc clang -- -mfpu=neon -O3
is 'an unused argument is a conflict' "$(json out flags.0.verdict)" \
    "$(clang -mfpu=neon -c -x c /dev/null -o x.o 2>&1 |
        grep -q 'error' && echo unknown-flag || echo conflict)"
is 'the other is ok' "$(json out flags.1.verdict)" ok
run "$TUNER" check --json --cc clang -- -fmodulo-sched
like 'an optimisation that it ignores' "$(json out verdict)" \
    '^(conflict|unknown-flag)$'
run "$TUNER" check --json --cc clang -- -fgraphite-identity
like 'one of gcc only' "$(json out verdict)" '^(conflict|unknown-flag)$'
run "$TUNER" check --json --cc clang -- -march=no-such-cpu
is 'a CPU that nobody knows' "$(json out verdict)" unknown-flag
run "$TUNER" probe --json --cc clang
is 'probes with clang' "$status" 0
is 'and calls it by its name' "$(json out compiler.family)" clang
flags=$(json out flags | tr -d '[]",')
# shellcheck disable=SC2086 # words
ok 'its flags compile without a word' clang $flags -O2 -Werror \
    -Werror=unused-command-line-argument -c -x c /dev/null -o y.o
done_testing
