/* SPDX-License-Identifier: MIT
 *
 * Stand-ins for the compilers that a user's build may call.  They stand
 * first in PATH, note each command line in a log, and hand over to the real
 * program; so we know whether flags reached the compiler, whatever the build
 * does with them.
 *
 * Where a command names the build's folder by an absolute path (CMake does),
 * -ffile-prefix-map is added, so that the folder's name does not get into
 * the program and make equal builds look different.
 */
#ifndef SEARCH_SHIMS_H
#define SEARCH_SHIMS_H

#include <stdbool.h>

struct error;
struct strvec;

/* Read by the stand-ins from the environment. */
#define SHIMS_LOG "TUNER_COMPILE_LOG"
#define SHIMS_FOLDER "TUNER_BUILD_FOLDER"

struct shims {
    char *compiler;       /* as asked for: "gcc-12", "/opt/x/bin/cc" */
    char *folder;         /* with the stand-ins */
    char *cc;             /* what the build should have in CC */
    char *cxx;            /* in CXX; NULL: no such compiler here */
    char *path;           /* what it should have in PATH */
    bool takes_alignment; /* -falign-functions=64 -falign-loops=64 */
};

/* Makes the folder, which must not exist. */
bool shims_make(struct shims *self, const char *folder, const char *compiler,
                struct error *err);
/* Forgets; the folder stays. */
void shims_release(struct shims *self);

/* The C++ compiler that belongs to a C compiler, by name: "gcc-12" gives
 * "g++-12".  The caller's to free; NULL when the name is no known one. */
char *shims_cxx_name(const char *cc);

#endif
