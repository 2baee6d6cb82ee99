#!/bin/sh
# SPDX-License-Identifier: MIT
# Site file, read by a configure script.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

need_tool autoconf
need_tool make
make_logging_compiler
write_hello
cat >configure.ac <<'END'
AC_INIT([hello], [1])
AC_PROG_CC
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
# shellcheck disable=SC2016 # make expands them
printf 'CC = @CC@\nCFLAGS = @CFLAGS@\nhello: hello.c\n\t%s\n' \
    '$(CC) $(CFLAGS) -c hello.c' >Makefile.in
ok 'autoconf makes a configure script' autoconf

export_of "$x86" autoconf >config.site
CONFIG_SITE=$work/config.site
export CONFIG_SITE
ok 'it runs with the site file' ./configure CC="$work/logcc"
: >calls
ok 'make builds' make
all_arrived 'the flags arrive'
run "$TUNER" export --record "$x86" --verify .
is 'verify reads the makefile' "$status" 0

ok 'a user'\''s own flags win' ./configure CC="$work/logcc" CFLAGS=-Os
like 'over the site'\''s' "$(grep '^CFLAGS' Makefile)" '^CFLAGS = -Os$'
run "$TUNER" export --record "$x86" --verify .
is 'verify sees that' "$status" 1
done_testing
