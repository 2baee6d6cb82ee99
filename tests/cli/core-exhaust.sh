#!/bin/sh
# SPDX-License-Identifier: MIT
# Every implementation of the core at every length from 0 to 4096 and every
# alignment, under flags that make very different code of it, and under the
# sanitizers. Long.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/core_lib.sh"

# exhaust FLAGS: all implementations under these flags.
exhaust() {
    number=1
    while macros=$(choose "$number"); do
        # shellcheck disable=SC2086 # one word a flag
        if build_core core $1 $macros 2>build.log; then
            ok "$1$macros" ./core "${2:-exhaust}"
        elif grep -q '#error "needs ' build.log; then
            skip "$1$macros" 'this compiler lacks what it needs'
        else
            fail "$1$macros" "$(cat build.log)"
        fi
        number=$((number + 1))
    done
}

ok 'the driver builds' build_driver
exhaust -O2
exhaust -O3
exhaust -Os
# shellcheck disable=SC2086 # a compiler is words
if echo 'int x;' | $TEST_CC -march=native -xc -c - -o native.o 2>native.log
then
    exhaust '-O2 -march=native'
    exhaust '-O3 -march=native'
fi
exhaust '-O3 -flto'

machine='-fsanitize=address,undefined -fno-sanitize-recover=all'
if build_driver 2>build.log && build_core core -O1 2>>build.log; then
    exhaust -O1 verify
else
    skip 'sanitizers' "$(tail -n 1 build.log)"
fi
done_testing
