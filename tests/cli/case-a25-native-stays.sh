#!/bin/sh
# SPDX-License-Identifier: MIT
# "native" means another CPU elsewhere, or nothing (hartwork/
# resolve-march-native#136, distcc/distcc#331): it is resolved before anything
# is kept, and no option is left with an empty value.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"

for flag in -march=native -mcpu=native+crypto -mtune=native -march=; do
    drafted draft.json 'gcc 12.2.0 x86_64-linux-gnu' -O2 "$flag"
    fails_with "no record takes $flag" 1 'flags' \
        "$TUNER" db add --db db draft.json
done
run "$TUNER" probe --json --cc "$TEST_CC"
unlike 'the probe names the CPU' "$(flag_list out flags)" 'native|=( |$)'
if [ "$(json out native)" != null ]; then
    like 'what native means is in explicit flags' \
        "$(flag_list out native.flags)" '^-m[a-z]+=[a-z0-9]'
    unlike 'without native or empty values' \
        "$(flag_list out native.flags)" 'native|=( |$)'
    # shellcheck disable=SC2046 # words
    ok 'a compiler takes them' takes "$TEST_CC" $(flag_list out native.flags)
else
    skip 'what native means' 'this compiler has no native'
fi
if command -v "$arm" >/dev/null 2>&1; then
    checked --cc "$arm" -- -mcpu=native
    is 'a cross compiler refuses native' "$(outcome)" unknown-flag
else
    skip 'a cross compiler refuses native' "no $arm"
fi
done_testing
