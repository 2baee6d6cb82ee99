/* SPDX-License-Identifier: MIT
 *
 * 8 blocks side by side, a loop over the lanes for each step.
 */
#define LANES 8
#include "chacha20_lanes.h"
