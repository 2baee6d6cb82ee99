/* SPDX-License-Identifier: MIT
 *
 * Time that only goes forward (CLOCK_MONOTONIC), CPU time, and the date for
 * records.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

uint64_t clock_now_ns(void);
double clock_now_s(void);
/* Time that the machine has been suspended since it was started, which the
 * clocks above leave out; 0 where the kernel does not tell. */
double clock_suspended_s(void);
/* CPU time of this process, children left out. */
double clock_own_cpu_s(void);
/* Sleeps, shorter when child_cancel_all() was called is not promised;
 * signals cut it short. */
void clock_sleep_s(double seconds);
/* "2026-03-04T05:06:07Z" into 21 bytes; SOURCE_DATE_EPOCH, when set, is
 * taken instead of now, for reproducible records. */
enum { CLOCK_DATE_SIZE = 24 };
void clock_date(char out[CLOCK_DATE_SIZE]);

#endif
