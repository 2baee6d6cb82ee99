/* SPDX-License-Identifier: MIT
 *
 * A workload by its name: the core, a workload file, or a preset of
 * configs/workloads.
 */
#ifndef SEARCH_WORKLOAD_OPEN_H
#define SEARCH_WORKLOAD_OPEN_H

#include <stdbool.h>

struct error;
struct runner;
struct str;
struct strvec;
struct workload;

struct workload_open_settings {
    const char *name;      /* "core", "./zstd.conf", "nettle"; NULL: "core" */
    const char *data;      /* the folder of core/ and configs/ */
    struct runner *runner; /* borrowed */
    const struct strvec *metrics; /* the core's; NULL: its default ones */
    int pin_cpu_plus_one;         /* for timing; 0: wherever */
    /* Another board's workload of the same name: builds are shared where
     * the kind can.  NULL: none. */
    struct workload *share;
};

/* A name with a slash or a file's ending is a path; a preset's sources are
 * looked for in the current folder.  NULL with ERROR_USAGE, and a list of
 * the presets, for a name that is nothing. */
struct workload *workload_open(const struct workload_open_settings *settings,
                               struct error *err);

/* The file behind a name that is not "core": its path is added, and *base is
 * what a relative source folder starts from (NULL: the file's folder). */
bool workload_find_file(const char *name, const char *data, struct str *path,
                        const char **base, struct error *err);

/* Adds the names of the presets, sorted. */
void workload_presets(const char *data, struct strvec *names);

#endif
