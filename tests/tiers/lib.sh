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
suite() {
    find . -name '*.trs' -exec rm -f {} +
    "$@" >suite.log 2>&1 </dev/null
    suite_status=$?
    command="$1 $2 $3"
    find . -name '*.trs' | sort >suite.list
    before=$failures
    while read -r trs; do
        trs=${trs#./}
        report "${trs%.trs}" "$trs"
    done <suite.list
    if [ ! -s suite.list ]; then
        fail "$command ran no test" "$(tail -n 60 suite.log)"
    elif [ "$suite_status" -eq 0 ] || [ "$failures" -gt "$before" ]; then
        pass "$command ran to its end"
    else
        fail "$command" "$(tail -n 60 suite.log)"
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
