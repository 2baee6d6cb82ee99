#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Case A15 (openwrt/openwrt#24893 and others): noise is no gain, and the
# baseline is the answer then.  tests/unit/planner.c does it twenty times.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
plan 3

export FAKECC_SURFACE=flat FAKECC_NOISE=0.02
auto --implementation reference --budget 600s
is 'exits with 0' "$status" 0
is 'claims no gain' "$(json out winner.verdict)" no-proven-gain
run "$TUNER" export --db "$work/db" --format json
unlike 'exports the baseline' "$(cat out)" 'unroll|vectorize|gcse|tracer'
