#!/bin/sh
# SPDX-License-Identifier: MIT
# The same program tuned here and behind a real sshd: one winner.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "${SOURCE_DIR:-$PWD}/tests/cli/sshd.sh"
. "${SOURCE_DIR:-$PWD}/tests/cli/program_lib.sh"

mkdir board
start_sshd "SetEnv TMPDIR=$PWD/board" || skip_all "$no_sshd"
program p

tune p --db here
is 'here' "$status:$(json out winner.verdict)" 0:proven
winner=$(json out winner.flags.0)
tune p --db there --runner "$ssh_runner"
is 'over ssh' "$status:$(json out winner.verdict)" 0:proven
is 'the winner is the same' "$(json out winner.flags.0)" "$winner"
empties 'nothing is left there' board

# The connection is cut once, by the first run that finds it uncut.
cat >cut.sh <<END
if mkdir $PWD/cut 2>/dev/null; then
    read -r _ _ _ agent _ </proc/\$PPID/stat
    kill -9 "\$agent"
fi
exec ./prog
END
cp cut.sh p/cut.sh
sed -i 's|run = ./prog|run = sh cut.sh|' p/w.conf
tune p --db there --runner "$ssh_runner"
is 'a lost connection is opened again' \
    "$status:$(json out winner.flags.0)" "0:$winner"
ok 'it was lost' test -d cut
done_testing
