/* SPDX-License-Identifier: MIT
 *
 * Builds a user's program under flags.  Every build has a private folder: a
 * copy of the source folder, made from a copy that is taken once at the
 * start, so that edits meanwhile do no harm and builds cannot touch the
 * user's files.
 *
 * Flags come in by the environment (CFLAGS, CXXFLAGS, LDFLAGS, CC, CXX) and
 * where {flags} and {cc} stand in the command.  With `clean`, or where the
 * build notices changed flags by itself (`incremental`), the folder of a
 * build that nobody needs any more is used again; a folder that is in use is
 * never touched, since programs may hold its path.
 *
 * Equal requests share a build, so that several boards build once.  All
 * functions may be called from several threads.
 */
#ifndef SEARCH_PROGRAM_BUILDER_H
#define SEARCH_PROGRAM_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/strvec.h"
#include "probes/refusal.h"

struct build_request;
struct error;
struct program_builder;
struct workload_file;

/* One build; read only. */
struct program_build {
    enum refusal refusal;
    char *message;
    char *folder;              /* NULL when refused */
    struct digest code;        /* of all that was built */
    uint64_t size_bytes;       /* of code and constants */
    struct strvec programs;    /* what was built, from the folder */
    struct strvec copied;      /* what a run elsewhere needs, from the folder */
    struct strvec environment; /* NAME=value that it was built with */
    char *note;                /* for the user; NULL: none */
    double wall_s;
};

/* Copies the source folder.  The file is borrowed and must outlive the
 * builder. */
struct program_builder *program_builder_new(const struct workload_file *file,
                                            struct error *err);
/* After all builds were dropped; removes the folders. */
void program_builder_free(struct program_builder *self);

/* Another user of the same builder, who calls program_builder_free(), too.
 * From then on, builds that nobody needs are kept for a while. */
struct program_builder *program_builder_share(struct program_builder *self);

/* Digest of all sources. */
struct digest program_builder_sources(const struct program_builder *self);

/* Builds, or finds the equal build.  NULL only when the work must stop: the
 * disk, a cancel, or flags that cannot reach the compiler. */
const struct program_build *
program_builder_get(struct program_builder *self,
                    const struct build_request *request, struct error *err);
/* The build is no longer needed by this caller. */
void program_builder_drop(struct program_builder *self,
                          const struct program_build *build);

#endif
