#!/bin/sh
# SPDX-License-Identifier: MIT
# A compiler that the kernel kills (ptitSeb/box64#250, rethinkdb#5091): no flag
# is to blame, and the advice is about memory.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"

compiler killed <<END
case " \$* " in *' -E '* | *' -dumpmachine '*) exec $TEST_CC "\$@" ;; esac
echo >>'$work/runs'
echo 'cc: fatal error: Killed signal terminated program cc1' >&2
exit 1
END
compiler dies <<END
case " \$* " in *' -E '* | *' -dumpmachine '*) exec $TEST_CC "\$@" ;; esac
kill -KILL \$\$
END
for cc in ./killed ./dies; do
    checked --cc "$cc" -- -O2 -funroll-loops
    is "$cc: the verdict is" "$(outcome)" out-of-memory
    for flag in -O2 -funroll-loops; do
        is "$cc: $flag is not blamed" "$(verdict "$flag")" out-of-memory
    done
    like "$cc: it is said that nothing was learnt" "$(message -O2)" \
        'without any flags it fails, too|says nothing about the flags'
done
like 'the words are kept' "$("$TUNER" check --cc ./killed -- -O2)" \
    'Killed signal terminated program cc1'
like 'with advice' "$("$TUNER" check --cc ./dies -- -O2)" 'swap|fewer jobs'
: >runs
"$TUNER" check --cc ./killed -- -O2 >/dev/null
like 'it was tried again' "$(wc -l <runs)" '^ *([2-9]|1[0-9])$'

# Only for a moment: the second time there is room.
compiler once <<END
case " \$* " in *' -E '* | *' -dumpmachine '*) exec $TEST_CC "\$@" ;; esac
if mkdir '$work/was-here' 2>/dev/null; then
    echo 'cc: fatal error: Killed signal terminated program cc1' >&2
    exit 1
fi
exec $TEST_CC "\$@"
END
checked --cc ./once -- -O2
is 'a shortage that passes refuses nothing' "$(outcome)" ok
done_testing
