/* SPDX-License-Identifier: MIT
 *
 * 4 blocks side by side, a loop over the lanes for each step.
 */
#define LANES 4
#include "salsa20_lanes.h"
