/* SPDX-License-Identifier: MIT
 *
 * 8 blocks side by side, a loop over the lanes for each quarter of a round.
 */
#define LANES 8
#include "salsa20_fused.h"
