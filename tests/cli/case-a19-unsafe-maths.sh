#!/bin/sh
# SPDX-License-Identifier: MIT
# -Ofast changes the whole process (gevent/gevent#1820, NNPACK#185): only who
# asks for it gets it, and it is marked.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"

unsafe='^-(Ofast|ffast-math|funsafe-math-optimizations|ffinite-math-only|'
unsafe=$unsafe'fassociative-math|freciprocal-math|fno-signed-zeros|fno-math-errno)'
run "$TUNER" space
unlike 'the space has nothing that changes results' "$(cat out)" "$unsafe"
run "$TUNER" auto --dry-run
unlike 'nor has the plan, but as left out' \
    "$(sed '/[Ll]eft out/,$d' out)" "$unsafe"
run "$TUNER" space --allow changes-float
like 'who asks for it gets it' "$(cat out)" "$unsafe"
like 'with its class' "$(grep -E "$unsafe" out)" 'changes-float'
fails_with 'another word is no class' 2 'changes-float, changes-abi' \
    "$TUNER" space --allow everything

run "$TUNER" export --record "$data/records/unsafe.json" --format make
like 'an export marks it' "$(cat out)" \
    '^# UNSAFE: -Ofast \(--allow changes-float\)'
run "$TUNER" report --record "$data/records/unsafe.json"
like 'and so does a report' "$(cat out)" '[Uu]nsafe|changes'
done_testing
