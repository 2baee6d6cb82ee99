#!/bin/sh
# SPDX-License-Identifier: MIT
# clang without a warning, and every test.
. "$SOURCE_DIR/tests/tiers/lib.sh"
unpack
step 'configures' ./configure CC=clang --enable-werror
step 'builds without a warning' make -j"$jobs"
step 'builds the tests without a warning' make -j"$jobs" check TESTS=
suite make -k -j"$jobs" check
done_testing
