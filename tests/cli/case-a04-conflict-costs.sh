#!/bin/sh
# SPDX-License-Identifier: MIT
# A distribution's -march next to one's own -mcpu: gcc only warns, and drops
# hardware division (libretro/pcsx_rearmed#851, stenzek/duckstation#1440).
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"
need "$arm"

# divides FLAG...: whether the compiler would use the instruction.
divides() {
    "$arm" "$@" -dM -E -x c /dev/null 2>/dev/null |
        grep -q '__ARM_FEATURE_IDIV'
}
checked --cc "$arm" -- -march=armv7-a+fp -mcpu=cortex-a7
is 'the two are a conflict' "$(outcome)" conflict
for flag in -march=armv7-a+fp -mcpu=cortex-a7; do
    is "$flag is part of it" "$(verdict "$flag")" conflict
    like "$flag: the warning is quoted" "$(message "$flag")" \
        "warning: switch '-mcpu=cortex-a7' conflicts with switch '-march=armv7-a"
done
not_ok 'which costs the division' divides -march=armv7-a+fp -mcpu=cortex-a7

checked --cc "$arm" -- -mcpu=cortex-a7 -mfpu=neon-vfpv4
is 'the core alone is taken' "$(outcome)" ok
ok 'and divides' divides -mcpu=cortex-a7
checked --cc "$arm" -- -march=armv7ve -mcpu=cortex-a7 -mfpu=neon-vfpv4
is 'so is its own architecture' "$(outcome)" ok

arm_cpu 0 4 0x41 0xc07 7 half thumb fastmult vfp edsp neon vfpv3 tls vfpv4 \
    idiva idivt vfpd32 lpae | machine pi2
flags=$(probed --root pi2 --cc "$arm")
# shellcheck disable=SC2086 # words
ok 'what the probe recommends divides' divides $flags
done_testing
