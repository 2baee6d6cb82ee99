#!/bin/sh
# SPDX-License-Identifier: MIT
# Every test with the address and undefined behaviour sanitizers built in.
. "$SOURCE_DIR/tests/tiers/lib.sh"
unpack
step 'configures' ./configure CC=gcc --enable-sanitizers CFLAGS='-O1 -g'
step 'builds' make -j"$jobs"
step 'builds the tests' make -j"$jobs" check TESTS=
ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS UBSAN_OPTIONS
# shellcheck disable=SC2046 # one word an option
suite $(fixed_addresses) make -k -j"$jobs" check
done_testing
