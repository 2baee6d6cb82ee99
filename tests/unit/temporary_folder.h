/* SPDX-License-Identifier: MIT
 *
 * A folder for one test, gone after it.
 */
#ifndef TESTS_UNIT_TEMPORARY_FOLDER_H
#define TESTS_UNIT_TEMPORARY_FOLDER_H

#include <check.h>

#include "base/error.h"
#include "base/file.h"
#include "base/str.h"

/* The caller hands it to temporary_folder_remove(). */
static inline struct str temporary_folder(void)
{
    struct str path = {0};
    struct error err = {0};
    ck_assert_msg(file_make_temporary("tuner-unit", &path, &err), "%s",
                  err.text);
    return path;
}

static inline void temporary_folder_remove(struct str *path)
{
    file_remove_tree(str_text(path), NULL);
    str_release(path);
}

/* Borrowed from *out: folder/name. */
static inline const char *path_in(const struct str *folder, const char *name,
                                  struct str *out)
{
    str_reset(out);
    file_join(out, str_text(folder), name);
    return str_text(out);
}

#endif
