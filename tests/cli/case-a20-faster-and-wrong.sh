#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Case A20 (Mbed-TLS/mbedtls#9401 and others): what is fast and wrong is never
# chosen.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
plan 4

export FAKECC_SURFACE=wrong
auto --seed 1
is 'exits with 0' "$status" 0
unlike 'never chooses what gives wrong output' "$(flags)" '"-O3"'
like 'takes what is right' "$(flags)" '"-funroll-loops"'
like 'says so in the record' "$(cat "$(json out record)")" wrong-output
