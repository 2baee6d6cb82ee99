#!/bin/sh
# SPDX-License-Identifier: MIT
# "-03" for "-O3" (ntop/n2n#457): said once, with a hint.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"

checked -- -03 -fomit-frame-pointer
is 'the set is refused' "$(outcome)" unknown-flag
is 'for this flag' "$(verdict -03)" unknown-flag
like 'in the words of the compiler' "$(message -03)" "'-03'"
is 'with a hint' "$(of_flag suggestion -03)" '-O3'
is 'the other flag is taken' "$(verdict -fomit-frame-pointer)" ok
run "$TUNER" check -- -03
is 'people are told once' "$(grep -c "did you mean '-O3'" out)" 1

drafted draft.json "gcc 12.2.0 $($TEST_CC -dumpmachine)" -O2 -03
fails_with 'no record takes it, so that it is never a seed' 1 "'?-03'?" \
    "$TUNER" db add --db db draft.json
done_testing
