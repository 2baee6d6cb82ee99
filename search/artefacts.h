/* SPDX-License-Identifier: MIT
 *
 * What a build made: found by the names that the user gave, or as the ELF
 * programs and libraries that were not there before.
 */
#ifndef SEARCH_ARTEFACTS_H
#define SEARCH_ARTEFACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/digest.h"

struct error;
struct strvec;
struct tree;

struct artefacts {
    struct digest code;
    uint64_t size_bytes;
};

/* `before` is the list of the source folder, `after` that of the build's.
 * `globs` are fnmatch(3) patterns of paths, as in "src/prog" or "lib*.so";
 * empty: find them.  Adds the paths to *programs, sorted; none at all is not
 * an error here. */
void artefacts_find(const struct tree *before, const struct tree *after,
                    const struct strvec *globs, const char *folder,
                    struct strvec *programs);
/* What they hold together. */
bool artefacts_read(const struct strvec *programs, const char *folder,
                    struct artefacts *out, struct error *err);
/* What a run on another machine needs: what matches `globs`, or, when these
 * are empty, everything but objects and version control; always the
 * programs. */
void artefacts_to_copy(const struct tree *after, const struct strvec *globs,
                       const struct strvec *programs, struct strvec *copied);

#endif
