#!/bin/sh
# SPDX-License-Identifier: MIT
# A Cortex-A72 without AES (monero-project/monero#6199): what a core may have
# is not what this one has. Forced, the flag stops a child, not the search.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"
need "$aarch64"

# shellcheck disable=SC2086 # words
arm_cpu 0 4 0x41 0xd08 8 $pi4_features | machine pi4
flags=$(probed --root pi4 --cc "$aarch64")
like 'the core is known' "$flags" '-mcpu=cortex-a72'
unlike 'without AES and SHA' "$flags" 'crypto|aes|sha[0-9]'
# shellcheck disable=SC2086 # words
unlike 'nor does the name bring them' \
    "$("$aarch64" $flags -dM -E -x c /dev/null)" '__ARM_FEATURE_(CRYPTO|AES|SHA2)'
# shellcheck disable=SC2086 # words
arm_cpu 0 4 0x41 0xd08 8 $pi4_features aes pmull sha1 sha2 | machine rock64
like 'a board that lists them gets them' \
    "$(probed --root rock64 --cc "$aarch64")" '-mcpu=cortex-a72\+crypto'

if command -v qemu-arm >/dev/null 2>&1 && command -v "$arm" >/dev/null 2>&1
then
    checked --cc "$arm" --runner 'qemu-arm -cpu cortex-a15' -- -O2 \
        -march=armv8-a -mfpu=crypto-neon-fp-armv8
    is 'forced on a CPU without them' "$(outcome)" illegal-instruction
    is 'is no failure' "$status" 0
    is 'and nothing else is blamed' "$(verdict -O2)" ok
else
    skip 'forced on a CPU without them' "no qemu-arm or no $arm"
fi
done_testing
