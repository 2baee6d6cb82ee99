/* SPDX-License-Identifier: MIT
 *
 * The line protocol of `driver serve`. One answer a line, flushed:
 *
 *     time KERNEL ITERATIONS   ->  CPU_NS WALL_NS CHECKSUM
 *     clock ADDITIONS          ->  CPU_NS WALL_NS CHECKSUM
 *     quit
 *     anything else            ->  error REASON
 *
 * Numbers are decimal, the checksum is 16 hex digits. CPU_NS is the thread's
 * own time. The checksum depends on the kernel and the number of iterations
 * alone. The end of the input ends the server as quit does.
 */
#ifndef CORE_DRIVER_SERVE_H
#define CORE_DRIVER_SERVE_H

#include <stdbool.h>
#include <stdio.h>

/* Returns false when an answer cannot be written. */
bool driver_serve(FILE *in, FILE *out);

#endif
