# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Sourced by the tiers of `./bootstrap check`. A tier is a TAP script that
# works on its own copy of the release tarball, so that tiers do not see each
# other's objects; lints look at the source tree itself.

. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

# shellcheck disable=SC2034 # for the tiers
jobs=$(nproc 2>/dev/null || echo 1)

# unpack: makes the copy and goes there.
unpack() {
    set -- "$SOURCE_DIR"/tuner-*.tar.xz
    step 'one release tarball' test $# -eq 1
    step 'unpacks' tar -xf "$1"
    cd tuner-*/ || exit 1
    SOURCE_DIR=$PWD
    BUILD_DIR=$PWD
    unset TUNER TUNER_DATADIR
}

# step NAME COMMAND...: as ok, but what follows cannot go on without it.
step() {
    ok "$@"
    [ "$failures" -eq 0 ] || {
        done_testing
        exit 1
    }
}

# fixed_addresses: prints the words to put before a command, so that it and all
# below it run at addresses that are not random. The sanitizers of gcc 12 and
# clang 14 crash now and then where a kernel draws from all 32 bits
# (github.com/google/sanitizers/issues/1614). Nothing where this is forbidden.
fixed_addresses() {
    set -- setarch "$(uname -m)" --addr-no-randomize
    if "$@" true 2>/dev/null; then
        echo "$*"
    fi
}

# report NAME TRS: one line for every result in a .trs file of automake.
report() {
    while read -r field result text; do
        [ "$field" = :test-result: ] || continue
        case $result in
        PASS | XFAIL) pass "$1: $text" ;;
        SKIP) skip "$1: $text" 'see above' ;;
        *) fail "$1: $text" "$(grep -Ev '^(ok|PASS:) ' "${2%.trs}.log" |
            tail -n 40)" ;;
        esac
    done <"$2"
}

# suite COMMAND...: runs make check, or a part of it, and reports each test.
# Tests run side by side: none may ask for a quiet machine or a port of its own.
suite() {
    find . -name '*.trs' -exec rm -f {} +
    "$@" >suite.log 2>&1 </dev/null
    suite_status=$?
    find . -name '*.trs' | sort >suite.list
    before=$failures
    while read -r trs; do
        trs=${trs#./}
        report "${trs%.trs}" "$trs"
    done <suite.list
    if [ ! -s suite.list ]; then
        fail 'the suite ran no test' "$(tail -n 60 suite.log)"
    elif [ "$suite_status" -eq 0 ] || [ "$failures" -gt "$before" ]; then
        pass 'the suite ran to its end'
    else
        fail 'the suite ends badly' "$(tail -n 60 suite.log)"
    fi
}

# sources EXTENSION...: the tracked files of a kind; all of them where there
# is no git.
sources() {
    for extension in "$@"; do
        if [ -d "$SOURCE_DIR/.git" ]; then
            git -C "$SOURCE_DIR" ls-files "*.$extension"
        else
            (cd "$SOURCE_DIR" && find . -name "*.$extension" |
                sed 's,^\./,,' | sort)
        fi
    done
}
