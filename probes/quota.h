/* SPDX-License-Identifier: MIT
 *
 * How much processor time control groups leave to us: containers and service
 * managers set such quotas, and neither the number of processors nor the
 * affinity mask tells of them.
 *
 * Files: cpu.max ("max 100000" or "150000 100000": microseconds a period,
 * kernel's cgroup-v2.rst) and cpu.cfs_quota_us with cpu.cfs_period_us of
 * version 1 (-1: none; sched-bwc.rst).  A group has no more than each of those
 * that it is in.
 */
#ifndef PROBES_QUOTA_H
#define PROBES_QUOTA_H

#include <stddef.h>

#define QUOTA_UNKNOWN (-1.0) /* no group tells */
#define QUOTA_NONE 0.0

/* The smallest quota of our groups and all above, in processors (1.5); or
 * one of the two above. */
double quota_probe(const char *root);

/* As many processors as are worth keeping busy: those allowed, or the quota
 * rounded up where that is less; at least 1. */
unsigned quota_processors(double quota, size_t allowed);

#endif
