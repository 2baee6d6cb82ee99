/* SPDX-License-Identifier: MIT
 *
 * Files: read with a limit, written so that a crash leaves the old or the
 * new one whole, private temporary folders, locks.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct error;
struct strvec;

enum { FILE_READ_DEFAULT = 16 << 20 };

/* Opens a file to read it; one that is no regular file is an error and never
 * waited for.  The descriptor is the caller's. */
bool file_open(const char *path, int *out, struct error *err);
/* Appends the whole content; a file over `max` bytes (0: FILE_READ_DEFAULT),
 * or one that is no regular file (devices, pipes), is an error.  /proc and
 * /sys files, whose size is 0, are read to their end. */
bool file_read(const char *path, size_t max, struct str *out,
               struct error *err);
/* Writes all bytes to an open descriptor, however often that is interrupted or
 * cut short.  False with errno set. */
bool file_put(int fd, const void *bytes, size_t length);
/* Writes path.tmp-XXXXXX beside it, fsyncs, renames over, fsyncs the folder.
 * A symbolic link is replaced, a device or pipe is an error.  On failure
 * nothing of path has changed and the temporary is gone. */
bool file_write(const char *path, const void *bytes, size_t length,
                struct error *err);
/* As file_write, but an existing path is ERROR_CONFLICT and stays. */
bool file_write_new(const char *path, const void *bytes, size_t length,
                    struct error *err);
/* Puts on disk which names the folder of path has: after a rename.  False
 * with errno set. */
bool file_sync_parent(const char *path);
bool file_exists(const char *path);
bool file_is_directory(const char *path);
/* mkdir -p with mode 0777 & ~umask. */
bool file_make_directories(const char *path, struct error *err);
/* Appends the path, behind the working folder where it is relative. */
void file_add_absolute(struct str *out, const char *path);
/* A new folder of mode 0700 under $TMPDIR (or /tmp), absolute path in
 * *out. */
bool file_make_temporary(const char *prefix, struct str *out,
                         struct error *err);
/* rm -r that never follows a symbolic link and stays in one file system.
 * A missing path is fine. */
bool file_remove_tree(const char *path, struct error *err);
/* Names in a folder without . and .., sorted. */
bool file_list(const char *directory, struct strvec *names, struct error *err);
/* a/b, with exactly one slash between. */
void file_join(struct str *out, const char *a, const char *b);
/* Last part of a path, borrowed. */
const char *file_base_name(const char *path);
/* Holds an exclusive flock on path (made when missing) until
 * file_unlock(*fd).  A holder may replace the file by one that it has locked
 * before: who waits gets the new one.  Somebody else's lock is ERROR_CONFLICT
 * after wait_ms. */
bool file_lock(const char *path, unsigned wait_ms, int *fd, struct error *err);
void file_unlock(int fd);

#endif
