/* SPDX-License-Identifier: MIT
 *
 * 16 blocks side by side, a loop over the lanes for each step.
 */
#define LANES 16
#include "salsa20_lanes.h"
