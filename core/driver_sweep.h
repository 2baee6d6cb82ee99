/* SPDX-License-Identifier: MIT
 *
 * Everything that the linked objects compute against the driver's own copy of
 * the references: lengths and alignments for the ciphers, random packets for
 * the switch.
 */
#ifndef CORE_DRIVER_SWEEP_H
#define CORE_DRIVER_SWEEP_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Quick: lengths 0 to 1025, at all 16 alignments where code changes its ways
 * (up to 96 bytes, and about each multiple of 64) and at two in turn between,
 * so that each remainder of 64 still meets all of them. Thorough: lengths 0
 * to 4096, each at all 16 alignments.
 *
 * Writes one line for each kernel that is wrong; returns how many were.
 */
int driver_sweep(FILE *out, bool thorough);

/* The switch's part of it: returns 0, or 1 after writing a line. */
int driver_sweep_switch(FILE *out);

#endif
