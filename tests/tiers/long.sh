#!/bin/sh
# SPDX-License-Identifier: MIT
# What takes longer: cross compilers and emulated boards, a board behind ssh,
# faults and kills in the middle of whole searches.
. "$SOURCE_DIR/tests/tiers/lib.sh"
unpack
step 'configures' ./configure CC=gcc
step 'builds' make -j"$jobs"
suite make -k -j"$jobs" check-long
done_testing
