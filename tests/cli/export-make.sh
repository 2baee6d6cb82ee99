#!/bin/sh
# SPDX-License-Identifier: MIT
# Exports for make and the shell, read by real builds.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

need_tool make
make_logging_compiler
write_hello
cat >Makefile <<'END'
CC = ./logcc
CFLAGS = -O1 -g
-include tuner.mk
hello: hello.c
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ hello.c
END

export_of "$x86" make >tuner.mk
ok 'make builds with the makefile' make
all_arrived 'its flags come after the project'\''s own'

: >calls
rm -f hello tuner.mk
sed '/^CFLAGS/d' Makefile >Makefile2
export_of "$x86" sh >tuner.sh
(. ./tuner.sh && make -f Makefile2) >make.log 2>&1
is 'make builds with the shell variables' $? 0
all_arrived 'and gets them from the environment'

: >calls
rm -f hello
line=$(export_of "$x86" flags)
is 'a line of flags is as in the record' "$line" "$flags"
# shellcheck disable=SC2086 # the line is split
ok 'and splits in a command line' ./logcc $line -o hello hello.c
all_arrived 'into the same flags'

# Link flags reach the link step only.
export_of "$records/unsafe.json" make >tuner.mk
like 'link flags have a line of their own' "$(cat tuner.mk)" \
    '^LDFLAGS \+= .*-static$'
unlike 'and are not in CFLAGS' "$(grep '^CFLAGS' tuner.mk)" ' -static'

done_testing
