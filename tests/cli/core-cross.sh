#!/bin/sh
# SPDX-License-Identifier: MIT
# Every implementation of the core on other machines, by cross compilers and
# qemu: 32-bit ARM from v5 to v8, 64-bit ARM, 32-bit x86, and a big-endian one.
# What is not installed is skipped. Long.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/core_lib.sh"

# One line a machine: compiler, how to run, flags that its code needs, and
# levels to try.
machines() {
    cat <<'TABLE'
arm-linux-gnueabi-gcc     | qemu-arm -cpu arm926     | -march=armv5te                     | -O2
arm-linux-gnueabi-gcc     | qemu-arm -cpu arm1176    | -march=armv6                       | -O3
arm-linux-gnueabihf-gcc   | qemu-arm -cpu cortex-a8  | -mcpu=cortex-a8 -mfpu=neon         | -O2 -O3
arm-linux-gnueabihf-gcc   | qemu-arm -cpu cortex-a7  | -mcpu=cortex-a7 -mfpu=neon-vfpv4   | -O2 -O3
arm-linux-gnueabihf-gcc   | qemu-arm -cpu cortex-a15 | -mcpu=cortex-a15 -mfpu=vfpv3-d16   | -O2
arm-linux-gnueabihf-gcc   | qemu-arm -cpu max        | -march=armv8-a -mfpu=neon-fp-armv8 | -O3
aarch64-linux-gnu-gcc     | qemu-aarch64             | -mcpu=cortex-a53                   | -O2 -O3
i686-linux-gnu-gcc        | env                      |                                    | -O2 -O3
s390x-linux-gnu-gcc       | qemu-s390x               |                                    | -O2
powerpc64-linux-gnu-gcc   | qemu-ppc64               |                                    | -O3
TABLE
}

# trim TEXT: without blanks at its ends.
trim() {
    printf '%s\n' "$1" | sed 's/^ *//; s/ *$//'
}

# try_all LEVEL: verifies all implementations.
try_all() {
    number=1
    while macros=$(choose "$number"); do
        # shellcheck disable=SC2086 # words
        if build_core core $1 $macros 2>build.log; then
            # shellcheck disable=SC2154,SC2086 # read below; words
            ok "$run: $machine $1$macros" $run ./core verify
        elif grep -q '#error "needs ' build.log; then
            skip "$run: $machine $1$macros" 'it lacks what this needs'
        else
            fail "$run: $machine $1$macros" "$(cat build.log)"
        fi
        number=$((number + 1))
    done
}

machines >table
while IFS='|' read -r compiler run flags levels; do
    compiler=$(trim "$compiler")
    run=$(trim "$run")
    if ! command -v "$compiler" >found || ! command -v "${run%% *}" >found; then
        skip "$compiler, $run" 'not installed'
        continue
    fi
    TEST_CC=$compiler
    machine="-static $(trim "$flags")"
    ok "$run: the driver builds" build_driver
    for level in $levels; do
        try_all "$level"
    done
done <table
done_testing
