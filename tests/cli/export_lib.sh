# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# For the tests of exports: a record, its flags, and a compiler that notes how
# it was called. Sourced after lib.sh.

records=$data/records
# shellcheck disable=SC2034 # read by the scripts
x86=$records/x86.json
flags='-O2 -march=znver3 -fno-tree-slp-vectorize --param=max-unroll-times=4'

# Prints the export of a record: export_of FILE FORMAT [OPTION...].
export_of() {
    export_file=$1
    export_format=$2
    shift 2
    "$TUNER" export --quiet --record "$export_file" \
        --format "$export_format" "$@"
}

# missing_tool PROGRAM: skips all tests unless it can be run.
need_tool() {
    command -v "$1" >/dev/null 2>&1 || skip_all "no $1"
}

# A compiler in $work/logcc and $work/logc++. It writes each call as one line
# to $work/calls, and passes on what any machine understands, so that the
# records of other machines can be used in real builds.
make_logging_compiler() {
    for pair in logcc:"$TEST_CC" logc++:c++; do
        cat >"$work/${pair%%:*}" <<END
#!/bin/sh
{ printf ' %s' "\$@"; echo; } >>'$work/calls'
for word
do
    shift
    case \$word in
    -m* | -f*-vectorize | --param=*) ;;
    *) set -- "\$@" "\$word" ;;
    esac
done
exec ${pair#*:} "\$@"
END
        chmod +x "$work/${pair%%:*}"
    done
    : >"$work/calls"
}

write_hello() {
    printf '#include <stdio.h>\nint main(void) { return puts("hello") < 0; }\n' \
        >hello.c
}

# The calls that compiled hello.c.
hello_calls() {
    grep -E '(^|[ /])hello\.c( |$)' "$work/calls"
}

# arrived NAME FLAG...: each call that compiled hello.c has all the flags, and
# its last -O is the one among them.
arrived() {
    arrived_name=$1
    shift
    hello_calls >compiled
    [ -s compiled ] || {
        fail "$arrived_name" 'nothing compiled hello.c' "$(cat "$work/calls")"
        return
    }
    while IFS= read -r call; do
        for flag; do
            case "$call " in
            *" $flag "*) ;;
            *)
                fail "$arrived_name" "no $flag in: $call"
                return
                ;;
            esac
            case $flag in
            -O*)
                last=$(printf '%s\n' "$call" | grep -o -e ' -O[^ ]*' |
                    tail -n 1)
                [ "$last" = " $flag" ] || {
                    fail "$arrived_name" "level $last wins in: $call"
                    return
                }
                ;;
            esac
        done
    done <compiled
    pass "$arrived_name"
}

# all_arrived NAME: those of the x86 record.
all_arrived() {
    # shellcheck disable=SC2086 # the list is split
    arrived "$1" $flags
}
