# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# A real sshd on loopback for the tests of remote runners: own keys, port and
# configuration in $work, ended with the test. Sourced after lib.sh.
#
#     start_sshd "SetEnv TMPDIR=$PWD/board" || skip_all "$no_sshd"
#     run "$TUNER" bench --runner "$ssh_runner" ...
#
# shellcheck disable=SC2154,SC2034  # of lib.sh; for the tests

sshd_pid=
no_sshd=
ssh_runner=

stop_sshd() {
    [ -z "$sshd_pid" ] || kill "$sshd_pid" 2>/dev/null
    sshd_pid=
}

# Ports are tried until sshd can listen on one; the first choice differs from
# run to run, so that tests side by side do not meet.
listen() {
    for try in 1 2 3 4 5 6 7 8; do
        port=$((20000 + ($$ * 7 + try * 1009) % 20000))
        "$sshd" -D -e -f sshd.conf -p "$port" 2>"sshd.log" </dev/null &
        sshd_pid=$!
        for tick in 1 2 3 4 5 6 7 8 9 10; do
            sleep 0.2
            if grep -q 'Server listening' sshd.log; then
                return 0
            fi
            kill -0 "$sshd_pid" 2>/dev/null || break
        done
        : "$tick"
        kill "$sshd_pid" 2>/dev/null
        wait "$sshd_pid" 2>/dev/null
    done
    no_sshd="sshd does not start: $(tail -n 1 sshd.log)"
    return 1
}

# start_sshd [LINE]: with one more line of configuration.
start_sshd() {
    sshd=$(PATH=$PATH:/usr/sbin:/sbin command -v sshd) ||
        { no_sshd='no sshd' && return 1; }
    command -v ssh >/dev/null || { no_sshd='no ssh' && return 1; }
    # sshd checks this folder even where it is not used.
    [ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd 2>/dev/null ||
        { no_sshd='no /run/sshd' && return 1; }
    ssh-keygen -q -t ed25519 -N '' -f host_key || return 1
    ssh-keygen -q -t ed25519 -N '' -f user_key || return 1
    cp user_key.pub authorized
    cat >sshd.conf <<END
ListenAddress 127.0.0.1
HostKey "$PWD/host_key"
PidFile none
AuthorizedKeysFile $PWD/authorized
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitUserEnvironment no
PrintMotd no
${1-}
END
    listen || return 1
    trap 'stop_sshd; finish' EXIT
    printf '[127.0.0.1]:%s %s\n' "$port" "$(cut -d' ' -f1,2 host_key.pub)" \
        >hosts
    ssh_runner="ssh -F none -p $port -i $PWD/user_key \
-o IdentitiesOnly=yes -o UserKnownHostsFile=$PWD/hosts \
-o StrictHostKeyChecking=yes $(id -un)@127.0.0.1"
    # shellcheck disable=SC2086  # a command line
    if ! $ssh_runner true 2>ssh.log; then
        no_sshd="cannot log in: $(tail -n 1 ssh.log)"
        return 1
    fi
}
