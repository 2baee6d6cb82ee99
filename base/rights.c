/* SPDX-License-Identifier: MIT
 *
 * The user that children run as.
 */
#include <config.h>

#include "base/rights.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"

static struct rights chosen; /* name is NULL: none */

/* The user's own groups decide which devices it may open. */
static void list_groups(struct rights *self)
{
    int count = 0;
    getgrouplist(self->name, self->gid, NULL, &count);
    if (count <= 0)
        count = 1;
    self->groups = xcalloc((size_t)count, sizeof(*self->groups));
    self->groups[0] = self->gid;
    if (getgrouplist(self->name, self->gid, self->groups, &count) < 0)
        count = 1;
    self->group_count = (size_t)count;
}

bool rights_use(const char *name, struct error *err)
{
    struct passwd entry, *found = NULL;
    char buffer[16384];
    if (geteuid() != 0)
        return error_set(err, ERROR_USAGE,
                         "only root can run children as user '%s'", name);
    if (getpwnam_r(name, &entry, buffer, sizeof(buffer), &found) != 0 || !found)
        return error_set(err, ERROR_USAGE, "there is no user '%s'", name);
    free(chosen.groups);
    free(chosen.name);
    free(chosen.home);
    chosen = (struct rights){.uid = found->pw_uid,
                             .gid = found->pw_gid,
                             .name = xstrdup(found->pw_name),
                             .home = xstrdup(found->pw_dir)};
    list_groups(&chosen);
    return true;
}

const struct rights *rights_get(void)
{
    return chosen.name ? &chosen : NULL;
}

bool rights_are_root(void)
{
    return geteuid() == 0 && (!chosen.name || chosen.uid == 0);
}

bool rights_give(const char *path)
{
    return !chosen.name || lchown(path, chosen.uid, chosen.gid) == 0;
}

bool rights_give_open(int fd)
{
    return !chosen.name || fchown(fd, chosen.uid, chosen.gid) == 0;
}

/* Real, effective and saved ones, and no way back. */
static bool is_dropped(const struct rights *rights)
{
    uid_t real, effective, saved;
    gid_t real_group, effective_group, saved_group;
    if (getresuid(&real, &effective, &saved) != 0 ||
        getresgid(&real_group, &effective_group, &saved_group) != 0)
        return false;
    return real == rights->uid && effective == rights->uid &&
           saved == rights->uid && real_group == rights->gid &&
           effective_group == rights->gid && saved_group == rights->gid &&
           (rights->uid == 0 || setuid(0) != 0);
}

bool rights_drop(const struct rights *rights)
{
    /* Groups first: without root's rights they could not be changed. */
    if (setgroups(rights->group_count, rights->groups) != 0 ||
        setresgid(rights->gid, rights->gid, rights->gid) != 0 ||
        setresuid(rights->uid, rights->uid, rights->uid) != 0)
        return false;
    bool ok = is_dropped(rights);
    if (!ok)
        errno = EPERM;
    return ok;
}
