/* SPDX-License-Identifier: MIT
 *
 * Makes a recorded machine fit to be shown: serial numbers, hardware
 * addresses, UUIDs and the host's name become zeros and "host".
 */
#ifndef PROBES_BLANK_H
#define PROBES_BLANK_H

struct str;

/* In place; lengths stay but for the host name.  host: "" for none. */
void blank_private(struct str *text, const char *host);
/* Keeps only AT_HWCAP and AT_HWCAP2 of an auxiliary vector: the rest are
 * addresses of one process. */
void blank_vector(struct str *vector);

#endif
