/* SPDX-License-Identifier: MIT
 *
 * Finds the data folder.
 */
#include <config.h>

#include "tuner/data.h"

#include <limits.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

/* Every data folder has this file; nothing else does. */
static const char marker[] = "core/kernels.conf";

static bool is_data_directory(const char *path)
{
    struct str full = {0};
    file_join(&full, path, marker);
    bool found = file_exists(str_text(&full));
    str_release(&full);
    return found;
}

/* An installed tuner must not read from the source tree it once came from,
 * so the built-in source path counts only below the build tree. */
static bool runs_from_build_tree(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    return str_starts(path, TUNER_BUILD_DIRECTORY "/");
}

bool data_directory(struct str *out, struct error *err)
{
    const char *chosen = getenv("TUNER_DATADIR");
    if (chosen && *chosen) {
        if (!is_data_directory(chosen))
            return error_set(err, ERROR_MISSING,
                             "TUNER_DATADIR: '%s' has no '%s'", chosen, marker);
        str_add(out, chosen);
        return true;
    }
    const char *found =
        runs_from_build_tree() ? TUNER_SOURCE_DATADIR : TUNER_INSTALLED_DATADIR;
    if (!is_data_directory(found))
        return error_set(err, ERROR_MISSING,
                         "no tuner data in '%s': install it or set "
                         "TUNER_DATADIR",
                         found);
    str_add(out, found);
    return true;
}

bool data_path(const char *relative, struct str *out, struct error *err)
{
    struct str folder = {0}, full = {0};
    bool ok = data_directory(&folder, err);
    if (ok) {
        file_join(&full, str_text(&folder), relative);
        ok = file_exists(str_text(&full)) ||
             error_set(err, ERROR_MISSING, "'%s' is missing", str_text(&full));
    }
    if (ok)
        str_add(out, str_text(&full));
    str_release(&folder);
    str_release(&full);
    return ok;
}

/* $variable/tail, or $HOME/below/tail.  A relative XDG path counts as unset
 * (XDG Base Directory Specification). */
static bool user_directory(const char *variable, const char *below,
                           const char *tail, struct str *out, struct error *err)
{
    const char *base = getenv(variable);
    const char *home = getenv("HOME");
    if (base && *base == '/') {
        file_join(out, base, tail);
        return true;
    }
    if (!home || *home != '/')
        return error_set(err, ERROR_MISSING,
                         "neither %s nor HOME is an absolute path", variable);
    file_join(out, home, below);
    file_join(out, "", tail);
    return true;
}

bool data_user_database(struct str *out, struct error *err)
{
    const char *chosen = getenv("TUNER_DB");
    if (chosen && *chosen) {
        str_add(out, chosen);
        return true;
    }
    return user_directory("XDG_DATA_HOME", ".local/share", "tuner/db", out,
                          err);
}

bool data_cache_directory(struct str *out, struct error *err)
{
    struct str path = {0};
    bool ok = user_directory("XDG_CACHE_HOME", ".cache", "tuner", &path, err) &&
              file_make_directories(str_text(&path), err);
    if (ok)
        str_add(out, str_text(&path));
    str_release(&path);
    return ok;
}
