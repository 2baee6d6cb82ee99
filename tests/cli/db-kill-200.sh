#!/bin/sh
# SPDX-License-Identifier: MIT
# The long form of db-kill.sh: 200 kills of each command.
KILLS=200
export KILLS
. "${SOURCE_DIR:-$PWD}/tests/cli/db-kill.sh"
