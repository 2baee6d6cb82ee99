/* SPDX-License-Identifier: MIT
 *
 * Runs independent jobs on a few threads and returns when all are done.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>

/* Calls job(0..count-1, data), each once, on up to `workers` threads (at
 * least one; the calling thread counts).  Jobs are handed out in order. */
void pool_run(size_t count, unsigned workers,
              void (*job)(size_t index, void *data), void *data);

#endif
