/* SPDX-License-Identifier: MIT
 *
 * The add-chain as an arm of its own, for programs that bring none: a chain
 * of dependent additions, a cycle each on any processor of today, run by
 * this process on the processor that is measured on.
 */
#ifndef SEARCH_CHAIN_CLOCK_H
#define SEARCH_CHAIN_CLOCK_H

struct arm;

/* Reads additions a nanosecond; about protocol_standard.clock_s a reading.
 * The calling thread goes to the processor for that time (0: stays where it
 * is). */
struct arm *chain_clock_open(int cpu_plus_one);

#endif
