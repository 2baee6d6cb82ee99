/* SPDX-License-Identifier: MIT
 *
 * A workload file: how a user's program is built, run, checked and measured.
 * git-config syntax, so that a backslash of a pattern is written twice, a
 * double quote behind one, and a value with # or ; stands in quotes.
 *
 *     [workload "zstd"]
 *         source = .                # from the file's folder; this is default
 *         build = make -C programs zstd
 *         run = programs/zstd -b3 -i2 silesia.tar
 *         verify = make -C tests test-zstd
 *     [metric "compression"]
 *         pattern = (?<value>[0-9.]+) MB/s,
 *         match = last
 *         unit = MB/s
 *         better = higher
 *
 * All keys, with what they are when not given, are in the tables of
 * workload_file.c; `tuner init` writes them out with comments.  A file
 * without metrics has the one metric `time`.  Unknown keys and sections,
 * and values that are wrong, are errors with file and line.
 */
#ifndef SEARCH_WORKLOAD_FILE_H
#define SEARCH_WORKLOAD_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strvec.h"
#include "search/extract.h"

struct error;
struct pattern;
struct workload;

/* Where a metric's number comes from. */
enum metric_source {
    METRIC_PATTERN,     /* what the program printed */
    METRIC_TIME,        /* CPU time for one thread, wall time for several */
    METRIC_WALL,        /* seconds from start to end */
    METRIC_CPU,         /* seconds of CPU, user and system */
    METRIC_PEAK_MEMORY, /* bytes resident at most, of the largest process */
    METRIC_SIZE         /* bytes of code and constants of what is built */
};

struct workload_metric {
    char *name;
    char *unit;
    bool higher_is_better;
    double weight;
    enum metric_source source;
    char *pattern; /* NULL for one of the names above */
    enum extract_match match;
    struct extract *extract;
    struct pattern *must_match;     /* a run without it has failed */
    struct pattern *must_not_match; /* a run with it has failed */
};

struct workload_file {
    char *path;
    char *name;
    char *source; /* absolute */
    char *build;
    char *run;
    char *verify;                 /* NULL: none */
    char *clean;                  /* NULL: a fresh copy for every build */
    struct strvec environment;    /* NAME=value */
    struct strvec flag_variables; /* CFLAGS, ...; empty: CFLAGS, CXXFLAGS and
                                     LDFLAGS */
    struct strvec default_flags;  /* what its author builds it with */
    struct strvec artefacts;      /* globs of what is built; empty: found */
    struct strvec copy;     /* globs of what a run needs on another machine;
                               empty: everything but objects */
    double timeout_s;       /* of a run; 0: from the first run */
    double build_timeout_s; /* 0: from the first build */
    uint64_t memory_bytes;  /* of a process; 0: what the machine has */
    unsigned long warm_up;  /* runs before the first sample */
    unsigned long layouts;  /* of the confirmation, 4 to 8; 0: the
                               protocol's */
    bool incremental;       /* the build sees by itself that flags changed */
    bool threads;           /* the program uses several CPUs: wall time */
    struct pattern *must_match;
    struct pattern *must_not_match;
    struct workload_metric *metrics;
    size_t metric_count;
    size_t metric_capacity;
};

/* Loads a file; a relative `source` is taken from `base`, or from the file's
 * folder when base is NULL. */
bool workload_file_load(struct workload_file *self, const char *path,
                        const char *base, struct error *err);
void workload_file_release(struct workload_file *self);

/* Gives a workload the file's metrics, of which nothing is known but that all
 * of its code counts. */
void workload_file_metrics(const struct workload_file *self,
                           struct workload *workload);

/* The most memory that a process of it may have here: `memory`, or all that
 * this machine has. */
uint64_t workload_file_memory(const struct workload_file *self);

#endif
