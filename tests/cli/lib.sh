# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Sourced first by every script in tests/cli: TAP output, an own temporary
# folder ($work, also the current one) that goes at the end, the C locale and
# an own HOME, so that no test reads or writes the user's files.
#
#     . "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
#     plan 2
#     run "$TUNER" --version
#     is 'exits with 0' "$status" 0
#     like 'names the program' "$(cat out)" '^tuner [0-9]'
#
# `make check` sets SOURCE_DIR, BUILD_DIR, TUNER and TEST_CC; by hand, start
# the script from the top folder of a built tree.

set -u

SOURCE_DIR=${SOURCE_DIR:-$PWD}
BUILD_DIR=${BUILD_DIR:-$PWD}
TUNER=${TUNER:-$BUILD_DIR/tuner/tuner}
TUNER_DATADIR=${TUNER_DATADIR:-$SOURCE_DIR}
TEST_CC=${TEST_CC:-cc}
data=$SOURCE_DIR/tests/data
# What may lie beside the project: published inputs for some tests, which skip
# where it is not there.
shared=${TUNER_SHARED:-$SOURCE_DIR/../shared}
work=$(mktemp -d "${TMPDIR:-/tmp}/tuner-test-XXXXXX") || exit 99
count=0
failures=0
status=0

finish() {
    code=$?
    trap - EXIT
    cd / || exit 99
    chmod -R u+rwX "$work" 2>/dev/null
    rm -rf "$work"
    [ "$failures" -eq 0 ] || [ "$code" -ne 0 ] || code=1
    exit "$code"
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Programs may run as another user, who must be able to get there.
chmod 711 "$work"
mkdir "$work/home" "$work/tmp"
HOME=$work/home
TMPDIR=$work/tmp
LC_ALL=C
export HOME TMPDIR LC_ALL SOURCE_DIR BUILD_DIR TUNER TUNER_DATADIR TEST_CC data \
    shared
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_CONFIG_HOME TUNER_DB CDPATH NO_COLOR \
    CFLAGS CC SOURCE_DATE_EPOCH MAKEFLAGS MFLAGS MAKELEVEL
cd "$work" || exit 99

# plan COUNT: how many tests follow; skip_all REASON: none can run here.
plan() {
    printf '1..%d\n' "$1"
}

skip_all() {
    printf '1..0 # SKIP %s\n' "$1"
    exit 0
}

# Instead of plan, as the last line, where the number depends on the data.
done_testing() {
    printf '1..%d\n' "$count"
}

diag() {
    printf '%s\n' "$@" | sed 's/^/# /'
}

pass() {
    count=$((count + 1))
    printf 'ok %d - %s\n' "$count" "$1"
}

# fail NAME [WHY...]
fail() {
    count=$((count + 1))
    failures=$((failures + 1))
    printf 'not ok %d - %s\n' "$count" "$1"
    shift
    [ $# -eq 0 ] || diag "$@"
}

# skip NAME REASON: one test that cannot run here.
skip() {
    count=$((count + 1))
    printf 'ok %d - %s # SKIP %s\n' "$count" "$1" "$2"
}

# ok NAME COMMAND [ARGUMENT...]: the command succeeds.
ok() {
    name=$1
    shift
    if "$@" >ok.log 2>&1; then
        pass "$name"
    else
        fail "$name" "failed: $*" "$(tail -n 40 ok.log)"
    fi
}

# not_ok NAME COMMAND [ARGUMENT...]: the command fails.
not_ok() {
    name=$1
    shift
    if "$@" >ok.log 2>&1; then
        fail "$name" "succeeded: $*" "$(tail -n 40 ok.log)"
    else
        pass "$name"
    fi
}

# is NAME GOT WANTED: two texts are equal.
is() {
    if [ "$2" = "$3" ]; then
        pass "$1"
    else
        fail "$1" "got: $2" "wanted: $3"
    fi
}

# like NAME TEXT REGEX, unlike NAME TEXT REGEX: some line of the text matches
# the extended regular expression, or none does.
like() {
    if printf '%s\n' "$2" | grep -Eq -- "$3"; then
        pass "$1"
    else
        fail "$1" "no match for: $3" "in: $2"
    fi
}

unlike() {
    if printf '%s\n' "$2" | grep -Eq -- "$3"; then
        fail "$1" "unwanted match for: $3" "in: $2"
    else
        pass "$1"
    fi
}

# same_file NAME GOT WANTED: two files are equal. With UPDATE_EXPECTED=1 the
# wanted one is rewritten instead; look at `git diff` afterwards.
same_file() {
    if [ "${UPDATE_EXPECTED:-0}" = 1 ]; then
        cp "$2" "$3" && pass "$1 (rewritten)"
    elif diff -u "$3" "$2" >diff.log 2>&1; then
        pass "$1"
    else
        fail "$1" "$(head -n 40 diff.log)"
    fi
}

# empties NAME FOLDER: nothing is in the folder, or soon will be.
empties() {
    tries=0
    while [ -n "$(ls -A "$2")" ] && [ "$tries" -lt 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    is "$1" "$(ls -A "$2")" ''
}

# run COMMAND [ARGUMENT...]: keeps its output in the files out and err and its
# exit code in $status; never fails itself.
run() {
    "$@" >out 2>err </dev/null
    status=$?
}

# fails_with NAME CODE REGEX COMMAND [ARGUMENT...]: ends with the exit code,
# prints nothing on stdout and one or two lines on stderr (the second may
# only say what to try), one of which matches.
fails_with() {
    name=$1
    code=$2
    regex=$3
    shift 3
    run "$@"
    if [ "$status" -eq "$code" ] && [ ! -s out ] &&
        [ "$(wc -l <err)" -le 2 ] && grep -Eq -- "$regex" err; then
        pass "$name"
    else
        fail "$name" "exit code $status, wanted $code; wanted: $regex" \
            "stdout: $(head -n 5 out)" "stderr: $(head -n 5 err)"
    fi
}

# json FILE PATH: prints one value of a JSON file: json out winner.flags.0;
# json out flags.# prints how many there are (see json_get.c).
json() {
    "$BUILD_DIR/tests/cli/json_get" "$1" "$2"
}
