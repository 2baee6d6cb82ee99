# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Sourced by the tests of core/ after lib.sh: builds its driver by hand, as
# core/kernels.conf says. $core is the folder; TEST_CC compiles, with
# $machine, the flags that the driver and the units both need.

# shellcheck disable=SC2154 # work comes from lib.sh
core=${core:-$SOURCE_DIR/core}
machine=

# conf_list SECTION NAME KEY: the values of a key of [SECTION "NAME"], or of
# [SECTION] where NAME is empty.
conf_list() {
    awk -v section="$1" -v name="$2" -v key="$3" '
        /^\[/ {
            head = name == "" ? "[" section "]" : "[" section " \"" name "\"]"
            inside = $0 == head
        }
        inside && $1 == key { print $3 }' "$core/kernels.conf"
}

# choose N: the macros that give every unit its Nth implementation, counted
# from 1; a unit that has fewer gets its last. Empty after the last of all.
choose() {
    chosen=
    more=false
    for unit in $(conf_list core '' unit); do
        macro=$(conf_list unit "$unit" macro)
        [ -n "$macro" ] || continue
        value=$(conf_list unit "$unit" implementation | sed -n "$1p")
        [ -z "$value" ] || more=true
        [ -n "$value" ] ||
            value=$(conf_list unit "$unit" implementation | tail -n 1)
        chosen="$chosen -D$macro=$value"
    done
    $more && echo "$chosen"
}

# compile FILE OBJECT FLAG...: one file of the core.
compile() {
    source_file=$1
    object=$2
    shift 2
    # shellcheck disable=SC2086 # compilers and flags are words
    $TEST_CC -std=gnu11 $machine "$@" -c "$core/$source_file" -o "$object"
}

# build_driver: its own files, into the folder driver.
build_driver() {
    mkdir -p driver
    for file in $(conf_list driver '' source); do
        compile "$file" "driver/${file%.c}.o" -O2 || return 1
    done
}

# build_core PROGRAM FLAG...: the units under these flags, and the driver.
build_core() {
    program=$1
    shift
    mkdir -p "$program.units"
    for unit in $(conf_list core '' unit); do
        compile "$unit.c" "$program.units/$unit.o" "$@" || return 1
    done
    # shellcheck disable=SC2086 # compilers and flags are words
    $TEST_CC $machine "$@" "$program.units"/*.o driver/*.o -o "$program"
}
