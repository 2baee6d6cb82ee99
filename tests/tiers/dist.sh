#!/bin/sh
# SPDX-License-Identifier: MIT
# The tarball holds every tracked file, builds elsewhere from a read-only
# source, installs and uninstalls without a trace. The unit tests stand for
# all of them: the tier gcc runs them all in such a build.
. "$SOURCE_DIR/tests/tiers/lib.sh"

if [ -d "$SOURCE_DIR/.git" ]; then
    git -C "$SOURCE_DIR" ls-files | grep -vx '\.gitignore' | sort >tracked
    tar -tf "$SOURCE_DIR"/tuner-*.tar.xz | sed 's,^[^/]*/,,' | sort >packed
    is 'every tracked file is in the tarball' "$(comm -23 tracked packed)" ''
else
    skip 'every tracked file is in the tarball' 'no git here'
fi

unpack
step 'configures' ./configure
tests=$(sed -n 's,^UNIT_TESTS += %reldir%,tests,p' tests/local.mk | tr '\n' ' ')
ok 'make distcheck' make -j"$jobs" distcheck \
    TESTS="$tests tests/cli/tuner-usage.sh tests/cli/tuner-documents.sh"
done_testing
