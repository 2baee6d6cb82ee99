/* SPDX-License-Identifier: MIT
 *
 * A recorded machine for tests: a scratch folder with files of proc/ and
 * sys/.
 */
#ifndef TESTS_UNIT_FAKE_ROOT_H
#define TESTS_UNIT_FAKE_ROOT_H

#include <check.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "probes/catalogue.h"

static inline char *fake_root_new(void)
{
    struct error err = {0};
    struct str path = {0};
    ck_assert_msg(file_make_temporary("tuner-root", &path, &err), "%s",
                  err.text);
    return str_detach(&path);
}

static inline void fake_root_free(char *root)
{
    file_remove_tree(root, NULL);
    free(root);
}

static inline void fake_root_bytes(const char *root, const char *path,
                                   const void *bytes, size_t length)
{
    struct error err = {0};
    char *full = xasprintf("%s/%s", root, path);
    char *slash = strrchr(full, '/');
    *slash = '\0';
    ck_assert_msg(file_make_directories(full, &err), "%s", err.text);
    *slash = '/';
    ck_assert_msg(file_write(full, bytes, length, &err), "%s", err.text);
    free(full);
}

static inline void fake_root_put(const char *root, const char *path,
                                 const char *text)
{
    fake_root_bytes(root, path, text, strlen(text));
}

/* The real tables. */
static inline struct catalogue fake_catalogue(void)
{
    struct error err = {0};
    struct catalogue catalogue;
    const char *source = getenv("SOURCE_DIR");
    ck_assert_msg(catalogue_load(&catalogue, source ? source : ".", &err), "%s",
                  err.text);
    return catalogue;
}

#endif
