#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds with -Werror die of a warning about flags (LibreELEC.tv#3516,
# crosstool-ng#963): nothing that warns is ever handed out.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"

compiler warns <<END
case " \$* " in
*' -fsome-flag '*) echo 'cc1: warning: -fsome-flag is not what you think' >&2 ;;
esac
for word; do
    shift
    [ "\$word" = -fsome-flag ] || set -- "\$@" "\$word"
done
exec $TEST_CC "\$@"
END
checked --cc ./warns -- -O2 -fsome-flag -fomit-frame-pointer
is 'the set is a conflict' "$(outcome)" conflict
is 'the flag is' "$(verdict -fsome-flag)" conflict
is 'in the words of the compiler' "$(message -fsome-flag)" \
    'cc1: warning: -fsome-flag is not what you think'
is 'the flag before it is not' "$(verdict -O2)" ok
is 'nor the one behind' "$(verdict -fomit-frame-pointer)" ok

# A record from a time when nobody warned.
target=$($TEST_CC -dumpmachine)
drafted draft.json "gcc 4.9.2 $target" -O3 -fsome-flag -fomit-frame-pointer
ok 'a record holds the flag' "$TUNER" db add --db db draft.json
for format in $("$TUNER" export --formats | sed 's/ .*//'); do
    run "$TUNER" export --db db --board test-board --cc ./warns --format "$format"
    unlike "not in the export '$format'" \
        "$(grep -v -e '^#' -e '"about"' -e 'escription' out |
            sed '/"left_out"/,/\]/d; /left out for/d')" 'fsome-flag'
done
run "$TUNER" export --db db --board test-board --cc ./warns --format flags
is 'the others are' "$(cat out)" '-O3 -fomit-frame-pointer'
run "$TUNER" db best --db db --board test-board --cc ./warns
is 'nor in the best flags' "$(cat out)" '-O3 -fomit-frame-pointer'
done_testing
