#!/bin/sh
# SPDX-License-Identifier: MIT
# Native and cross file, read by Meson (mesonbuild/meson#4767).
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

need_tool meson
need_tool ninja
make_logging_compiler
write_hello
printf '%s\n' "project('hello', 'c')" "executable('hello', 'hello.c')" \
    >meson.build

export_of "$x86" meson >tuner.ini
CC=$work/logcc
export CC
ok 'meson configures' meson setup --native-file tuner.ini b
: >calls
ok 'and builds' ninja -C b
all_arrived 'every flag is in the compile command'
run "$TUNER" export --record "$x86" --verify b
is 'verify reads its compilation database' "$status" 0

meson setup --native-file tuner.ini --buildtype release b2 >log 2>&1
: >calls
ok 'a release build, whose own level is another' ninja -C b2
all_arrived 'gets the tuned level too'

printf '#!/bin/sh\n' >tuner-empty.ini
run "$TUNER" export --record "$records/noproof.json" --format meson
unlike 'there are no empty strings' "$(cat out)" "''"

unset CC
if command -v x86_64-linux-gnu-gcc >/dev/null 2>&1; then
    export_of "$x86" meson-cross >cross.ini
    sed "s|'x86_64-linux-gnu-gcc'|'$work/logcc'|" cross.ini >logged.ini
    ok 'a cross build configures' meson setup --cross-file logged.ini b3
    : >calls
    ok 'and builds' ninja -C b3
    all_arrived 'every flag is in the cross compile command'
    ok 'the compiler'\''s name is a right one' \
        meson setup --cross-file cross.ini b4
else
    skip 'a cross build' 'no x86_64-linux-gnu-gcc'
fi
done_testing
