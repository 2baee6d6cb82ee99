# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# For benchmarks that run whole searches and measure their winners together:
# each search has a home, a cache and a database of its own, so that nothing
# leaks from one into another.  Sourced with $name set to the script's name;
# fills $work and $record.
# shellcheck disable=SC2034,SC2154 # shared with the script that sources it

LC_ALL=C
export LC_ALL
unset TUNER_DB XDG_DATA_HOME XDG_CACHE_HOME CFLAGS SOURCE_DATE_EPOCH
tuner=$PWD/tuner/tuner
json_get=$PWD/tests/cli/json_get
TUNER_DATADIR=${TUNER_DATADIR:-$(cd "$(dirname "$0")/../.." && pwd)}
export TUNER_DATADIR
cc=${CC:-cc}
cpu=
workload=core
rounds=200
keep=
for program in "$tuner" "$json_get"; do
    [ -x "$program" ] || {
        echo "$name: no $program: run it in a built tree, after" \
            "'make tests/cli/json_get'" >&2
        exit 2
    }
done

# Takes the options that all of these share; prints how many words it took.
take_option() {
    case $1 in
        --cc) cc=$2 ;;
        --cpu) cpu=$2 ;;
        --workload) workload=$2 ;;
        --rounds) rounds=$2 ;;
        --keep) keep=$2 ;;
        *) return 1 ;;
    esac
}

make_work() {
    if [ -n "$keep" ]; then
        mkdir -p "$keep"
        work=$(cd "$keep" && pwd)
    else
        work=$(mktemp -d)
        trap 'rm -rf "$work"' EXIT
        trap 'exit 130' INT TERM
    fi
}

# value FILE PATH: one value of a JSON file.
value() {
    "$json_get" "$1" "$2"
}

# percent RATIO: "+12.3 %".
percent() {
    awk -v r="$1" 'BEGIN { printf "%+.1f %%", 100 * (r - 1) }'
}

# search LABEL BUDGET SEED: one search with nothing but its own; prints a line.
# The result is in $work/LABEL.json, the record in $record. A search that is
# there already (--keep) is not repeated.
search() {
    result=$work/$1.json
    if [ ! -s "$result" ]; then
        rm -rf "$work/home-$1"
        mkdir -p "$work/home-$1"
        env HOME="$work/home-$1" "$tuner" auto --quiet --json --cc "$cc" \
            --workload "$workload" --budget "$2" --seed "$3" \
            --db "$work/db-$1" ${cpu:+--cpu "$cpu"} >"$result.new"
        mv "$result.new" "$result"
    fi
    record=$(value "$result" record)
    printf '%-12s %5s s  %5s codes  %8s [%s, %s]  %s\n' "$1" \
        "$(value "$result" seconds | cut -d. -f1)" \
        "$(value "$result" evaluated)" \
        "$(percent "$(value "$result" winner.gain)")" \
        "$(percent "$(value "$result" winner.low)")" \
        "$(percent "$(value "$result" winner.high)")" \
        "$(value "$result" winner.verdict)"
}

# together OUT RECORD...: measures the answers of records against the first.
together() {
    out=$1
    shift
    set -- "$@" --
    while [ "$1" != -- ]; do
        set -- "$@" --record "$1"
        shift
    done
    shift
    env HOME="$work" "$tuner" bench --quiet --json --cc "$cc" \
        --workload "$workload" --rounds "$rounds" ${cpu:+--cpu "$cpu"} "$@" \
        >"$out"
}
