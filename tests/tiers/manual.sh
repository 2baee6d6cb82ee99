#!/bin/sh
# SPDX-License-Identifier: MIT
# The man page is correct mdoc.
. "$SOURCE_DIR/tests/tiers/lib.sh"
ok 'mandoc has nothing to say' \
    mandoc -Tlint -W style "$SOURCE_DIR/tuner/tuner.1"
done_testing
