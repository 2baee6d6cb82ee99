#!/bin/sh
# SPDX-License-Identifier: MIT
# fault-auto.sh with faults at every place in the code that makes such a call;
# out of memory at a hundred.
TUNER_TEST_SITES=1
export TUNER_TEST_SITES
. "${SOURCE_DIR:-$PWD}/tests/cli/fault-auto.sh"
