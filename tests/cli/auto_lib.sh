# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# For tests of `tuner auto`: a fake compiler of its own name, so that what it
# leaves behind can be found, and short forms.

. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

# shellcheck disable=SC2154 # from lib.sh
fake=$work/fakecc
cp "$BUILD_DIR/tests/fake/fakecc" "$fake" || exit 99
FAKECC_LOG=$work/fake.log
export FAKECC_LOG

# auto OPTION...: a search with the fake compiler, as JSON in out.
auto() {
    run "$TUNER" auto --json --quiet --cc "$fake" --db "$work/db" \
        --effort quick --strategy greedy --budget 600s "$@"
}

# tiny_space: writes tiny.conf, which leaves two levels to choose from.
tiny_space() {
    cat >tiny.conf <<'END'
[dimension "-O"]
    class = level
    value = -O2
    value = -O3
END
}

# proven_space: writes proven.conf, the smallest with a winner to prove.
proven_space() {
    cat >proven.conf <<'END'
[space]
    only = true
[dimension "-O"]
    class = level
    value = -O2
    value = -O3
[dimension "-funroll-loops"]
    class = flag
    value = -funroll-loops
END
}

# Runs of the fake's programs, one a sample.
samples() {
    tr -cd t <"$FAKECC_LOG" | wc -c
}

# begin SAMPLES PROGRAM [ARGUMENT...]: starts a search in the background, with
# its streams in the files out and err, and comes back when it has taken so
# many samples, or has ended. Its id is in $search; to be waited for. (Not a
# function: a signal for that would only meet a shell that waits.)
begin() {
    enough=$1
    shift
    : >"$FAKECC_LOG"
    "$@" >out 2>err </dev/null &
    search=$!
    while [ "$(samples)" -lt "$enough" ] && kill -0 "$search" 2>/dev/null; do
        sleep 0.1
    done
}

# Processes of the fake compiler that are still there.
left_over() {
    ps -eo args | awk -v wanted="$fake --serve" \
        'index($0, wanted) == 1 { count++ } END { print count + 0 }'
}

# gone: no process of the search outlives it for long (two seconds on an idle
# machine).
gone() {
    waited=0
    while [ "$(left_over)" -ne 0 ]; do
        waited=$((waited + 1))
        [ "$waited" -le 100 ] || return 1
        sleep 0.1
    done
}

# whole: the record that was copied from fresh is as it was, and nothing in the
# database is broken.
whole() {
    diff -r fresh/raspberrypi-4b db/raspberrypi-4b &&
        "$TUNER" db --db db verify
}

flags() {
    "$BUILD_DIR/tests/cli/json_get" out winner.flags
}
