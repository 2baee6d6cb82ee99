# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Sourced first by tests that need mounts of their own. The script is started
# again in a mount namespace, as root or in a user namespace; where the kernel
# allows neither it skips itself.

if [ -z "${TROUBLE_INSIDE-}" ]; then
    for options in '--mount' '--mount --user --map-root-user'; do
        # shellcheck disable=SC2086 # two words
        unshare $options sh -c 'mount -t tmpfs none /mnt' 2>/dev/null ||
            continue
        TROUBLE_INSIDE=1
        export TROUBLE_INSIDE
        # shellcheck disable=SC2086
        exec unshare $options sh "$0" "$@"
    done
    echo '1..0 # SKIP no mounts of our own here'
    exit 0
fi
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"

tiny_space

# tiny OPTION...: a short search, as JSON in out.
tiny() {
    run "$TUNER" auto --json --quiet --cc "$fake" --db "$work/db" \
        --space "$work/tiny.conf" --implementation reference \
        --strategy greedy --budget 20s "$@"
}

# small FOLDER SIZE: a new file system of that size there.
small() {
    mkdir -p "$1"
    mount -t tmpfs -o "size=$2" none "$1"
}

# fill FOLDER [BYTES]: leaves no room there, or so much.
fill() {
    head -c "${2:-0}" /dev/zero >"$1/room"
    cat /dev/zero >"$1/filler" 2>/dev/null
    rm -f "$1/room"
}

# one_error NAME REGEX: the last run ended with 1 and one line that matches.
one_error() {
    if [ "$status" -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] &&
        grep -Eq -- "$2" err; then
        pass "$1"
    else
        fail "$1" "exit $status, wanted 1 and $2" "$(head -n 5 err)"
    fi
}
