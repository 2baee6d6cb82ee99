#!/bin/sh
# SPDX-License-Identifier: MIT
# The tarball holds every tracked file, builds elsewhere from a read-only
# source, installs, runs from there and uninstalls without a trace.
. "$SOURCE_DIR/tests/tiers/lib.sh"

if [ -d "$SOURCE_DIR/.git" ]; then
    git -C "$SOURCE_DIR" ls-files | grep -vx '\.gitignore' | sort >tracked
    tar -tf "$SOURCE_DIR"/tuner-*.tar.xz | sed 's,^[^/]*/,,' | sort >packed
    is 'every tracked file is in the tarball' "$(comm -23 tracked packed)" ''
else
    skip 'every tracked file is in the tarball' 'no git here'
fi

unpack
step 'configures' ./configure --prefix="$work/installed"
ok 'make distcheck' make -j"$jobs" distcheck

mkdir "$work/elsewhere"
step 'installs' make install
cd "$work/elsewhere" || exit 1
make -C "$SOURCE_DIR" distclean >/dev/null 2>&1
ok 'the installed program runs' "$work/installed/bin/tuner" --version
ok 'it finds its data' "$work/installed/bin/tuner" db list
ok 'its man page is there' test -s "$work/installed/share/man/man1/tuner.1"
done_testing
