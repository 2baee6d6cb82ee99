/* SPDX-License-Identifier: MIT
 *
 * Copies the files that the probes read.
 */
#include <config.h>

#include "tuner/capture.h"

#include <sys/utsname.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "base/temporary.h"
#include "probes/blank.h"
#include "probes/root.h"
#include "search/runner.h"
#include "tuner/remote_root.h"

/* Deeper than any tree of ours; a folder that is its own child ends here. */
enum { DEPTH_MAX = 16 };

struct copying {
    const char *from;
    const char *to;
    char *host;
    size_t files;
};

static bool write_file(const struct copying *copying, const char *path,
                       const struct str *text, struct error *err)
{
    char *full = xasprintf("%s/%s", copying->to, path);
    char *slash = strrchr(full, '/');
    *slash = '\0';
    bool ok = file_make_directories(full, err);
    *slash = '/';
    ok = ok && file_write(full, str_text(text), text->length, err);
    free(full);
    return ok;
}

static bool copy_file(struct copying *copying, const char *path,
                      struct error *err)
{
    struct str text = {0};
    bool ok = true;
    if (root_read(copying->from, path, &text)) {
        if (strcmp(path, "proc/self/auxv") == 0)
            blank_vector(&text);
        else
            blank_private(&text, copying->host);
        ok = write_file(copying, path, &text, err);
        copying->files += ok;
    }
    str_release(&text);
    return ok;
}

static bool copy_tree(struct copying *copying, const char *folder,
                      unsigned depth, struct error *err)
{
    struct strvec names = {0};
    bool ok = true;
    if (depth > DEPTH_MAX || !root_list(copying->from, folder, &names))
        return true;
    for (size_t i = 0; ok && i < names.count; i++) {
        char *path = *folder ? xasprintf("%s/%s", folder, names.items[i])
                             : xstrdup(names.items[i]);
        char *full = xasprintf("%s/%s", copying->from, path);
        ok = file_is_directory(full) ? copy_tree(copying, path, depth + 1, err)
                                     : copy_file(copying, path, err);
        free(full);
        free(path);
    }
    strvec_release(&names);
    return ok;
}

static bool is_free(const char *directory, struct error *err)
{
    struct strvec names = {0};
    if (!file_exists(directory) && !file_is_directory(directory))
        return true;
    bool ok = file_is_directory(directory) &&
              file_list(directory, &names, NULL) && names.count == 0;
    strvec_release(&names);
    return ok ||
           error_set(err, ERROR_CONFLICT,
                     "'%s' is there already: name a new folder", directory);
}

bool capture_root(const char *root, const char *directory, size_t *files,
                  struct error *err)
{
    if (!is_free(directory, err))
        return false;
    struct str host = {0};
    root_read_line(root, "proc/sys/kernel/hostname", &host);
    struct copying copying = {.from = root, .to = directory};
    copying.host = host.text ? str_detach(&host) : xstrdup("");
    bool ok = file_make_directories(directory, err) &&
              copy_tree(&copying, "", 0, err);
    free(copying.host);
    *files = copying.files;
    return ok;
}

/* What stands in no file that others could read. */
static bool add_own(const char *root, struct error *err)
{
    struct str vector = {0}, line = {0};
    struct utsname name;
    struct copying copying = {.to = root};
    bool ok = true;
    if (root_read("", "proc/self/auxv", &vector))
        ok = write_file(&copying, "proc/self/auxv", &vector, err);
    if (ok && uname(&name) == 0) {
        str_addf(&line, "%s host %s %s %s\n", name.sysname, name.release,
                 name.version, name.machine);
        ok = write_file(&copying, "uname", &line, err);
    }
    str_release(&vector);
    str_release(&line);
    return ok;
}

bool capture_machine(const char *directory, size_t *files, struct error *err)
{
    struct str scratch = {0};
    struct strvec patterns = {0};
    if (!is_free(directory, err) || !temporary_make("capture", &scratch, err))
        return false;
    for (const char *const *at = remote_root_files; *at; at++)
        strvec_add(&patterns, *at);
    struct runner *here = runner_new("", NULL, err);
    bool ok = here &&
              runner_capture(here, &patterns, str_text(&scratch), err) &&
              add_own(str_text(&scratch), err) &&
              capture_root(str_text(&scratch), directory, files, err);
    runner_free(here);
    temporary_remove(str_text(&scratch));
    strvec_release(&patterns);
    str_release(&scratch);
    return ok;
}
