#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tuner probe --runner: an emulator's own CPU counts, not what it shows of
# its host; and a 32-bit system under a 64-bit kernel (case A10).

. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

arm="arm-linux-gnueabihf-gcc"
arm64="aarch64-linux-gnu-gcc"
for program in $arm $arm64 qemu-arm qemu-aarch64; do
    command -v "$program" >/dev/null || skip_all "no $program"
done

# emulated CC RUNNER CORE WORD ABSENT FLAG
emulated() {
    run "$TUNER" probe --json --cc "$1" --runner "$2"
    is "$2: the core" "$(json out cpu.kinds.0.core)" "$3"
    like "$2: has $4" "$(json out cpu.features)" "\"$4\""
    unlike "$2: has no $5" "$(json out cpu.features)" "\"$5\""
    like "$2: $6" "$(json out flags)" "\"$6\""
}

emulated $arm 'qemu-arm -cpu arm926' arm926ej-s edsp neon -marm
emulated $arm 'qemu-arm -cpu arm1176' arm1176jzf-s vfp neon \
    -mcpu=arm1176jzf-s
emulated $arm 'qemu-arm -cpu cortex-a8' cortex-a8 neon vfpv4 -mfpu=neon
emulated $arm 'qemu-arm -cpu cortex-a7' cortex-a7 vfpv4 crc32 -mcpu=cortex-a7
emulated $arm64 'qemu-aarch64 -cpu cortex-a53' cortex-a53 aes atomics \
    '-mcpu=cortex-a53.crypto'
emulated $arm64 'qemu-aarch64 -cpu max' 0x00-0x051 sve avx2 '-march=.*'

# Whatever the runner does to the environment, this machine is this machine.
run "$TUNER" probe --json --no-compiler
here=$(json out cpu.fingerprint)
run "$TUNER" probe --json --cc "$TEST_CC" --runner 'env A=1'
is 'a prefix here is this machine' "$(json out cpu.fingerprint)" "$here"

fails_with 'a runner that fails' 1 "does not run a program" \
    "$TUNER" probe --cc $arm --runner false

# A 32-bit compiler for a Raspberry Pi 4 under a 64-bit kernel (A10).
mkdir -p pi4/proc
for cpu in 0 1 2 3; do
    printf 'processor\t: %d\nFeatures\t: fp asimd evtstrm crc32 cpuid\n' $cpu
    printf 'CPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd08\n\n'
done >pi4/proc/cpuinfo
run "$TUNER" probe --json --root pi4 --cc $arm
like 'A10: flags follow the compiler' "$(json out flags)" \
    '"-mfpu=neon-fp-armv8"'
like 'A10: the core follows the part' "$(json out flags)" \
    '"-mcpu=cortex-a72"'
unlike 'A10: nothing of the other family' "$(json out flags)" '\+crc|-march'
is 'A10: both are told' \
    "$(json out cpu.arch) $(json out compiler.target)" \
    'aarch64 arm-linux-gnueabihf'
done_testing
