#!/bin/sh
# SPDX-License-Identifier: MIT
# A compiler that is replaced in the middle of a run: the run says so and
# compares no further. One that is only touched is the same.
. "${SOURCE_DIR:-$PWD}/tests/cli/auto_lib.sh"

# compiler FILE MAJOR: a compiler that claims this version.
compiler() {
    cat >"$1" <<END
#!/bin/sh
case " \$* " in
*' -dM '*)
    "$fake" "\$@" | sed 's/__GNUC__ 12/__GNUC__ $2/' ;;
*)
    exec "$fake" "\$@" ;;
esac
END
    chmod +x "$1"
}

# measuring: a search that has measured something.
measuring() {
    begin 100 "$TUNER" auto --json --cc "$work/cc" --db db --effort quick \
        --strategy greedy --implementation reference --budget 30s
}

compiler cc 12
compiler next 13
measuring
mv next cc
wait "$search"
is 'a replaced compiler ends the run' "$?" 1
like 'with both versions' "$(cat err)" \
    'replaced during the run: .*/cc.*version 12\.2\.0 before, 13\.2\.0 now'
is 'the best before that is shown' "$(json out stopped)" true
like 'as what it is' "$(json out best.verdict)" not-confirmed
is 'no record is stored' "$(find db -name '*.json' | wc -l)" 0
run "$TUNER" auto --quiet --json --cc "$work/cc" --db db --effort quick \
    --strategy greedy --implementation reference --budget 5s --resume
is 'the new one starts anew' "$status" 0
is 'and its record names it' "$(json out compiler.version)" 13.2.0

measuring
touch cc
wait "$search"
is 'a compiler that was touched is the same' "$?" 0
done_testing
