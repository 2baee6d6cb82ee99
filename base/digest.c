/* SPDX-License-Identifier: MIT
 *
 * Content digests by libgit2.
 */
#include <config.h>

#include "base/digest.h"

#include <git2.h>
#include <string.h>

#include "base/library.h"

struct digest digest_bytes(const void *bytes, size_t length)
{
    library_start();
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
