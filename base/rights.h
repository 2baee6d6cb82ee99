/* SPDX-License-Identifier: MIT
 *
 * As whom children run: as us, or, when we are root, as another user for the
 * whole life of the process.  Set once before any thread starts; every child
 * of base/child.h follows.  What children write to must be given to them.
 */
#ifndef BASE_RIGHTS_H
#define BASE_RIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct error;

/* The user that children become. */
struct rights {
    uid_t uid;
    gid_t gid;
    gid_t *groups; /* all of them, gid among them */
    size_t group_count;
    char *name;
    char *home;
};

/* Children run as this user from now on.  Only root can; ERROR_USAGE for
 * anybody else, and for a name that nobody has. */
bool rights_use(const char *name, struct error *err);
/* NULL: children run as we do. */
const struct rights *rights_get(void);
/* Whether children would have root's rights. */
bool rights_are_root(void);
/* Hands a file or folder that we made to the children's user; a link itself,
 * not what it points to.  Nothing to do where children run as we do.  False
 * with errno set. */
bool rights_give(const char *path);
/* The same for what is open. */
bool rights_give_open(int fd);
/* In the child: becomes that user for good, and makes sure of it.  Makes
 * async-signal-safe calls only.  False with errno set. */
bool rights_drop(const struct rights *rights);

#endif
