/* SPDX-License-Identifier: MIT
 *
 * What a child inherits by name: variables and the program path.
 */
#include <config.h>

#include <unistd.h>

#include "base/child.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/strvec.h"

extern char **environ;

bool child_find_program(const char *name, struct str *path)
{
    if (strchr(name, '/')) {
        if (access(name, X_OK) != 0 || file_is_directory(name))
            return false;
        if (path) /* a child may be started in another folder than ours */
            file_add_absolute(path, name);
        return true;
    }
    struct strvec folders = {0};
    const char *list = getenv("PATH");
    strvec_split(&folders, list ? list : "/usr/local/bin:/usr/bin:/bin", ":");
    bool found = false;
    for (size_t i = 0; i < folders.count && !found && *name; i++) {
        struct str full = {0};
        file_join(&full, folders.items[i], name);
        found = access(full.text, X_OK) == 0 && !file_is_directory(full.text);
        if (found && path)
            file_add_absolute(path, full.text);
        str_release(&full);
    }
    strvec_release(&folders);
    return found;
}

static size_t name_length(const char *assignment)
{
    return strcspn(assignment, "=");
}

static bool changes_name(const struct strvec *changes, const char *variable)
{
    size_t length = name_length(variable);
    for (size_t i = 0; i < changes->count; i++)
        if (name_length(changes->items[i]) == length &&
            strncmp(changes->items[i], variable, length) == 0)
            return true;
    return false;
}

void child_environment(const struct strvec *changes, struct strvec *out)
{
    for (char **variable = environ; variable && *variable; variable++)
        if (!changes_name(changes, *variable))
            strvec_add(out, *variable);
    for (size_t i = 0; i < changes->count; i++)
        if (strchr(changes->items[i], '='))
            strvec_add(out, changes->items[i]);
}
