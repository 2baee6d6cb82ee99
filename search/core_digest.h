/* SPDX-License-Identifier: MIT
 *
 * The digest of the core's sources: what a record of the core holds for.
 */
#ifndef SEARCH_CORE_DIGEST_H
#define SEARCH_CORE_DIGEST_H

#include <stdbool.h>

#include "base/digest.h"

struct error;

/* Of all sources and kernels.conf in the folder, by name and content. */
bool core_digest(const char *directory, struct digest *out, struct error *err);

#endif
