/* SPDX-License-Identifier: MIT
 *
 * Whose rights builds and benchmarks have, as the user chose it.
 */
#ifndef TUNER_PRIVILEGE_H
#define TUNER_PRIVILEGE_H

#include <stdbool.h>

struct error;
struct options;

/* Follows --user; to be called before anything is run. */
bool privilege_choose(const struct options *options, struct error *err);
/* Says, once, that what is about to run has root's rights, if it has. */
void privilege_tell(void);

#endif
