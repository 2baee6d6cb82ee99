/* SPDX-License-Identifier: MIT
 *
 * 4 blocks side by side, a loop over the lanes for each quarter of a round.
 */
#define LANES 4
#include "chacha20_fused.h"
