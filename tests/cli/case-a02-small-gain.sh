#!/bin/sh
# SPDX-License-Identifier: MIT
# A Pine A64, "advertised to have NEON and hard-float, but gcc complains"
# (phillymesh/cjdns-optimizations): there are no such flags for aarch64, and
# the gain without them is small but sure.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"

board=pine64-again
core='cortex-a53 0x41 0xd03'
drafted draft.json 'gcc 4.9.2 aarch64-linux-gnu' -march=armv8-a+crc+crypto \
    -mcpu=cortex-a53 -ftree-vectorize
sed 's/\[100, 101, 102\]/[193236, 193423, 193205]/
    s/\[150, 151, 152\]/[196689, 196753, 196721]/' draft.json >pine.json
ok 'three runs of each make a record' "$TUNER" db add --db db pine.json
run "$TUNER" db show --db db --json pine64-again
is 'the gain is proven' "$(json out winner.verdict)" proven
like 'and small' "$(json out winner.gain)" '^1\.01[78]'
like 'and shown as small' \
    "$("$TUNER" db best --db db --board pine64-again 2>&1)" '\+1\.8 %, proven'
run "$TUNER" report --db db --board pine64-again
like 'in the report, too' "$(cat out)" '\+1\.8 %'

if command -v "$aarch64" >/dev/null 2>&1; then
    # shellcheck disable=SC2086 # words
    arm_cpu 0 4 0x41 0xd03 8 $pi4_features | machine pine64
    run "$TUNER" space --cc "$aarch64" --all --root pine64
    is 'the space is listed' "$status" 0
    unlike 'without what only 32 bits have' "$(cat out)" \
        '^-m(fpu|float-abi|arm|thumb)'
    like 'but with the core' "$(cat out)" '^-mcpu=cortex-a53'
    like 'and a word why' "$(cat err)" 'NEON.*always'
else
    skip 'the space is listed' "no $aarch64"
fi
done_testing
