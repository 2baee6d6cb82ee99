#!/bin/sh
# SPDX-License-Identifier: MIT
# buildflags.conf, read by dpkg-buildflags.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

need_tool dpkg-buildflags
XDG_CONFIG_HOME=$work/config
export XDG_CONFIG_HOME
mkdir -p config/dpkg
before=$(dpkg-buildflags --get CFLAGS)
export_of "$x86" dpkg-buildflags >config/dpkg/buildflags.conf
run dpkg-buildflags --get CFLAGS
is 'the flags stand at the end' "$(cat out)" "$before $flags"
like 'hardening stays' "$(cat out)" '-fstack-protector-strong'
is 'there is nothing to complain of' "$(cat err)" ''
like 'C++ has them too' "$(dpkg-buildflags --get CXXFLAGS)" "$flags\$"

if command -v make >/dev/null 2>&1; then
    make_logging_compiler
    write_hello
    # shellcheck disable=SC2016 # make expands them
    printf 'hello.o: hello.c\n\t$(CC) $(CFLAGS) -c hello.c\n' >Makefile
    ok 'a package builds' \
        sh -c "eval \"\$(dpkg-buildflags --export=sh)\" && make CC=./logcc"
    all_arrived 'with the tuned level last'
else
    skip 'a package builds' 'no make'
fi
done_testing
