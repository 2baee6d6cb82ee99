#!/bin/sh
# SPDX-License-Identifier: MIT
# The driver's verification finds faults that are put into a copy of the core:
# one line for each kernel that is wrong, and exit status 1.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/core_lib.sh"

cp -R "$core" copy
chmod -R u+w copy
core=$work/copy
ok 'the driver builds' build_driver

# fault NAME FILE SED MACRO REGEX: with the edit made in the copy's file, and
# the implementation that includes it, verify says something that matches.
fault() {
    cp "copy/$2" kept
    sed "$3" kept >"copy/$2"
    if cmp -s kept "copy/$2"; then
        fail "$1" "the edit changes nothing: $3"
    elif build_core broken -O1 ${4:+"$4"} >build.log 2>&1; then
        ./broken verify >out 2>err
        status=$?
        is "$1: fails" "$status" 1
        like "$1: is told" "$(cat out)" "$5"
    else
        fail "$1" "$(cat build.log)"
    fi
    cp kept "copy/$2"
}

fault 'a wrong rotation' salsa20_rounds.h 's/ d, c, b, 13/ d, c, b, 12/' '' \
    '^salsa20 set 1 vector 0, bytes 0 to 63: byte 0 is wrong: got '
fault 'a lane with a wrong counter' salsa20_lanes.h \
    's/counter + block)/counter + block + block \/ 12)/' \
    -DSALSA20_IMPLEMENTATION=lanes4 \
    '^salsa20: [0-9]+ outputs differ .* the first at length 769,'
fault 'a carry that is lost' salsa20.c 's/counter >> 32/counter >> 33/' '' \
    '^salsa20: [0-9]+ outputs differ .* the first at length 1025,'
fault 'a tail that is one byte too long' stream.h \
    's/i < length; i++)$/i < length + (length == 5); i++)/' '' \
    '^salsa20: [0-9]+ outputs differ .* the first at length 5,'
fault 'a sum that is carried too little' limbs44.h \
    's/(low >> 44);/(low >> 45);/' -DPOLY1305_IMPLEMENTATION=limbs44 \
    '^poly1305'
fault 'a power of r in the wrong lane' poly1305_side.h \
    's/LANES - i, power/(LANES - i) ^ (i == 2), power/' \
    -DPOLY1305_IMPLEMENTATION=lanes4 '^poly1305: [0-9]+ outputs differ'
fault 'a tag that is not looked at' tag.h 's/difference == 0/difference < 256/' \
    '' '^secretbox: opening a box of 0 bytes went wrong'
fault 'a switch that forgets an entry' switch_narrow.h 's/i = 0/i = 1/' \
    -DSWITCH_IMPLEMENTATION=narrow '^switch: differs from the reference'

ok 'the copy is whole again' build_core whole -O1
ok 'and right' ./whole verify
done_testing
