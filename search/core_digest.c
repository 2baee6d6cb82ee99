/* SPDX-License-Identifier: MIT
 *
 * Digest of the core.
 */
#include <config.h>

#include "search/core_digest.h"

#include "base/file.h"
#include "base/str.h"
#include "base/strvec.h"

static bool is_source(const char *name)
{
    return str_ends(name, ".c") || str_ends(name, ".h") ||
           str_ends(name, ".S") || str_ends(name, ".conf");
}

bool core_digest(const char *directory, struct digest *out, struct error *err)
{
    struct strvec names = {0};
    struct str all = {0};
    bool ok = file_list(directory, &names, err);
    for (size_t i = 0; ok && i < names.count; i++) {
        if (!is_source(names.items[i]))
            continue;
        struct str path = {0};
        file_join(&path, directory, names.items[i]);
        str_addf(&all, "%s\n", names.items[i]);
        ok = file_read(str_text(&path), 0, &all, err);
        str_release(&path);
    }
    if (ok)
        *out = digest_bytes(str_text(&all), all.length);
    str_release(&all);
    strvec_release(&names);
    return ok;
}
