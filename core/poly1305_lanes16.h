/* SPDX-License-Identifier: MIT
 *
 * 16 blocks side by side, a loop over the lanes.
 */
#define LANES 16
#include "poly1305_lanes.h"
