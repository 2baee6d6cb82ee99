/* SPDX-License-Identifier: MIT
 *
 * Whether the machine held its processors back: x86 thermal_throttle
 * counters, cooling devices that act on processors, the Raspberry Pi's
 * get_throttled bits, a processor that is switched off, and, where no better
 * clock is at hand, the frequency that cpufreq shows.  Read before and after
 * each round; a rise makes the round void.  A machine without any of these
 * files never throttles as far as this module can tell.
 *
 *     struct throttle throttle;
 *     throttle_init(&throttle, throttle_runner_reader(runner), cpu);
 *     throttle_check(&throttle);            // before
 *     ...
 *     if (throttle_check(&throttle)) ...    // throttle.reason says what rose
 */
#ifndef SEARCH_THROTTLE_H
#define SEARCH_THROTTLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct strvec;
struct runner;

/* How files of the measured machine are read; text is added, false when it
 * cannot be read. */
struct throttle_reader {
    bool (*read)(void *data, const char *path, struct str *out);
    /* Paths that match a glob(7) pattern, sorted. */
    bool (*glob)(void *data, const char *pattern, struct strvec *paths);
    void *data;
};

/* Files below a folder, "" for this machine; `root` must live on. */
struct throttle_reader throttle_root_reader(char *root);
/* Files of the runner's machine; `runner` must live on. */
struct throttle_reader throttle_runner_reader(struct runner *runner);

struct throttle_file {
    char *path;
    size_t kind;              /* row of the table in throttle.c */
    unsigned long long value; /* at the last check */
};

struct throttle {
    struct throttle_reader reader;
    struct throttle_file *files;
    size_t count;
    size_t capacity;
    char *frequency_path; /* of the measuring processor, or NULL */
    struct str reason;    /* after a check that found something */
};

/* Finds the files and takes a first reading.  `cpu` is the measuring
 * processor. */
void throttle_init(struct throttle *self, struct throttle_reader reader,
                   unsigned cpu);
void throttle_release(struct throttle *self);
/* True when something rose since the last check; `reason` then names it. */
bool throttle_check(struct throttle *self);
/* What cpufreq shows for the measuring processor in kHz; 0: unknown.  On a
 * Pi this is only the clock that was asked for. */
double throttle_frequency_khz(struct throttle *self);

#endif
