#!/bin/sh
# SPDX-License-Identifier: MIT
# Option tables, man page and completion agree, command by command.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

page=$SOURCE_DIR/tuner/tuner.1

# page_options SECTION: the options that the man page lists there.
page_options() {
    awk -v section="$1" '
        /^\.S[sh] / { inside = substr($0, 5) == section }
        inside && $1 == ".It" && $2 == "Fl" && $3 == "Fl" { print "--" $4 }
    ' "$page" | sort
}

# help_options COMMAND: those of its table, common ones left out.
help_options() {
    "$TUNER" "$1" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort |
        grep -vxF -f common
}

printf '%s\n' --json --quiet --verbose --user --help --version -- >common

commands=$("$TUNER" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p')
is 'the man page has every command, in the same order' \
    "$(sed -n '/^\.Sh COMMANDS/,/^\.Sh [^C]/s/^\.Ss //p' "$page")" "$commands"
is 'the man page has the common options' \
    "$(page_options 'Common options' | tr '\n' ' ')" \
    '-- --help --json --quiet --user --verbose --version '

for command in $commands; do
    is "$command: help and man page have the same options" \
        "$(page_options "$command")" "$(help_options "$command")"
done

if ! command -v bash >/dev/null 2>&1; then
    skip 'completion' 'no bash'
    done_testing
    exit
fi

# complete WORD...: what Tab offers for the last word.
cat >complete.bash <<'END'
. "$SOURCE_DIR/tuner/completion.bash"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_tuner
printf '%s\n' "${COMPREPLY[@]}"
END
offers() {
    bash complete.bash "$@" | sort
}

is 'completion offers every command' "$(offers "$TUNER" '')" \
    "$(printf '%s\n' "$commands" | sort)"
for command in $commands; do
    is "$command: completion offers every option" \
        "$(offers "$TUNER" "$command" -- | grep -vxF -f common)" \
        "$(help_options "$command")"
done
touch some-file
like 'completion offers files for operands' \
    "$(offers "$TUNER" extract some)" '^some-file$'

done_testing
