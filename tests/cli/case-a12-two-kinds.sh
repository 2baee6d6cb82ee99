#!/bin/sh
# SPDX-License-Identifier: MIT
# An RK3588 (OpenMathLib/OpenBLAS#4581, ggml-org/whisper.cpp#89): the first
# CPU is a small one, and not the one to tune for.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"

features='fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid
asimdrdm lrcpc dcpop asimddp'
# shellcheck disable=SC2086 # words
{
    arm_cpu 0 4 0x41 0xd05 8 $features
    arm_cpu 4 4 0x41 0xd0b 8 $features
} | machine rk3588
run "$TUNER" probe --root rk3588 --no-compiler --json
is 'both kinds are listed' "$(json out 'cpu.kinds.#')" 2
is 'the small ones' \
    "$(json out cpu.kinds.0.core) $(json out cpu.kinds.0.cpus)" \
    'cortex-a55 [0, 1, 2, 3]'
is 'and the big ones' \
    "$(json out cpu.kinds.1.core) $(json out cpu.kinds.1.cpus)" \
    'cortex-a76 [4, 5, 6, 7]'
like 'people are told, too' \
    "$("$TUNER" probe --root rk3588 --no-compiler)" '4 x cortex-a76 \(CPUs 4-7\)'

# Only the big ones have half-precision arithmetic.
# shellcheck disable=SC2086 # words
{
    arm_cpu 0 4 0x41 0xd05 8 $pi4_features
    arm_cpu 4 4 0x41 0xd0b 8 $features
} | machine unlike
run "$TUNER" probe --root unlike --no-compiler --json
unlike 'what one kind lacks is no feature' "$(flag_list out cpu.features)" \
    'asimddp|aes'
if command -v "$aarch64" >/dev/null 2>&1; then
    like 'the pair has a name' "$(probed --root rk3588 --cc "$aarch64")" \
        '^-mcpu=cortex-a76.cortex-a55'
else
    skip 'the pair has a name' "no $aarch64"
fi

# A run is pinned to one processor, which its record names.
mkdir source
echo 'int main(void) { return 0; }' >source/prog.c
cat >pinned.conf <<END
[workload "pinned"]
	source = source
	build = "$TEST_CC \$CFLAGS prog.c -o prog"
	run = "./prog; grep Cpus_allowed_list /proc/self/status >>'$work/seen'; echo speed 5"
[metric "speed"]
	pattern = "speed (?<value>[0-9]+)"
	unit = none
	better = higher
END
cat >one.conf <<'END'
[space]
	only = true
[dimension "-O"]
	class = level
	value = -O2
END
run "$TUNER" auto --workload ./pinned.conf --space one.conf --cc "$TEST_CC" \
    --db db --budget 300s --json
is 'a search ends' "$status" 0
record=$(json out record)
seen=$(sed -n '$s/.*[[:space:]]//p' seen)
like 'its command sees one processor' "$seen" '^[0-9]+$'
like 'of a kind that the record names' "$(json "$record" cpu.kinds)" \
    "\"cpus\": \[([0-9]+, )*${seen}(,|\])"
like 'as the one that was measured' "$(json "$record" cpu.kinds)" \
    '"measured": true'
done_testing
