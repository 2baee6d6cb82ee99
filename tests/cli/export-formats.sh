#!/bin/sh
# SPDX-License-Identifier: MIT
# Every format of a few records, letter by letter.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

formats=$("$TUNER" export --formats | sed 's/ .*//')
version=$("$TUNER" --version | sed -n '1s/^tuner //p')
for record in x86 unsafe noproof pi4; do
    for format in $formats; do
        printf '===== %s %s\n' "$record" "$format"
        export_of "$records/$record.json" "$format" 2>&1
    done
done | sed "s/tuner $version/tuner VERSION/" >all
same_file 'exports are as expected' all "$SOURCE_DIR/tests/cli/export-formats.out"

unlike 'no export says native' "$(cat all)" '=native'
unlike 'no option has an empty value' "$(cat all)" '(-m[a-z]+=|-f[a-z-]+=)( |$|")'
is 'unsafe flags are marked wherever there are comments' \
    "$(sed -n '/^===== unsafe/,/^===== noproof/p' all |
        grep -c '^# UNSAFE: -Ofast')" 14
like 'unsafe flags are marked in JSON' "$(export_of "$records/unsafe.json" json)" \
    '"-ffast-math": "changes-float"'
like 'an emulated record says so' "$(cat all)" 'emulated, not a result'

run "$TUNER" export --record "$x86" --implementation reference --format make
like 'plain code has flags of its own' "$(cat out)" '^CFLAGS \+= -O3 '
like 'and says on which code' "$(cat out)" 'salsa20=reference'
fails_with 'a record without them says so' 1 'no flags for plain code' \
    "$TUNER" export --record "$records/pi4.json" --implementation reference
fails_with 'an unknown format is a mistake' 2 "no format 'nonsense'" \
    "$TUNER" export --record "$x86" --format nonsense
fails_with 'a missing record is an error' 1 'none\.json' \
    "$TUNER" export --record none.json
run "$TUNER" export --record "$x86" --format make --output a/b/tuner.mk
is 'a folder that is not there is an error' "$status" 1
run "$TUNER" export --record "$x86" --format make --output tuner.mk
is 'a file can be written' "$status" 0
is 'and nothing else is said' "$(cat out err)" ''
like 'it holds the flags' "$(cat tuner.mk)" '^CFLAGS \+= -O2 -march=znver3'
done_testing
