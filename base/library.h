/* SPDX-License-Identifier: MIT
 *
 * libgit2 as we use it everywhere: ready, and out of memory ends the program
 * as it does elsewhere (base/memory.h) instead of being found out deep inside
 * the library, which does not look everywhere.
 */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

/* To be called before anything else of libgit2, by whoever uses it; from any
 * thread and as often as one likes. */
void library_start(void);

#endif
