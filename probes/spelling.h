/* SPDX-License-Identifier: MIT
 *
 * What a compiler could have been meant to be told: the names that -march and
 * the like know, and the nearest real flag to a wrong one.
 */
#ifndef PROBES_SPELLING_H
#define PROBES_SPELLING_H

#include "base/strvec.h"
#include "probes/listing.h"

struct compiler;

/* Names that "-march=" (or -mcpu=, -mtune=, -mfpu=, -mfloat-abi=) knows, in
 * the compiler's order, added to *names; none where it does not tell. */
void spelling_names(const struct compiler *compiler, const char *option,
                    struct strvec *names);

/* All options of a compiler by name; about five runs of it. */
void spelling_load(struct listing *self, const struct compiler *compiler);
/* The real flag that a wrong one is nearest to, or NULL when none is near;
 * yours to free.  Looks at spellings only, so try it before praising it. */
char *spelling_nearest(const struct listing *self,
                       const struct compiler *compiler, const char *flag);

#endif
