#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tuner probe over recorded and composed boards: tests/data/boards/NAME holds
# proc/ and sys/ and what is expected. Flags are compared as text under the
# compiler that they were written for (gcc 12); under any other they must
# compile without a warning.

. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

# expected NAME KEY
expected() {
    sed -n "s/^$2 //p" "$data/boards/$1/expected"
}

# All kinds of the answer as in "4xcortex-a53+2xcortex-a72", or "-".
kinds() {
    number=$(json out cpu.kinds.#)
    text=
    i=0
    while [ "$i" -lt "$number" ]; do
        text="$text${text:++}$(json out "cpu.kinds.$i.cpus.#")x$(
            json out "cpu.kinds.$i.core"
        )"
        i=$((i + 1))
    done
    echo "${text:--}"
}

flags() {
    json out flags | tr -d '[]",' | sed 's/^$/-/'
}

printf '%s\n' '#include <stdio.h>' \
    'double scale(double a, float b) { return a * b + 0.5; }' >real.c

# Whether the flags compile a real function without a word.
proves() {
    # shellcheck disable=SC2086 # words
    "$1" $2 -O2 -Wall -Werror -c real.c -o real.o
}

# board NAME: one test.
board() {
    cc=$(expected "$1" cc)
    if ! command -v "$cc" >/dev/null; then
        skip "$1" "no $cc"
        return
    fi
    run "$TUNER" probe --json --root "$data/boards/$1" --cc "$cc"
    [ "$status" -eq 0 ] || {
        fail "$1" "exit code $status" "$(cat err)"
        return
    }
    notes=no
    [ "$(json out notes.#)" -gt 0 ] && notes=yes
    found=$(flags)
    wanted=$(expected "$1" flags)
    case $(json out compiler.version) in
    12.*) ;;
    *)
        [ "$found" = - ] || proves "$cc" "$found" >proof.log 2>&1 && wanted=$found
        ;;
    esac
    is "$1" "id $(json out board.id)
arch $(json out cpu.arch)
confidence $(json out cpu.confidence)
kinds $(kinds)
flags $found
notes $notes" "id $(expected "$1" id)
arch $(expected "$1" arch)
confidence $(expected "$1" confidence)
kinds $(expected "$1" kinds)
flags $wanted
notes $(expected "$1" notes)"
}

for folder in "$data"/boards/*/; do
    board "$(basename "$folder")"
done

# The published collection beside the project, with its own referee.
if [ ! -f "$shared/probes/score.py" ]; then
    skip 'the shared boards' 'no shared folder beside the project'
elif ! command -v python3 >/dev/null ||
    ! command -v arm-linux-gnueabihf-gcc >/dev/null ||
    ! command -v aarch64-linux-gnu-gcc >/dev/null; then
    skip 'the shared boards' 'no python3 or no cross compilers'
else
    case $(gcc -dumpversion) in
    12*)
        ok 'all of the shared boards are right' \
            python3 "$shared/probes/score.py" --tuner "$TUNER"
        ;;
    *) skip 'the shared boards' 'they are written for gcc 12' ;;
    esac
fi
done_testing
