#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tuner check with cross compilers and emulators: cases A1, A3, A4, A8 and A9
# of the public reports, and the published flag lines of eight boards.

. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

arm="arm-linux-gnueabihf-gcc"
arm64="aarch64-linux-gnu-gcc"
for program in $arm $arm64 qemu-arm qemu-aarch64; do
    command -v "$program" >/dev/null || skip_all "no $program"
done
case $($arm -dumpversion) in
1[0-9]*) ;;
*) skip_all 'the verdicts are those of gcc 10 and later' ;;
esac

# check CC RUNNER FLAG...: leaves "flag=verdict ..." in $verdicts.
check() {
    cc=$1
    runner=$2
    shift 2
    run "$TUNER" check --json --cc "$cc" ${runner:+--runner "$runner"} -- "$@"
    verdicts=
    i=0
    while [ "$status" -eq 0 ] && [ "$i" -lt "$(json out flags.#)" ]; do
        one=$(json out "flags.$i.verdict")
        [ "$one" = ok ] ||
            verdicts="$verdicts${verdicts:+ }$(json out "flags.$i.flag")=$one"
        i=$((i + 1))
    done
}

# A1: the Raspberry Pi 2's line on the ODROID C2.
check $arm64 '' -mfpu=neon-vfpv4 -mfloat-abi=hard -mcpu=cortex-a7 -marm -O2
is 'A1: four flags are refused, -O2 is not' "$verdicts" \
    "-mfpu=neon-vfpv4=unknown-flag -mfloat-abi=hard=unknown-flag \
-mcpu=cortex-a7=unknown-flag -marm=unknown-flag"
is 'A1: each with its own message' "$(for i in 0 1 2 3; do
    json out "flags.$i.message"
done | sort -u | wc -l | tr -d ' ')" 4
is 'A1: a result' "$status" 0

# A3: the BeagleBone Black's published line.
check $arm 'qemu-arm -cpu cortex-a8' -march=armv7-a -mcpu=cortex-a8 \
    -mtune=cortex-a8 -marm -mfloat-abi=hard -mfpu=neon -fomit-frame-pointer
is 'A3: only the two that fight are named' "$verdicts" \
    '-march=armv7-a=conflict -mcpu=cortex-a8=conflict'
check $arm 'qemu-arm -cpu cortex-a8' -mcpu=cortex-a8 -mfpu=neon -marm
is 'A3: without -march it is good' "$(json out verdict)" ok

# A4: gcc drops hardware divide and only warns.
check $arm '' -march=armv7-a+fp -mcpu=cortex-a7
is 'A4: a conflict' "$(json out verdict)" conflict
like 'A4: the warning is quoted' "$(json out message)" \
    "warning: switch '-mcpu=cortex-a7' conflicts with switch '-march=armv7-a"
check $arm '' -march=armv7ve -mcpu=cortex-a7 -mfpu=neon-vfpv4
is 'A4: armv7ve agrees' "$(json out verdict)" ok

# A8: the compiler knows the flag, the CPU does not. No loop of a test would
# use AES by itself.
check $arm 'qemu-arm -cpu cortex-a15' -march=armv8-a -mfpu=crypto-neon-fp-armv8
is 'A8: crypto where there is none' "$(json out verdict)" illegal-instruction
is 'A8: a result' "$status" 0
check $arm64 'qemu-aarch64 -cpu cortex-a53' -mcpu=cortex-a53+crypto
is 'A8: and where there is' "$(json out verdict)" ok
check $arm64 'qemu-aarch64 -cpu cortex-a53' -march=armv8.2-a+sve -O2
is 'A8: SVE on a Cortex-A53' "$verdicts" \
    '-march=armv8.2-a+sve=illegal-instruction'

# A9: NEON on an ARMv6 board.
check $arm 'qemu-arm -cpu arm1176' -mcpu=cortex-a7 -mfpu=neon-vfpv4
is 'A9: stopped' "$(json out verdict)" illegal-instruction
check $arm 'qemu-arm -cpu arm1176' -mcpu=arm1176jzf-s -mfpu=vfp -marm
is 'A9: what fits, fits' "$(json out verdict)" ok
check $arm '' -mcpu=arm1176jzf-s -mfpu=vfp
is 'A9: Thumb has no hard-float calls on ARMv6' "$verdicts" \
    '-mcpu=arm1176jzf-s=compile'

# A Cortex-A8 has no fused multiply-add and no divide.
check $arm 'qemu-arm -cpu cortex-a8' -mcpu=cortex-a8 -mfpu=neon-vfpv4 -O3
is 'a unit that the core has not' "$verdicts" \
    '-mfpu=neon-vfpv4=illegal-instruction'
check $arm 'qemu-arm -cpu cortex-a8' -mcpu=cortex-a15 -mfpu=neon
is 'a core with more instructions' "$verdicts" \
    '-mcpu=cortex-a15=illegal-instruction'

# The system's float ABI.
check $arm '' -mfloat-abi=softfp
is 'another float ABI does not fit the libc' "$(json out verdict)" compile
check $arm '' -march=armv7-a -O2
is 'a level without an FPU' "$verdicts" '-march=armv7-a=conflict'
check $arm '' -march=armv7-a -mfpu=neon -O2
is 'is no fault beside an -mfpu' "$(json out verdict)" ok

# The published lines (phillymesh/cjdns-optimizations, README), as they are.
published() {
    name=$1
    wanted=$2
    shift 2
    check "$@"
    is "published: $name" "$verdicts" "$wanted"
}
published 'Orange Pi Zero' '' $arm 'qemu-arm -cpu cortex-a7' -s -static -Wall \
    -march=armv7ve -mcpu=cortex-a7 -mfpu=neon-vfpv4 -mfloat-abi=hard \
    -mtune=cortex-a7 -fomit-frame-pointer -marm
published 'Pine A64' '' $arm64 'qemu-aarch64 -cpu cortex-a53' -s -static \
    -Wall -march=armv8-a+crc+crypto -mcpu=cortex-a53 -ftree-vectorize \
    -mtune=cortex-a53 -fomit-frame-pointer
published 'Pine A64 with -mfpu' '-mfpu=neon=unknown-flag' $arm64 \
    'qemu-aarch64 -cpu cortex-a53' -mfpu=neon -mcpu=cortex-a53
published 'BeagleBone Black' \
    '-march=armv7-a=conflict -mcpu=cortex-a8=conflict' $arm \
    'qemu-arm -cpu cortex-a8' -s -static -Wall -march=armv7-a -mcpu=cortex-a8 \
    -mtune=cortex-a8 -marm -mfloat-abi=hard -mfpu=neon -fomit-frame-pointer
published 'Raspberry Pi 3 and 2' '' $arm 'qemu-arm -cpu cortex-a7' -s -static \
    -Wall -mfpu=neon-vfpv4 -mfloat-abi=hard -mcpu=cortex-a7 -mtune=cortex-a7 \
    -fomit-frame-pointer -marm
published 'Raspberry Pi 3, the second' '' $arm 'qemu-arm -cpu cortex-a7' -s \
    -static -Wall -mfpu=neon -mcpu=cortex-a7 -mtune=cortex-a7 \
    -fomit-frame-pointer -marm
done_testing
