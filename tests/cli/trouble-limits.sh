#!/bin/sh
# SPDX-License-Identifier: MIT
# In a control group with 64 MB of memory and one processor's time.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"

top=/sys/fs/cgroup
group=tuner-test-$$
folders=

# put FOLDER FILE VALUE: makes the group there and sets a limit.
put() {
    [ -d "$1/$group" ] || mkdir "$1/$group" 2>/dev/null || return 1
    case " $folders " in
    *" $1/$group "*) ;;
    *) folders="$folders $1/$group" ;;
    esac
    echo "$3" 2>/dev/null >"$1/$group/$2"
}

limit() {
    if [ -e "$top/cgroup.controllers" ]; then
        put "$top" memory.max 64M && put "$top" cpu.max '100000 100000'
    else
        put "$top/memory" memory.limit_in_bytes 64M &&
            put "$top/cpu" cpu.cfs_period_us 100000 &&
            put "$top/cpu" cpu.cfs_quota_us 100000
    fi
}

release() {
    for folder in $folders; do
        rmdir "$folder"
    done
}
limit 2>/dev/null || {
    release
    skip_all 'no control group of our own here'
}

# inside COMMAND...: runs it there.
cat >inside <<END
#!/bin/sh
for folder in $folders; do
    echo \$\$ >"\$folder/cgroup.procs" || exit 99
done
exec "\$@"
END
chmod +x inside

run ./inside "$TUNER" auto --json --quiet --cc "$fake" --db "$work/db" \
    --effort quick --strategy greedy --implementation reference --budget 10s
is 'a search ends well' "$status" 0
ok 'with its record' test -f "$(json out record)"
run ./inside "$TUNER" check --quiet --json --cc "$TEST_CC" -- -O3 -funroll-loops
is 'a compiler, too' "$status" 0
run ./inside "$TUNER" probe --json
is 'and a probe' "$status" 0
is 'which sees the limit' "$(json out system.scheduler_quota)" '100%'
is 'nothing is left' "$(ls -A tmp)" ''
release
is 'nor is a process' "$(for f in $folders; do [ -d "$f" ] && echo "$f"; done)" ''
done_testing
