/* SPDX-License-Identifier: MIT
 *
 * 4 blocks side by side, a loop over the lanes.
 */
#define LANES 4
#include "poly1305_lanes.h"
