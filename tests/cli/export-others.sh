#!/bin/sh
# SPDX-License-Identifier: MIT
# Forms whose own programs Debian does not have: by those where they are, else
# by what reads the same syntax.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

# make.conf(5) of Portage is a file of shell assignments.
export_of "$x86" gentoo >make.conf
is 'a shell reads make.conf' "$(. ./make.conf && printf '%s' "$CFLAGS")" "$flags"
is 'C++ flags are the same' "$(. ./make.conf && printf '%s' "$CXXFLAGS")" \
    "$flags"
if command -v python3 >/dev/null 2>&1 &&
    python3 -c 'import portage' 2>/dev/null; then
    is 'Portage reads it' "$(python3 -c '
from portage.util import getconfig
print(getconfig("make.conf")["CFLAGS"])')" "$flags"
else
    skip 'Portage reads it' 'no portage'
fi

# A Conan profile: values of [conf] are Python lists.
export_of "$x86" conan >tuner.profile
sed -n 's/^tools\.build:cflags=//p' tuner.profile >list
if command -v python3 >/dev/null 2>&1; then
    is 'Python reads the list of the Conan profile' "$(python3 -c '
import ast
print(*ast.literal_eval(open("list").read()))')" "$flags"
else
    skip 'Python reads the list of the Conan profile' 'no python3'
fi
if command -v conan >/dev/null 2>&1; then
    run conan profile show -pr "$work/tuner.profile"
    like 'Conan reads the profile' "$(cat out)" 'tools\.build:cflags=.*-O2'
else
    skip 'Conan reads the profile' 'no conan'
fi

# BitBake strings have no escapes: what stands between the quotes counts.
export_of "$x86" yocto >tune.inc
value_of() {
    sed -n "s/^$1:append = \"\\(.*\\)\"\$/\\1/p" tune.inc
}
is 'the machine flags go to the tune' "$(value_of TUNE_CCARGS)" \
    ' -march=znver3'
is 'the others to the optimisation' "$(value_of FULL_OPTIMIZATION)" \
    ' -O2 -fno-tree-slp-vectorize --param=max-unroll-times=4'

# JSON.
export_of "$x86" json >tuner.json
is 'JSON has the flags one by one' "$(json tuner.json flags.1)" -march=znver3
is 'and as one line' "$(json tuner.json cflags)" "$flags"
is 'and what the CPU needs' "$(json tuner.json needs.0)" avx2
is 'and on which code they were proven' \
    "$(json tuner.json implementations.salsa20)" lanes8
done_testing
