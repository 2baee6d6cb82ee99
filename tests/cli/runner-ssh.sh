#!/bin/sh
# SPDX-License-Identifier: MIT
# Runners over a real ssh connection to a real sshd on loopback.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "${SOURCE_DIR:-$PWD}/tests/cli/sshd.sh"
. "${SOURCE_DIR:-$PWD}/tests/cli/program_lib.sh"

# Over there everything lies in a folder of its own, which we can look at.
mkdir board
start_sshd "SetEnv TMPDIR=$PWD/board" || skip_all "$no_sshd"

run "$TUNER" probe --json
cp out here
run "$TUNER" probe --json --runner "$ssh_runner"
is 'probe asks over there' "$status:$(head -n 1 err)" 0:
is 'and sees the same machine' "$(json out cpu.arch)" "$(json here cpu.arch)"
empties 'probe leaves nothing there' board

run "$TUNER" check --json --runner "$ssh_runner" -- -O2
is 'check runs its program there' "$(json out verdict)" ok
empties 'check leaves nothing there' board

program p
sed -i 's|run = ./prog|run = "cat /proc/self/status >>rights; ./prog; cp rights '"$PWD"'"|' p/w.conf
run "$TUNER" bench --quiet --json --workload p/w.conf --runner "$ssh_runner" \
    --flags -O2 --flags -Os --rounds 8
is 'programs run there' "$status" 0
is 'and can gain no privileges' \
    "$(sed -n 's/^NoNewPrivs:[^0-9]*//p' rights | sort -u)" 1
empties 'they leave nothing there' board

fails_with 'a wrong port is one clear error' 1 'refused|exit 255' \
    "$TUNER" probe --runner "$(printf '%s' "$ssh_runner" |
        sed 's/-p [0-9]*/-p 1/')"

stop_sshd
fails_with 'so is a server that is gone' 1 'refused|exit 255' \
    "$TUNER" probe --runner "$ssh_runner"
done_testing
