#!/bin/sh
# SPDX-License-Identifier: MIT
# NEON code for an ARM1176 (ha7ilm/csdr#28): the compiler builds it, the
# program dies.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"
need "$arm" qemu-arm
runner='qemu-arm -cpu arm1176'

# shellcheck disable=SC2086 # words
arm_cpu 0 1 0x41 0xb76 7 $pi1_features | machine pi1
is 'the probe allows what a Pi 1 has, and no Thumb' \
    "$(probed --root pi1 --cc "$arm")" '-mcpu=arm1176jzf-s -mfpu=vfp -marm'
checked --cc "$arm" --runner "$runner" -- -mcpu=arm1176jzf-s -mfpu=vfp -marm
is 'which runs there' "$(outcome)" ok

checked --cc "$arm" --runner "$runner" -- -mcpu=cortex-a7 -mfpu=neon-vfpv4
is 'another CPU'"'"'s flags stop it' "$(outcome)" illegal-instruction
like 'and it is said how' "$(json check.json message)" \
    'Illegal instruction|SIGILL'
checked --cc "$arm" --runner "$runner" -- \
    -mfloat-abi=hard -march=armv6 -marm -mtune=cortex-a8 -mfpu=neon
is 'so do those of the guide' "$(outcome)" illegal-instruction
checked --cc "$arm" --runner "$runner" -- \
    -march=armv6+fp -marm -mtune=cortex-a8 -mfpu=neon
is 'for NEON alone' "$(verdict -mfpu=neon) $(verdict -march=armv6+fp)" \
    'illegal-instruction ok'
checked --cc "$arm" --runner 'qemu-arm -cpu cortex-a7' -- \
    -mcpu=cortex-a7 -mfpu=neon-vfpv4
is 'where they belong they run' "$(outcome)" ok
done_testing
