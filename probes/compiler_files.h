/* SPDX-License-Identifier: MIT
 *
 * The files that a compiler consists of, to notice when it is replaced in the
 * middle of a run: a system that updates itself, a link that is moved.
 * Watched are the programs of its command line, as PATH finds them, and
 * those that it says it runs (-print-prog-name).
 *
 * Used by several threads at once, but for init and release.
 */
#ifndef PROBES_COMPILER_FILES_H
#define PROBES_COMPILER_FILES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"

struct compiler;
struct error;

struct compiler_file {
    char *name; /* looked up in PATH where it has no slash */
    char *path; /* what was found */
    uint64_t device;
    uint64_t inode;
    uint64_t size;
    int64_t changed_ns;   /* the later of its two times */
    struct digest digest; /* of small files; "" of large ones, where the
                             figures above must do */
};

struct compiler_files {
    char *cc;
    char *version;
    struct compiler_file *items;
    size_t count;
    struct digest digest; /* of all that is above, as a name for it */
    pthread_mutex_t lock;
};

/* Notes what is there now. */
void compiler_files_init(struct compiler_files *self,
                         const struct compiler *compiler);
void compiler_files_release(struct compiler_files *self);
/* False, with ERROR_UNTRUSTED and both versions, when a file is not what it
 * was.  A file that was only touched, with the same content, is the same. */
bool compiler_files_check(struct compiler_files *self, struct error *err);

#endif
