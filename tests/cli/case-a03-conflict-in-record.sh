#!/bin/sh
# SPDX-License-Identifier: MIT
# The BeagleBone Black's ninefold line (phillymesh/cjdns-optimizations) has a
# -march that gcc 12 calls a conflict with its -mcpu: what probe, db best and
# export give now must not.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"
need "$arm"

# shellcheck disable=SC2086 # words
arm_cpu 0 1 0x41 0xc08 7 $beaglebone_features | machine beaglebone
old='-march=armv7-a -mcpu=cortex-a8 -mtune=cortex-a8 -marm -mfloat-abi=hard
-mfpu=neon -fomit-frame-pointer'
# shellcheck disable=SC2086 # words
not_ok 'the published line does not compile here' takes "$arm" $old

flags=$(probed --root beaglebone --cc "$arm")
like 'the probe knows core and NEON' "$flags" '-mcpu=cortex-a8 .*-mfpu=neon'
# shellcheck disable=SC2086 # words
ok 'its flags compile without a word' takes "$arm" $flags

run "$TUNER" export --board beaglebone-black --format make
like 'an export keeps core and NEON' "$(cat out)" \
    '^CFLAGS .*-mcpu=cortex-a8 .*-mfpu=neon'
# shellcheck disable=SC2046 # words
ok 'it compiles without a word' takes "$arm" \
    $(sed -n 's/^CFLAGS += //p' out)
like 'and says what is left out' "$(tr -d '#' <out | tr -s '\n ' ' ')" \
    "Note: left out for gcc [0-9.]+: -march=armv7-a \(conflict: .*warning"

run "$TUNER" export --root beaglebone --cc "$arm" --format json
is 'so does JSON, for the machine' \
    "$(json out left_out.0.flag) $(json out left_out.0.verdict)" \
    '-march=armv7-a conflict'
run "$TUNER" db best --root beaglebone --cc "$arm"
like 'db best keeps the core' "$(cat out)" '-mcpu=cortex-a8 .*-mfpu=neon'
unlike 'without the -march' "$(cat out)" '-march='
like 'and says so' "$(cat err)" 'left out for gcc .*-march=armv7-a \(conflict'
fails_with 'flags for another instruction set are refused as such' 1 \
    "makes programs for .*, the record is of arm-linux-gnueabihf" \
    "$TUNER" export --board beaglebone-black --cc "$TEST_CC"
done_testing
