#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tuner check on this machine's compiler and on stand-ins for broken ones:
# cases A5, A6, A7 and A18 of the public reports, typing mistakes, flags that
# must not even be tried.

. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

# verdict FLAG: what the answer in out says of a flag.
verdict() {
    i=0
    while [ "$i" -lt "$(json out flags.#)" ]; do
        if [ "$(json out "flags.$i.flag")" = "$1" ]; then
            json out "flags.$i.verdict"
            return
        fi
        i=$((i + 1))
    done
    echo "no verdict on $1"
}

# wrapper NAME: a compiler made of the shell lines on stdin, "$@" its words;
# after them the real one runs.
wrapper() {
    {
        printf '#!/bin/sh\n'
        cat
        # shellcheck disable=SC2016 # for the wrapper
        printf 'exec %s "$@"\n' "$TEST_CC"
    } >"$1"
    chmod +x "$1"
}

run "$TUNER" check --json --cc "$TEST_CC" -- -O2 -funroll-loops
is 'good flags: exit 0' "$status" 0
is 'good flags: ok' "$(json out verdict) $(verdict -funroll-loops)" 'ok ok'

run "$TUNER" check --json --cc "$TEST_CC" -- -03 -O2
is 'A6: a refusal is a result' "$status" 0
is 'A6: -03 is unknown' "$(verdict -03)" unknown-flag
is 'A6: the other is not blamed' "$(verdict -O2)" ok
is 'A6: -O3 is near' "$(json out flags.0.suggestion)" -O3
like 'A6: in the compiler'\''s words' "$(json out flags.0.message)" "'?-03'?"
run "$TUNER" check --cc "$TEST_CC" -- -03
like 'A6: told to people, too' "$(cat out)" "did you mean '-O3'"

wrapper warns <<'SH'
case "$*" in *-fsome-flag*)
    echo 'cc1: warning: -fsome-flag makes no sense here' >&2
    for a; do shift; [ "$a" = -fsome-flag ] || set -- "$@" "$a"; done ;;
esac
SH
run "$TUNER" check --json --cc ./warns -- -O2 -fsome-flag
is 'A5: a warning about a flag refuses it' "$(verdict -fsome-flag)" conflict
is 'A5: exit 0' "$status" 0
like 'A5: the warning is quoted' "$(json out flags.1.message)" 'makes no sense'
is 'A5: the other is ok' "$(verdict -O2)" ok

wrapper aborts <<'SH'
case "$*" in *native*)
    echo "*** Error in \`gcc': double free or corruption (top): 0x0 ***" >&2
    kill -ABRT $$ ;;
esac
SH
run "$TUNER" check --json --cc ./aborts -- -march=native -O2
is 'A7: a compiler that a signal kills' "$(verdict -march=native)" \
    compiler-crash
is 'A7: only that flag' "$(verdict -O2)" ok
is 'A7: no core file' "$(find . -name 'core*')" ''

wrapper mutters <<'SH'
case "$*" in *-fbad*)
    echo "*** Error in \`gcc': double free or corruption (top): 0x0 ***" >&2
    for a; do shift; [ "$a" = -fbad ] || set -- "$@" "$a"; done ;;
esac
SH
run "$TUNER" check --json --cc ./mutters -- -fbad -O2
is 'A7: a crash that the driver survives' "$(verdict -fbad)" compiler-crash

wrapper starves <<'SH'
case "$*" in *hosted.c*)
    echo 'cc: fatal error: Killed signal terminated program cc1' >&2
    echo 'compilation terminated.' >&2
    exit 1 ;;
esac
SH
run "$TUNER" check --json --cc ./starves -- -O3 -funroll-loops
is 'A18: out of memory' "$(json out verdict)" out-of-memory
is 'A18: a result' "$status" 0
unlike 'A18: no flag is learnt as refused' "$(cat out)" \
    '"verdict": "(unknown-flag|conflict|compile|link|compiler-crash)"'

wrapper killed <<'SH'
case "$*" in *hosted.c*) kill -KILL $$ ;; esac
SH
run "$TUNER" check --json --cc ./killed -- -O3
is 'A18: a compiler that the kernel kills' "$(json out verdict)" out-of-memory

wrapper once <<'SH'
case "$*" in *hosted.c*) [ -e tried ] || { : >"$0.tried"; } ;; esac
if [ -e "$0.tried" ] && [ ! -e "$0.again" ]; then
    : >"$0.again"
    echo 'cc: fatal error: Killed signal terminated program cc1' >&2
    exit 1
fi
SH
run "$TUNER" check --json --cc ./once -- -O2
is 'A18: memory that comes back is no refusal' "$(json out verdict)" ok

# Typing mistakes.
run "$TUNER" check --json --cc "$TEST_CC" -- -funrol-loops -O
is 'a letter is missing' "$(json out flags.0.suggestion)" -funroll-loops
run "$TUNER" check --json --cc "$TEST_CC" -- -fvect-cost-model=cheep
is 'a value is wrong' "$(verdict -fvect-cost-model=cheep)" unknown-flag

# Never tried: what runs, loads, reads or writes something else.
: >evil.so
echo "-o$work/written" >arguments
for flag in -fplugin=./evil.so @arguments -specs=./evil --specs=evil \
    -wrapper=./evil -B. -o/dev/null -include=/etc/passwd -Wp,-MD,written \
    -Xclang=-load -save-temps -MD -c input.c -; do
    fails_with "not tried: $flag" 1 'not tried' \
        "$TUNER" check --cc "$TEST_CC" -- -O2 "$flag"
done
is 'and nothing was written' "$(ls written* ./*.s 2>/dev/null)" ''

fails_with 'no flags' 2 'no flags given' "$TUNER" check --cc "$TEST_CC"
fails_with 'no such compiler' 1 'no compiler' "$TUNER" check --cc nocc -- -O2
fails_with 'an open quote' 2 'quote' \
    "$TUNER" check --cc "$TEST_CC" --runner "'" -- -O2
done_testing
