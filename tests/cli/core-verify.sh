#!/bin/sh
# SPDX-License-Identifier: MIT
# Every implementation of the core computes the known answers and what the
# references compute.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/core_lib.sh"

ok 'the driver builds' build_driver
number=1
while macros=$(choose "$number"); do
    # An implementation may need what this compiler does not have.
    # shellcheck disable=SC2086 # one word a macro
    if build_core "core$number" -O2 $macros 2>build.log; then
        ok "verified:$macros" "./core$number" verify
    elif grep -q '#error "needs ' build.log; then
        skip "verified:$macros" 'this compiler lacks what it needs'
    else
        fail "verified:$macros" "$(cat build.log)"
    fi
    number=$((number + 1))
done
is 'there were as many as the longest list has' "$number" 11
done_testing
