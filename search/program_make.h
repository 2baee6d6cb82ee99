/* SPDX-License-Identifier: MIT
 *
 * One build of a user's program, in a folder that is there already: runs the
 * command, judges what came of it.  For search/program_builder.c.
 */
#ifndef SEARCH_PROGRAM_MAKE_H
#define SEARCH_PROGRAM_MAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "search/compile_lines.h"
#include "search/program_builder.h"

struct error;
struct shims;
struct str;
struct strvec;
struct tree;
struct workload_file;

struct program_make {
    const struct workload_file *file;
    const struct shims *shims;
    const struct tree *source;  /* what the folder held at first */
    const struct strvec *flags; /* all that the compiler shall get */
    const char *folder;
    const char *log; /* where the compile lines go; must not exist */
    unsigned timeout_ms;
    bool used_before; /* the folder holds another build: clean it */
};

struct program_made {
    struct program_build build; /* .folder is left NULL */
    enum compile_lines arrival;
    char *line;          /* the compile line that decided; may be NULL */
    bool compiled;       /* some compiler ran */
    uint64_t peak_bytes; /* of the largest process */
};

/* False only for an error that must stop the work; a build that failed is a
 * refusal in *out.  The caller owns what is in *out. */
bool program_make(const struct program_make *self, struct program_made *out,
                  struct error *err);
/* Runs `clean`; false when there is none or it fails. */
bool program_make_clean(const struct program_make *self);

void program_build_release(struct program_build *self);

#endif
