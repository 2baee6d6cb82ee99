/* SPDX-License-Identifier: MIT
 *
 * Which implementations suit a CPU's vectors, by their names: one that ends in
 * a number handles so many blocks side by side ("lanes8"), and those that
 * begin with "vector" do so without luck with the vectoriser.  A good place
 * to start from; what is best only measuring tells.
 */
#ifndef SEARCH_LANES_H
#define SEARCH_LANES_H

#include <stdbool.h>

struct candidate;
struct space;

/* Chooses, for each unit that is free, what has the most blocks up to
 * `lanes`, which is how many 32-bit numbers a vector holds.  False when there
 * is nothing to choose. */
bool lanes_choose(const struct space *space, unsigned lanes,
                  struct candidate *candidate);

#endif
