#!/bin/sh
# SPDX-License-Identifier: MIT
# A 64-bit kernel under a 32-bit system (procount/pinn#760): the compiler
# decides which flags there are, the CPU part which core.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"
need "$arm"

# shellcheck disable=SC2086 # words
arm_cpu 0 4 0x41 0xd08 8 $pi4_features | machine pi4
flags=$(probed --root pi4 --cc "$arm")
like 'flags for 32 bits' "$flags" '-mcpu=cortex-a72 .*-mfpu=neon-fp-armv8'
# shellcheck disable=SC2086 # words
ok 'which the compiler takes' takes "$arm" $flags
is 'the target is told' "$(json probe.json compiler.target)" \
    "$("$arm" -dumpmachine)"
is 'and the core' "$(json probe.json cpu.kinds.0.core)" cortex-a72
is 'and its part' "$(json probe.json cpu.kinds.0.part)" 0xd08
if command -v "$aarch64" >/dev/null 2>&1; then
    is 'a compiler for 64 bits gets its own' \
        "$(probed --root pi4 --cc "$aarch64")" '-mcpu=cortex-a72'
else
    skip 'a compiler for 64 bits gets its own' "no $aarch64"
fi
done_testing
