#!/bin/sh
# SPDX-License-Identifier: MIT
# The record that is exported for a machine: its own, or none, with the reason.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

need_tool gcc
case $(gcc -dumpmachine) in
x86_64-*) ;;
*) skip_all 'the record is of an x86-64 compiler' ;;
esac

# machine FOLDER FEATURE...: a Zen 3 with these features.
machine() {
    folder=$1
    shift
    mkdir -p "$folder/proc" "$folder/sys"
    cat >"$folder/proc/cpuinfo" <<END
processor	: 0
vendor_id	: AuthenticAMD
cpu family	: 25
model		: 33
model name	: AMD Ryzen 9 5950X
flags		: fpu sse sse2 cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3 pni $*

END
}
machine whole avx avx2 bmi1 bmi2 f16c fma movbe abm
machine lesser avx f16c

# export_for FOLDER OPTION...
export_for() {
    root=$1
    shift
    run "$TUNER" export --db db --root "$root" --cc gcc --format make "$@"
}

"$TUNER" db import --db db "$x86" >log 2>&1
export_for whole
is 'the machine of the record gets its flags' "$status" 0
like 'they are the winner'\''s' "$(cat out)" '^CFLAGS \+= -O2 -march=znver3'
like 'the features that they need are named' "$(cat out)" \
    '^# CPU must have: avx2 bmi2'

export_for lesser
is 'a machine that lacks a feature gets nothing' "$status" 1
is 'not even a part of it' "$(cat out)" ''
like 'what it lacks is named' "$(cat err)" 'needs .*avx2.*lacks'
like 'and what to do' "$(cat err)" "tuner auto' makes one"

export_for whole --implementation reference
like 'plain code gets its own flags' "$(cat out)" '^CFLAGS \+= -O3 '
export_for whole --implementation lanes4
is 'an implementation that no record has is an error' "$status" 1
export_for whole --workload nothing-like-it
is 'a workload without a record has none' "$status" 1
like 'and its name is told' "$(cat err)" "workload 'nothing-like-it'"

# The same machine with a newer record of another program.
sed -e 's/"name": "core"/"name": "zip"/' -e 's/"date": "20/"date": "30/' \
    -e 's/"source": "[0-9a-f]*"/"source": "0123456789abcdef0123456789abcdef01234567"/' \
    "$x86" >zip.json
"$TUNER" db import --db two "$x86" >log 2>&1
"$TUNER" db import --db two zip.json >>log 2>&1
run "$TUNER" export --db two --root whole --cc gcc --format json
is 'of several workloads the newest is taken' "$(json out workload)" zip
like 'and the others are named' "$(cat err)" \
    'records of (core, zip|zip, core): taking the newest, of zip'
run "$TUNER" export --db two --root whole --cc gcc --format json --workload core
is 'a workload can be asked for' "$(json out workload)" core
is 'then there is nothing to choose' "$(grep -c 'taking the newest' err)" 0
# shellcheck disable=SC2016 # for the workload's shell
printf '[workload "zip"]\n\tbuild = x $CFLAGS\n\trun = y\n' >zip.conf
run "$TUNER" export --db two --root whole --cc gcc --format json \
    --workload ./zip.conf
is 'also by its file' "$(json out workload)" zip

run "$TUNER" export --db db --board orangepi-zero --format make
like 'a board is asked for by its id' "$(cat out)" '-mcpu=cortex-a7'
like 'published figures are said to be so' "$(cat out)" \
    '^# Note: published figures, not measured by tuner'
fails_with 'an unknown board is an error' 1 "board 'nowhere'" \
    "$TUNER" export --db db --board nowhere
fails_with 'a board without measured flags has none' 1 'no flags' \
    "$TUNER" export --db db --board tinkerboard

run "$TUNER" report --db db --root whole --cc gcc
is 'the report finds the same record' "$status" 0
like 'and shows it' "$(head -n 1 out)" '^Zen 3 server'
done_testing
