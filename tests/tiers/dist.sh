#!/bin/sh
# SPDX-License-Identifier: MIT
# The tarball builds elsewhere from a read-only source, installs, runs from
# there, uninstalls and cleans up.
. "$SOURCE_DIR/tests/tiers/lib.sh"
unpack
step 'configures' ./configure
ok 'make distcheck' make -j"$jobs" distcheck
ok 'installs' make install prefix="$work/installed"
ok 'the installed program runs' "$work/installed/bin/tuner" --version
ok 'the man page is installed' test -s "$work/installed/share/man/man1/tuner.1"
done_testing
