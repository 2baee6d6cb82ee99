/* SPDX-License-Identifier: MIT
 *
 * A database as static pages: index.html with all boards and the histograms,
 * and one page a board.
 */
#ifndef TUNER_SITE_H
#define TUNER_SITE_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct report;

/* Makes the folder when it is missing; pages that are there are replaced,
 * other files stay. */
bool site_write(const char *directory, const struct report *report,
                size_t *pages, struct error *err);

#endif
