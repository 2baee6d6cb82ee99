/* SPDX-License-Identifier: MIT
 *
 * Lock files that a killed tuner left in a repository.  git's own locks are
 * files, which stay when their owner is killed, and then block everybody.
 * So a note lies in the repository while we may hold such locks, itself
 * locked by the kernel, which forgets the locks of the dead: who finds a
 * note that nobody holds removes the locks that came after it.
 */
#ifndef DB_REPOSITORY_LOCK_H
#define DB_REPOSITORY_LOCK_H

#include <stdbool.h>

struct error;
struct repository;

/* Before and after git's locks may be held. */
bool repository_lock_begin(const struct repository *repository, int *note,
                           struct error *err);
void repository_lock_end(const struct repository *repository, int note);
/* Removes what a dead tuner left; called before locks are looked at. */
void repository_lock_recover(const struct repository *repository);

#endif
