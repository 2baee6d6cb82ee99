#!/bin/sh
# SPDX-License-Identifier: MIT
# tuner init: what it sees in folders, and that what it writes can be read.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

# sees NAME KIND FILE...: a folder with these files is of this kind.
sees() {
    name=$1
    kind=$2
    shift 2
    rm -rf p && mkdir p
    for file; do
        mkdir -p "p/$(dirname "$file")"
        echo 'clean:' >"p/$file"
    done
    run "$TUNER" init --json p
    is "$name" "$status:$(json out kind)" "0:$kind"
    echo 'x' >output
    ok "$name: the file can be read" \
        "$TUNER" extract --workload p/tuner.conf output
}
sees 'meson' meson meson.build Makefile
sees 'cmake' cmake CMakeLists.txt Makefile
sees 'configure' configure configure configure.ac
sees 'autoconf' autoconf configure.ac
sees 'make' make Makefile
sees 'one C file' 'C file' "it's \"a\" prog;#.c" notes.txt
sees 'C files' 'C files' a.c b.c
sees 'a C++ file' 'C++ file' prog.cc

fails_with 'an existing file stays' 1 'exists already' "$TUNER" init p
run "$TUNER" init --output - p
like 'a dash is standard output' "$(cat out)" '^\[workload "prog"\]'

rm -rf p && mkdir p
printf 'all: x\ncheck: x\n\tx\nclean:\n' >p/Makefile
run "$TUNER" init --json p
is 'a check is found' "$(json out verify)" 'make check'
mkdir p/programs && : >p/programs/zstdcli.c
run "$TUNER" init --output p/b.conf p
like 'a preset is named' "$(cat err)" 'auto --workload zstd'
like 'in the file, too' "$(cat p/b.conf)" '^#.*--workload zstd'

mkdir empty
fails_with 'nothing to build is a failure' 1 'nothing that tells' \
    "$TUNER" init empty
fails_with 'so is no folder' 1 "'none'" "$TUNER" init none
fails_with 'one folder only' 2 'one folder' "$TUNER" init p empty

odd=$(printf 'odd "name\n%b' '\303\244')
mkdir "$odd" && : >"$odd/Makefile"
run "$TUNER" init "$odd"
is 'an odd name of a folder' "$status" 0
ok 'is readable' "$TUNER" extract --workload "$odd/tuner.conf" output
done_testing
