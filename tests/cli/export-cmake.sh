#!/bin/sh
# SPDX-License-Identifier: MIT
# Toolchain file and preset, read by CMake.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

need_tool cmake
make_logging_compiler
write_hello
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.21)
project(hello C)
add_executable(hello hello.c)
END

# configure_and_build NAME FOLDER OPTION...
configure_and_build() {
    name=$1
    folder=$2
    shift 2
    : >calls
    ok "$name: cmake configures" cmake -DCMAKE_C_COMPILER="$work/logcc" "$@"
    ok "$name: cmake builds" cmake --build "$folder"
    all_arrived "$name: the flags arrive"
}

export_of "$x86" cmake >tuner.cmake
configure_and_build 'toolchain file' b1 -S . -B b1 \
    -DCMAKE_TOOLCHAIN_FILE="$work/tuner.cmake"
configure_and_build 'toolchain file, Release' b2 -S . -B b2 \
    -DCMAKE_TOOLCHAIN_FILE="$work/tuner.cmake" -DCMAKE_BUILD_TYPE=Release
like 'Release keeps NDEBUG' "$(hello_calls)" '-DNDEBUG'

export_of "$x86" cmake-preset >CMakeUserPresets.json
configure_and_build 'preset' build-tuner --preset tuner
like 'the preset says what it was proven on' "$(cat CMakeUserPresets.json)" \
    'Proven on: core 1, .*salsa20=lanes8'

# A build type of which nobody told us.
cmake -DCMAKE_C_COMPILER="$work/logcc" -S . -B b3 \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_BUILD_TYPE=Release >log 2>&1
run "$TUNER" export --record "$x86" --verify b3
is 'verify: the build type'\''s own level is a failure' "$status" 1
like 'verify: and says which' "$(cat out)" '-O2 is overridden by a later -O3'
run "$TUNER" export --record "$x86" --verify b2
is 'verify: a right build passes' "$status" 0
like 'verify: and is counted' "$(cat out)" '^1 of 1 compilation got the flags'
done_testing
