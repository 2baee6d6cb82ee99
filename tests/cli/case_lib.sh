# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# For the tests case-aNN-*.sh, each of which replays something that went wrong
# in public for people who tune by hand, without their board: machines from
# their cpuinfo, compilers that misbehave, and what a verdict says.  Sourced
# after lib.sh.

# shellcheck disable=SC2034,SC2100 # for the tests; no arithmetic
arm=arm-linux-gnueabihf-gcc
# shellcheck disable=SC2034,SC2100
aarch64=aarch64-linux-gnu-gcc

# need COMMAND...: skips all tests unless they are there.
need() {
    for need_command; do
        command -v "$need_command" >/dev/null 2>&1 ||
            skip_all "no $need_command"
    done
}

# arm_cpu FIRST COUNT IMPLEMENTER PART ARCHITECTURE FEATURES...: blocks of
# /proc/cpuinfo, as kernels since 3.8 print them.
arm_cpu() {
    cpu_number=$1
    cpu_last=$(($1 + $2 - 1))
    cpu_ids=$3:$4:$5
    shift 5
    while [ "$cpu_number" -le "$cpu_last" ]; do
        printf 'processor\t: %s\n' "$cpu_number"
        printf 'model name\t: ARM\nBogoMIPS\t: 38.40\nFeatures\t: %s\n' "$*"
        echo "$cpu_ids" | {
            IFS=: read -r implementer part architecture
            printf 'CPU implementer\t: %s\nCPU architecture: %s\n' \
                "$implementer" "$architecture"
            printf 'CPU variant\t: 0x0\nCPU part\t: %s\n' "$part"
            printf 'CPU revision\t: 4\n\n'
        }
        cpu_number=$((cpu_number + 1))
    done
}

# machine DIR: a root for --root; its cpuinfo comes from stdin.
machine() {
    mkdir -p "$1/proc"
    cat >"$1/proc/cpuinfo"
}

# Features as the boards' own kernels list them.
# shellcheck disable=SC2034
pi1_features='half thumb fastmult vfp edsp java tls'
# shellcheck disable=SC2034
pi4_features='fp asimd evtstrm crc32 cpuid'
# shellcheck disable=SC2034
beaglebone_features='half thumb fastmult vfp edsp thumbee neon vfpv3 tls vfpd32'

# compiler NAME: a script from stdin that stands in for a compiler; its last
# line is usually: exec real "$@".
compiler() {
    {
        echo '#!/bin/sh'
        cat
    } >"$work/$1"
    chmod +x "$work/$1"
}

# probed OPTION...: the flags that `tuner probe` recommends, on one line.
probed() {
    "$TUNER" probe --json "$@" >probe.json 2>probe.err
    flag_list probe.json flags
}

# flag_list FILE PATH: a list of strings of a JSON file on one line.
flag_list() {
    list_count=$(json "$1" "$2.#")
    list_number=0
    list_line=
    while [ "$list_number" -lt "${list_count:-0}" ]; do
        list_line="$list_line $(json "$1" "$2.$list_number")"
        list_number=$((list_number + 1))
    done
    printf '%s\n' "${list_line# }"
}

# checked OPTION... -- FLAG...: runs `tuner check`; then outcome tells what it
# says of the set, verdict FLAG and message FLAG what of one flag.
checked() {
    run "$TUNER" check --json "$@"
    cp out check.json
}

of_flag() {
    of_number=0
    while of_name=$(json check.json "flags.$of_number.flag" 2>/dev/null) &&
        [ -n "$of_name" ]; do
        if [ "$of_name" = "$2" ]; then
            json check.json "flags.$of_number.$1"
            return
        fi
        of_number=$((of_number + 1))
    done
    echo "no such flag: $2"
}

outcome() {
    json check.json verdict
}

verdict() {
    of_flag verdict "$1"
}

message() {
    of_flag message "$1"
}

# takes COMPILER FLAG...: it compiles a function with floats and a header of
# libc, and has nothing to say about it.
takes() {
    printf '#include <math.h>\n%s\n' \
        'double f(double a, int b) { return sqrt(a) / b; }' >takes.c
    takes_words=$(LC_ALL=C "$@" -O2 -Werror -c takes.c -o takes.o 2>&1) ||
        {
            diag "$takes_words"
            return 1
        }
    [ -z "$takes_words" ]
}

# quoted WORD...: as a list of JSON strings.
quoted() {
    for quoted_word; do
        printf '"%s", ' "$quoted_word"
    done | sed 's/, $//'
}

# drafted FILE "FAMILY VERSION TARGET" FLAG...: a record of a gain of 50 %, for
# `tuner db add`.  Variables that are set before: board, core (name,
# implementer, part), needs (CPU features).
board=test-board
core='cortex-a7 0x41 0xc07'
needs=
drafted() {
    drafted_file=$1
    # shellcheck disable=SC2086 # words
    drafted_compiler=$(quoted $2 | tr -d ',')
    shift 2
    # shellcheck disable=SC2086 # words
    {
        set -- "$(quoted "$@")" $core
        eval "set -- \"\$@\" $drafted_compiler"
        cat <<END
{"board": {"id": "$board", "name": "Board $board"},
 "cpu": {"arch": "test", "kinds": [{"core": "$2", "implementer": "$3",
   "part": "$4"}]},
 "compiler": {"family": "$5", "version": "$6", "target": "$7"},
 "workload": {"name": "core",
   "source": "0123456789abcdef0123456789abcdef01234567"},
 "baselines": [{"name": "-O2", "flags": ["-O2"], "reference": true}],
 "winner": {"flags": [$1]}, "needs": [$(quoted $needs)],
 "confirmation": {"method": "medians"},
 "metrics": [{"name": "speed", "unit": "kbit/s", "better": "higher", "weight": 1,
   "baseline_samples": [100, 101, 102], "winner_samples": [150, 151, 152]}]}
END
    } >"$drafted_file"
}
