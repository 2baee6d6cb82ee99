#!/bin/sh
# SPDX-License-Identifier: MIT
# A search for a 64-bit board that is not here.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"
. "$SOURCE_DIR/tests/cli/emulated_lib.sh"
need "$aarch64" qemu-aarch64

emulated "$aarch64" 'qemu-aarch64 -cpu cortex-a53'
unlike 'without flags of 32 bits' "$(cat emulated.json)" \
    '"-m(fpu=|float-abi=|arm|thumb)'
fails_with 'without a runner nothing runs here' 2 '--runner says where' \
    "$TUNER" auto --cc "$aarch64" --db db
done_testing
