# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Sourced after lib.sh by the tests of `tuner db`: drafts of records, and a
# git that knows who commits and nothing else of this machine.

# draft FILE BOARD SEED [NEEDS]: a record of a gain of 50 % by -O3; another
# seed makes it another record.
draft() {
    cat >"$1" <<END
{"board": {"id": "$2", "name": "Board $2"},
 "cpu": {"arch": "armv7l", "kinds": [{"core": "cortex-a7",
   "implementer": "0x41", "part": "0xc07"}]},
 "compiler": {"family": "gcc", "version": "12.2.0",
   "target": "arm-linux-gnueabihf"},
 "workload": {"name": "core",
   "source": "0123456789abcdef0123456789abcdef01234567"},
 "baselines": [{"name": "-O2", "flags": ["-O2"], "reference": true}],
 "winner": {"flags": ["-O3", "-mcpu=cortex-a7"]},
 "needs": [${4:-}],
 "confirmation": {"method": "medians"},
 "metrics": [{"name": "salsa20/poly1305", "unit": "kbit/s",
   "better": "higher", "weight": 1, "baseline_samples": [100, 101, 102],
   "winner_samples": [150, 151, 152]}],
 "provenance": {"seed": $3}}
END
}

# add DIR BOARD SEED: a record in a database; its place in $place.
add() {
    draft draft.json "$2" "$3"
    # shellcheck disable=SC2034 # for the tests
    place=$("$TUNER" db add --db "$1" draft.json)
}

# records DIR: how many record files.
records() {
    find "$1" -path '*/.git' -prune -o -name '*.json' -print | wc -l |
        tr -d ' '
}

# A draft gets the date of now, and another date makes it another record: one
# now for the whole test, so that the same draft is the same record.
SOURCE_DATE_EPOCH=$(date +%s)
export SOURCE_DATE_EPOCH
GIT_CONFIG_NOSYSTEM=1
# Never the user's own: $work comes from lib.sh, which must be sourced first.
GIT_CONFIG_GLOBAL=${work:?lib.sh comes first}/gitconfig
export GIT_CONFIG_NOSYSTEM GIT_CONFIG_GLOBAL
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL \
    GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL EMAIL
cat >"$GIT_CONFIG_GLOBAL" <<'END'
[user]
	name = Test
	email = test@example.org
[init]
	defaultBranch = main
[commit]
	gpgSign = false
END
