#!/bin/sh
# SPDX-License-Identifier: MIT
# The long form of kill-auto.sh: 200 moments.
TUNER_TEST_KILLS=200
export TUNER_TEST_KILLS
. "${SOURCE_DIR:-$PWD}/tests/cli/kill-auto.sh"
