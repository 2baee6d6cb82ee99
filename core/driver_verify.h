/* SPDX-License-Identifier: MIT
 *
 * Is what the linked objects compute right? Known answers first; then every
 * length from 0 to 1025 against the driver's own copy of the references, and
 * packets through the switch. See driver_sweep.h for what is swept.
 */
#ifndef CORE_DRIVER_VERIFY_H
#define CORE_DRIVER_VERIFY_H

#include <stdbool.h>
#include <stdio.h>

/* Writes one line for each thing that is wrong; returns how many there were. */
int driver_verify(FILE *out, bool thorough);

#endif
