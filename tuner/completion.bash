# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Completion of tuner's command line in bash. It asks the program itself, so
# that it knows what the installed version knows: commands and options come
# from --help, values from an argument that is written as a|b|c.

# Prints the usage line's and the options' words after the option $3 of the
# command $2, or for its operands when $3 is empty.
_tuner_argument() {
    if [ -n "$3" ]; then
        "$1" "$2" --help 2>/dev/null |
            sed -n "s/^  $3 \\([^ ]*\\) .*/\\1/p"
    else
        "$1" "$2" --help 2>/dev/null |
            sed -n '1s/^.*\[OPTION\]\.\.\. *//p'
    fi
}

_tuner_values() {
    case $1 in
    *'|'*) compgen -W "$(printf '%s' "$1" | tr -c 'a-z0-9_\n-' ' ')" -- "$2" ;;
    *DIR*) compgen -d -- "$2" ;;
    *CC*) compgen -c -- "$2" ;;
    *) compgen -f -- "$2" ;;
    esac
}

_tuner() {
    local tuner=${COMP_WORDS[0]} command=${COMP_WORDS[1]-}
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local argument words
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$("$tuner" --help 2>/dev/null |
            sed -n 's/^  \([a-z-]*\)  .*/\1/p')
        words=$(compgen -W "$words" -- "$word")
    elif [[ $word == -* ]]; then
        words=$("$tuner" "$command" --help 2>/dev/null |
            sed -n 's/^  \(--[a-z-]*\).*/\1/p')
        words=$(compgen -W "$words" -- "$word")
    else
        argument=
        [[ $before == --* ]] &&
            argument=$(_tuner_argument "$tuner" "$command" "$before")
        [ -n "$argument" ] ||
            argument=$(_tuner_argument "$tuner" "$command" '')
        words=$(_tuner_values "$argument" "$word")
    fi
    mapfile -t COMPREPLY <<<"$words"
    [ -n "${COMPREPLY[0]}" ] || COMPREPLY=()
}

complete -o filenames -F _tuner tuner
