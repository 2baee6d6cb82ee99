/* SPDX-License-Identifier: MIT
 *
 * The state that a machine is in: what may disturb or bend a measurement.
 * Everything is read from files below a root.  "Unknown" is a value: an
 * empty text, SYSTEM_UNKNOWN for a number.  Nothing here proves that a
 * machine is quiet; it only shows reasons why it may not be.
 */
#ifndef PROBES_SYSTEM_H
#define PROBES_SYSTEM_H

#include <stdbool.h>

#include "base/strvec.h"

struct cpu;

enum { SYSTEM_UNKNOWN = -1 };

struct system_state {
    char *kernel;     /* "5.10.0"; "" unknown, as for every text here */
    char *governor;   /* of the first CPU with one; "mixed" where they differ */
    char *boost;      /* "on", "off" */
    char *hypervisor; /* "none", "kvm", "xen", "vm", "container" */
    char *scheduler_quota;    /* of control groups: "max", "150%" */
    double frequency_khz;     /* what cpufreq shows for the first CPU */
    double frequency_max_khz; /* of the hardware */
    double temperature_c;     /* hottest thermal zone */
    double throttle_count;    /* x86: core and package events, summed */
    double cooling_state;     /* highest cur_state of the cooling devices */
    double pi_throttled;      /* the Raspberry Pi's get_throttled bits */
    double load;              /* one-minute load average */
    double cpu_pressure;      /* "some avg10" in percent */
    double memory_pressure;
    double memory_available_kib;
    double memory_total_kib;
    double swap_used_kib;
    struct strvec warnings; /* for people, what speaks against measuring now */
};

void system_probe(struct system_state *self, const struct cpu *cpu,
                  const char *root);
void system_release(struct system_state *self);

#endif
