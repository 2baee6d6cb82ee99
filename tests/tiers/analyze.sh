#!/bin/sh
# SPDX-License-Identifier: MIT
# gcc's static analyser over everything that is built.
. "$SOURCE_DIR/tests/tiers/lib.sh"
unpack
step 'configures' ./configure CC=gcc --enable-werror CFLAGS='-O1 -fanalyzer'
ok 'gcc -fanalyzer has nothing to say' make -k -j"$jobs"
done_testing
