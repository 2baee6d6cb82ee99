/* SPDX-License-Identifier: MIT
 *
 * What a compiler made, as a name and a size: the digest of all code and
 * constants of an object or program, so that two flag sets that give the
 * same code are known to be the same.
 *
 * In it: name, flags and contents of every section that is loaded to run,
 * their relocations with the names that they mean, and the global names that
 * the file defines.  Not in it: notes (build ids), comments, debug
 * information, unwind tables, names of local symbols and the order of
 * symbols.
 */
#ifndef SEARCH_OBJECT_H
#define SEARCH_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/digest.h"

struct error;

struct object {
    struct digest code;
    uint64_t size_bytes; /* of loaded sections, zero-filled ones left out */
    /* Not machine code yet (link-time optimisation): the digest is of the
     * whole file and says nothing of the program that comes of it. */
    bool opaque;
};

/* Any class and byte order.  A file that is no ELF is digested whole and
 * opaque; a broken one is ERROR_FORMAT. */
bool object_read(const char *path, struct object *out, struct error *err);

#endif
