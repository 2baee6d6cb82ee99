/* SPDX-License-Identifier: MIT
 *
 * 2 blocks side by side in vectors.
 */
#define LANES 2
#include "poly1305_vector.h"
