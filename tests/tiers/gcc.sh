#!/bin/sh
# SPDX-License-Identifier: MIT
# gcc without a warning, in a folder beside a source that cannot be written,
# and every test; then installed, and run from there without the source.
. "$SOURCE_DIR/tests/tiers/lib.sh"
unpack
chmod -R a-w .
mkdir "$work/build" "$work/elsewhere"
cd "$work/build" || exit 1
step 'configures' "$SOURCE_DIR/configure" CC=gcc --enable-werror \
    --prefix="$work/installed"
step 'builds without a warning' make -j"$jobs"
step 'builds the tests without a warning' make -j"$jobs" check TESTS=
suite make -k -j"$jobs" check

step 'installs' make install
cd "$work/elsewhere" || exit 1
chmod -R u+w "$SOURCE_DIR"
rm -rf "$SOURCE_DIR" "$work/build"
ok 'the installed program runs' "$work/installed/bin/tuner" --version
ok 'it finds its data' "$work/installed/bin/tuner" db list
ok 'its man page is there' test -s "$work/installed/share/man/man1/tuner.1"
done_testing
