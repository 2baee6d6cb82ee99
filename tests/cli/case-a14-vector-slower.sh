#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Case A14 (ntop/n2n#563): more vector code is not assumed to be faster, the
# winner follows the score.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
plan 2

export FAKECC_SURFACE=vector
auto --implementation reference --strategy portfolio --budget 600s
is 'exits with 0' "$status" 0
like 'leaves the vectoriser out' "$(flags)" '"-fno-tree-vectorize"'
