#!/bin/sh
# SPDX-License-Identifier: MIT
# A build with AVX-512 in a cache that others use (microsoft/vcpkg#53372): what
# it needs is written down, and a machine without it is told what it lacks.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"

# x86 DIR FEATURE...: a Skylake server.
x86() {
    x86_dir=$1
    shift
    printf '%s\t: %s\n' processor 0 vendor_id GenuineIntel 'cpu family' 6 \
        model 85 'model name' 'Intel(R) Xeon(R) Gold' stepping 4 flags \
        "fpu sse sse2 ssse3 sse4_1 sse4_2 popcnt avx avx2 bmi1 bmi2 fma lm $*" |
        machine "$x86_dir"
}
x86 with avx512f avx512bw avx512cd avx512dq avx512vl
x86 without
run "$TUNER" probe --root with --no-compiler --json
core="$(json out cpu.kinds.0.core) GenuineIntel 6/85"
needs=avx512f
drafted draft.json "gcc $($TEST_CC -dumpfullversion 2>/dev/null || echo 12.2.0) \
$($TEST_CC -dumpmachine)" -O2 -funroll-loops
ok 'a record that needs AVX-512' "$TUNER" db add --db db draft.json
run "$TUNER" db best --db db --root with
is 'is the answer where it is' "$(cat out)" '-O2 -funroll-loops'
fails_with 'and none where it is not, which is named' 1 'avx512f' \
    "$TUNER" db best --db db --root without
run "$TUNER" db best --db db --root without --json
is 'as JSON, too' "$(json out lacking.missing.0)" avx512f
fails_with 'nor is it exported there' 1 'avx512f' \
    "$TUNER" export --db db --root without
run "$TUNER" export --db db --root with
like 'the export says what it needs' "$(cat out)" '^# CPU must have: avx512f'
done_testing
