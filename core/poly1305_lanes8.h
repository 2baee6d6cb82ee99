/* SPDX-License-Identifier: MIT
 *
 * 8 blocks side by side, a loop over the lanes.
 */
#define LANES 8
#include "poly1305_lanes.h"
