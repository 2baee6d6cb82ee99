/* SPDX-License-Identifier: MIT
 *
 * Content digests by libgit2.
 */
#include <config.h>

#include "base/digest.h"

#include <git2.h>
#include <pthread.h>
#include <string.h>

static void start_libgit2(void)
{
    git_libgit2_init();
}

struct digest digest_bytes(const void *bytes, size_t length)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_libgit2);

    struct digest digest = {0};
    git_oid oid;
    if (git_odb_hash(&oid, bytes, length, GIT_OBJECT_BLOB) == 0)
        git_oid_tostr(digest.hex, sizeof(digest.hex), &oid);
    return digest;
}

struct digest digest_text(const char *text)
{
    return digest_bytes(text, strlen(text));
}
