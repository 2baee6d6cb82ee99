#!/bin/sh
# SPDX-License-Identifier: MIT
# A system without /proc, without /sys, without both: what can be known is
# told, and a search is one.
. "${SOURCE_DIR:-$PWD}/tests/cli/trouble_lib.sh"

# without FOLDER...: what works without these.
without() {
    for hidden in "$@"; do
        mount -t tmpfs none "$hidden"
    done
    run "$TUNER" probe --json --cc "$fake"
    is "without $*: probe" "$status" 0
    is "without $*: knows the compiler" "$(json out compiler.version)" 12.2.0
    run "$TUNER" check --quiet --json --cc "$TEST_CC" -- -O2
    is "without $*: check" "$status" 0
    tiny --seed 1
    is "without $*: auto" "$status" 0
    ok "without $*: has a record" test -f "$(json out record)"
    ok "without $*: which is right" "$TUNER" db verify --db db
    is "without $*: without a word" "$(cat err)" ''
    is "without $*: nothing is left" "$(ls -A tmp)" ''
    for hidden in "$@"; do
        umount "$hidden"
    done
    rm -rf home/.cache db
}

without /sys
# The sanitizers themselves ask /proc where their own memory is.
if [ -z "${ASAN_OPTIONS-}" ]; then
    without /proc
    without /proc /sys
fi
done_testing
