/* SPDX-License-Identifier: MIT
 *
 * 8 blocks side by side in vectors.
 */
#define LANES 8
#include "poly1305_vector.h"
