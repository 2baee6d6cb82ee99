#!/bin/sh
# SPDX-License-Identifier: MIT
# makepkg.conf, read by the library of makepkg.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

library=/usr/share/makepkg
[ -r "$library/util/config.sh" ] || skip_all 'no makepkg'
need_tool bash
{
    printf 'CFLAGS="-O1 -fstack-clash-protection"\n'
    export_of "$x86" makepkg
} >makepkg.conf
cat >load.bash <<END
source $library/util/config.sh
load_makepkg_config makepkg.conf
printf '%s\n' "\$CFLAGS" "\$CXXFLAGS"
END
run bash load.bash
is 'the distribution'\''s flags stay, ours come last' "$(sed -n 1p out)" \
    "-O1 -fstack-clash-protection $flags"
is 'C++ flags too' "$(sed -n 2p out)" " $flags"
done_testing
