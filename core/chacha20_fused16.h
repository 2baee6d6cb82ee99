/* SPDX-License-Identifier: MIT
 *
 * 16 blocks side by side, a loop over the lanes for each quarter of a round.
 */
#define LANES 16
#include "chacha20_fused.h"
