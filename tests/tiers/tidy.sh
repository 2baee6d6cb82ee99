#!/bin/sh
# SPDX-License-Identifier: MIT
# clang-tidy with the rules of .clang-tidy, functions up to 60 lines.
. "$SOURCE_DIR/tests/tiers/lib.sh"
unpack
step 'configures' ./configure CC=clang
step 'makes what is generated' make search/agent_text.h
cat >tidy <<'EOT'
#!/bin/sh
# shellcheck disable=SC2046 # one word an option
exec clang-tidy --quiet --warnings-as-errors='*' "$@" -- -std=c17 \
    -D_GNU_SOURCE -I. -DTUNER_BUILD_DIRECTORY='""' \
    -DTUNER_SOURCE_DATADIR='"s"' -DTUNER_INSTALLED_DATADIR='""' \
    $(pkg-config --cflags libpcre2-8 libgit2 hwloc jansson libelf check)
EOT
sources c | xargs -P "$jobs" -n 4 sh ./tidy >tidy.log 2>tidy.err
status=$?
is 'clang-tidy has nothing to say' \
    "$(grep -E '(error|warning):' tidy.log | sort -u | head -n 40)" ''
is 'and ran to its end' "$status" 0
done_testing
