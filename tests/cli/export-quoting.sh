#!/bin/sh
# SPDX-License-Identifier: MIT
# What is quoted for a shell, make and CMake is what they read: hundreds of
# texts made of what is special to one of them.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
plan 3

quote=$BUILD_DIR/tests/cli/quote_as
"$quote" text >wanted || exit 99

"$quote" sh >script.sh
sh script.sh >got
ok 'a shell reads back what was quoted' cmp wanted got

"$quote" make >Makefile
echo 'all:;@:' >>Makefile
if make -s >got 2>&1; then
    ok 'make reads back what was quoted' cmp wanted got
else
    fail 'make reads what was quoted' "$(tail -n 5 got)"
fi

if command -v cmake >/dev/null; then
    "$quote" cmake >script.cmake
    cmake -P script.cmake >log 2>&1
    ok 'CMake reads back what was quoted' cmp wanted out
else
    skip 'CMake reads back what was quoted' 'there is no cmake'
fi
