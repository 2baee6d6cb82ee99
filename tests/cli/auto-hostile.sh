#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds and benchmarks that misbehave: each ends within its limit, is
# reported in one line, and leaves no process and no folder behind.
# shellcheck disable=SC2016  # the commands are for the workloads' shell
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

# Everything happens under names that are hard to quote.
odd=$(printf 'w "q'"'"'\n%b' '\303\244')
mkdir "$odd" "$work/tmp/$odd" || exit 99
TMPDIR=$work/tmp/$odd
XDG_CACHE_HOME=$work/cache
export TMPDIR XDG_CACHE_HOME
printf '%s\n' '#include <stdio.h>' \
    'int main(void) { puts("speed: 3"); return 0; }' >"$odd/prog.c"
good='build = "$CC $CFLAGS prog.c -o prog"'
speed='[metric "speed"]
pattern = ^speed: (.*)$
better = higher'

# Who has this in its environment was started by tuner.
mark=TUNER_TEST_MARK=$$.$(basename "$work")
strays() {
    grep -lsF "$mark" /proc/[0-9]*/environ | head -n 3
}

# ends NAME REGEX LINE...: this workload ends with one line that matches.
ends() {
    name=$1
    regex=$2
    shift 2
    {
        echo '[workload "w"]'
        printf '%s\n' "$@"
    } >"$odd/w.conf"
    run timeout 100 env "$mark" "$TUNER" auto --quiet --budget 3s --db db \
        --workload "$odd/w.conf"
    if [ "$status" -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] &&
        grep -Eq -- "$regex" err; then
        pass "$name"
    else
        fail "$name" "exit code $status, wanted: $regex" "$(head -n 5 err)"
    fi
    is "$name: nothing is left" "$(ls -A "$TMPDIR")$(strays)" ''
}

ends 'a build that hangs' 'timeout.*no end within 1' \
    'build = sleep 610' 'run = ./prog' 'build-timeout = 1s'
ends 'a build that fails' 'compile.*exit 3: prog.c:1: error: no' \
    'build = "echo a; echo \"prog.c:1: error: no\"; echo b; exit 3"' \
    'run = ./prog'
ends 'a build that makes nothing' "the build made no 'prog'" \
    'build = true' 'run = ./prog' 'artefacts = prog'
ends 'a build that eats memory' 'baseline is refused' \
    'build = "x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done"' \
    'run = ./prog' 'memory = 256m' 'build-timeout = 60s'
ends 'flags that do not arrive' "did not arrive.*'cc -O0 prog.c -o prog'" \
    'build = cc -O0 prog.c -o prog' 'run = ./prog'

ends 'a benchmark that prints nothing' "wrong-output.*'speed' has no value" \
    "$good" 'run = true' "$speed"
ends 'one that prints a million lines' "'speed' has no value" \
    "$good" 'run = "yes | head -n 1000000"' "$speed"
ends 'one that never ends' 'timeout.*no end within 1' \
    "$good" 'run = "echo speed: 3; sleep 611"' 'timeout = 1s' "$speed"
ends 'one that leaves children' "'speed' has no value" "$good" \
    'run = "sleep 612 & setsid sleep 613 >/dev/null 2>&1 & true"' "$speed"
ends 'a check that fails' 'wrong-output.*exit 1: wrong digest' \
    "$good" 'run = ./prog' 'verify = "echo wrong digest; exit 1"'

fails_with 'a wrong key has file and line' 1 'w.conf:2: unknown key' \
    "$TUNER" auto --workload "$(printf '[workload "w"]\nrnu = x\n' \
        >w.conf && echo ./w.conf)"
done_testing
