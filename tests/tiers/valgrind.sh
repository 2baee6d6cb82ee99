#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit tests under valgrind: no invalid access, nothing uninitialised,
# nothing lost.
. "$SOURCE_DIR/tests/tiers/lib.sh"
unpack
step 'configures' ./configure CC=gcc CFLAGS='-O1 -g'
step 'builds the tests' make -j"$jobs" check TESTS=
TUNER_TEST_SLOWDOWN=20
export TUNER_TEST_SLOWDOWN
valgrind='valgrind -q --error-exitcode=9 --num-callers=30'
valgrind="$valgrind --leak-check=full --errors-for-leak-kinds=definite"
valgrind="$valgrind --suppressions=$SOURCE_DIR/tests/valgrind.supp"
suite make -k -j"$jobs" check-unit LOG_COMPILER="$valgrind"
done_testing
