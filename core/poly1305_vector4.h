/* SPDX-License-Identifier: MIT
 *
 * 4 blocks side by side in vectors.
 */
#define LANES 4
#include "poly1305_vector.h"
