#!/bin/sh
# SPDX-License-Identifier: MIT
# Whether flags arrived: the wrapper and the output of make.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

need_tool make
write_hello
mkdir sub
cp hello.c sub/other.c
cat >Makefile <<'END'
all: hello.o sub/other.o
hello.o: hello.c
	$(CC) $(CFLAGS) -c hello.c
sub/other.o:
	cd sub && $(CC) -O1 -c other.c
END
line='-O2 -fno-tree-slp-vectorize'
run "$TUNER" export --wrapper w --cc "$TEST_CC"
is 'a wrapper is written' "$status" 0
like 'it names the compilers' "$(cat out)" '^w:.* cc'
fails_with 'not into a folder that is in use' 1 'not empty' \
    "$TUNER" export --wrapper sub

PATH=$work/w:$PATH
export PATH
ok 'a build goes through it' make CC="${TEST_CC##*/}" CFLAGS="$line -g"
run "$TUNER" export --record "$records/noproof.json" --verify w
is 'a sub-build that drops the flags is a failure' "$status" 1
like 'it is counted' "$(cat out)" '^1 of 2 compilations got the flags: -O2$'
like 'and its folder named' "$(cat out)" '/sub: other\.c$'
like 'with what is missing' "$(cat out)" 'missing: -O2'

run "$TUNER" export --record "$records/noproof.json" --verify w --json
is 'as JSON too: arrived' "$(json out arrived)" 1
is 'as JSON too: compilations' "$(json out 'compilations.#')" 2
printf 'cc -O2 -c f\351.c\ncc -O2 -c good.c\n' >latin1.log
fails_with 'a name that JSON cannot tell is not left out' 1 'not UTF-8' \
    "$TUNER" export --record "$records/noproof.json" --verify latin1.log --json
ok 'but told as text' \
    "$TUNER" export --record "$records/noproof.json" --verify latin1.log

# Arguments that a careless log would tear apart.
touch 'a b.c'
ok 'the wrapper compiles odd names' \
    cc -O2 '-DX="a  b"' -c 'a b.c' -o 'a b.o'
like 'and keeps arguments whole' "$(cat w/calls/*)" '^a-DX="a  b"$'

make -B CC=cc CFLAGS="-O2" >make.log 2>&1
run "$TUNER" export --record "$records/noproof.json" --verify make.log
is 'the output of make serves as well' "$status" 1
like 'with the same words' "$(cat out)" '^1 of 2 compilations'

mkdir empty
fails_with 'nothing to see is an error' 1 'no compile command found' \
    "$TUNER" export --record "$x86" --verify empty
done_testing
