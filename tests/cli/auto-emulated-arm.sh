#!/bin/sh
# SPDX-License-Identifier: MIT
# Searches for 32-bit boards that are not here. A Cortex-A8 has no VFPv4 and no
# division, an ARM1176 neither NEON nor the libc of the cross compiler.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"
. "$SOURCE_DIR/tests/cli/emulated_lib.sh"
need "$arm" qemu-arm

emulated "$arm" 'qemu-arm -cpu cortex-a8'
like 'the libraries of the cross compiler are found' "$(cat emulated.err)" \
    "libraries from '/usr/arm-linux-gnueabihf'"
like 'the baselines are for this core' "$(cat emulated.json)" \
    '"-mcpu=cortex-a8"'
emulated "$arm" 'qemu-arm -cpu cortex-a7'
unlike 'no -march fights the core' "$winner" '-march=.*-mcpu=|-mcpu=.*-march='
emulated "$arm" 'qemu-arm -cpu arm1176'
like 'in ARM state' "$winner" '-marm'
unlike 'without NEON' "$winner" '-mfpu=.*neon'
like 'without that libc' "$(cat emulated.err)" 'libc does not run'
own='-mcpu=arm1176jzf-s -mfpu=vfp -marm'
run "$TUNER" bench --cc "$arm" --runner 'qemu-arm -cpu arm1176' --json \
    --metric salsa20 --budget 20s --flags "-O2 $own" --flags "-O3 $own"
is 'two builds of it can be compared' "$status" 0
is 'and the comparison is no result' \
    "$(json out emulated) $(json out metrics.salsa20.arms.1.verdict)" \
    'true undecided'
done_testing
