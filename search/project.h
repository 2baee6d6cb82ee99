/* SPDX-License-Identifier: MIT
 *
 * What a source folder looks like: how it is built, and a workload file for
 * it, with comments, to be finished by its owner.
 */
#ifndef SEARCH_PROJECT_H
#define SEARCH_PROJECT_H

#include <stdbool.h>

struct error;
struct str;

struct project {
    const char *kind; /* "cmake", "meson", "configure", "autoconf", "make",
                         "C file", "C files", "C++ file" */
    char *name;       /* of the workload: the folder's or the file's */
    char *build;
    char *run;
    char *verify;       /* NULL: no check was found */
    char *clean;        /* NULL: a fresh copy for every build */
    bool incremental;   /* the build notices that flags changed */
    bool run_is_sure;   /* else it is a guess to be corrected */
    const char *preset; /* of configs/workloads, for the same program */
};

/* ERROR_MISSING where nothing in the folder tells how it is built. */
bool project_look(struct project *self, const char *folder, struct error *err);
void project_release(struct project *self);
/* The workload file. */
void project_format(const struct project *self, struct str *out);

#endif
