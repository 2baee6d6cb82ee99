#!/bin/sh
# SPDX-License-Identifier: MIT
# A whole search while calls fail one by one: it ends with a record or with
# one clear error, keeps the records that were there, and leaves no process
# and no temporary folder behind.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"
. "$SOURCE_DIR/tests/fault/lib.sh"

fault_skip
# Some of each kind; TUNER_TEST_THOROUGH=1 tries all.
FAULTS_MOST=${TUNER_TEST_FAULTS:-10}

proven_space
"$TUNER" db --db fresh add "$data/records/pi4.json" >/dev/null || exit 1

before() {
    chmod -R u+rwX tmp db 2>/dev/null
    rm -rf db tmp home
    mkdir tmp home
    cp -r fresh db
}

after() {
    whole >why 2>&1 || return 1
    find db -type f -name '*.tmp-*' >why
    [ ! -s why ] || return 1
    gone || return 1
    # What could not be removed is left; out of memory ends at once.
    case $call in
    unlink | open | malloc) ;;
    *)
        find tmp -mindepth 1 >why
        [ ! -s why ]
        ;;
    esac
}

calls='open read write fsync rename link unlink mkdir fork pipe'
set -- "$TUNER" auto --json --quiet --cc "$fake" --db "$work/db" \
    --effort quick --strategy exhaustive --implementation reference \
    --metric salsa20/poly1305 --budget 10s --space "$work/proven.conf"
each_fault auto "$calls" "$@"
export FAULT_EVERY=1 FAULT_ERRNO=28
each_fault 'auto on a full disk' 'write mkdir' "$@"
unset FAULT_EVERY FAULT_ERRNO

call=none
for storm in FAULT_SHORT FAULT_EINTR; do
    before
    run env LD_PRELOAD="$fault" "$storm=1" "$@"
    is "auto under $storm ends well" "$status" 0
    ok "auto under $storm saves all" after
done

# Out of memory ends at once, each time (fault-memory.sh), or is survived: of
# these some.
[ "$all_sites" = 0 ] || FAULTS_MOST=100
all_sites=0
[ "$thorough" = 1 ] || each_fault 'auto, memory' malloc "$@"

done_testing
