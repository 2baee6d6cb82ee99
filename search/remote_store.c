/* SPDX-License-Identifier: MIT
 *
 * Copies folders of builds to another machine.
 */
#include <config.h>

#include "search/remote_store.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/tree.h"
#include "search/remote_link.h"
#include "search/runner.h"

enum {
    SYNC_TIMEOUT_MS = 600000, /* for what was sent to be written there */
    FILE_MAX = 1 << 30,
    IDLE_MAX = 64 << 20,
    ENTRIES_MAX = 100000
};

struct remote_content {
    unsigned uses; /* by folders */
    uint64_t size_bytes;
    bool gone; /* removed over there; the map keeps the entry */
};

static void release_contents(struct remote_store *self)
{
    for (size_t i = 0; i < self->contents.count; i++)
        free(self->contents.entries[i].value);
    map_release(&self->contents);
    self->contents = (struct map){0};
}

void remote_store_reset(struct remote_store *self, const char *folder)
{
    release_contents(self);
    free(self->folder);
    self->folder = xstrdup(folder);
    self->idle_bytes = 0;
}

void remote_store_release(struct remote_store *self)
{
    release_contents(self);
    free(self->folder);
    *self = (struct remote_store){0};
}

/* One copy that is being made. */
struct copying {
    struct remote_store *store;
    struct remote_link *link;
    struct runner_place *place;
    const char *folder; /* over there, from the helper's */
    bool broken;
    struct error *err;
};

static bool sent(struct copying *self, bool ok)
{
    self->broken = self->broken || !ok;
    return ok;
}

static bool send_texts(struct copying *self, const char *head,
                       const char *first, const char *second)
{
    struct str bytes = {0};
    str_add_bytes(&bytes, first, strlen(first) + 1);
    if (second)
        str_add_bytes(&bytes, second, strlen(second) + 1);
    bool ok =
        remote_link_send(self->link, head, bytes.text, bytes.length, self->err);
    str_release(&bytes);
    return sent(self, ok);
}

static bool send_content(struct copying *self, const char *id,
                         const struct str *bytes)
{
    char head[48];
    snprintf(head, sizeof(head), "put %zu", bytes->length);
    return send_texts(self, head, id, NULL) &&
           sent(self, remote_link_send_bytes(self->link, str_text(bytes),
                                             bytes->length, self->err));
}

/* Sends the content unless it is there, and counts its use. */
static bool use_content(struct copying *self, const char *id,
                        const struct str *bytes)
{
    struct remote_content *content = map_find(&self->store->contents, id);
    if (!content) {
        content = xcalloc(1, sizeof(*content));
        content->gone = true;
        content->size_bytes = bytes->length;
        map_set(&self->store->contents, id, content);
    }
    if (content->gone && !send_content(self, id, bytes))
        return false;
    if (!content->gone && content->uses == 0)
        self->store->idle_bytes -= content->size_bytes;
    content->gone = false;
    content->uses++;
    strvec_add(&self->place->contents, id);
    return true;
}

static bool copy_file(struct copying *self, const char *local,
                      const char *remote, mode_t mode)
{
    struct str bytes = {0};
    bool ok = file_read(local, FILE_MAX, &bytes, self->err);
    if (ok) {
        struct digest digest = digest_bytes(str_text(&bytes), bytes.length);
        char head[32];
        snprintf(head, sizeof(head), "file %u", (unsigned)mode & 0777);
        ok = use_content(self, digest.hex, &bytes) &&
             send_texts(self, head, digest.hex, remote);
    }
    str_release(&bytes);
    return ok;
}

static bool copy_link(struct copying *self, const char *local,
                      const char *remote)
{
    char target[PATH_MAX];
    ssize_t length = readlink(local, target, sizeof(target) - 1);
    if (length < 0)
        return error_io(self->err, "read", local);
    target[length] = '\0';
    return send_texts(self, "link", target, remote);
}

static bool copy_path(struct copying *self, const char *path);

static bool copy_folder(struct copying *self, const char *local,
                        const char *path)
{
    struct tree_limits limits = {.entries = ENTRIES_MAX};
    struct tree tree = {0};
    bool ok = tree_list(local, &limits, &tree, self->err);
    for (size_t i = 0; i < tree.count && ok; i++) {
        struct str inner = {0};
        file_join(&inner, path, tree.entries[i].path);
        if (!S_ISDIR(tree.entries[i].mode))
            ok = copy_path(self, inner.text);
        str_release(&inner);
    }
    tree_release(&tree);
    return ok;
}

/* A path below the place, with all that is in it. */
static bool copy_path(struct copying *self, const char *path)
{
    struct str local = {0}, remote = {0};
    struct stat info;
    bool ok;
    file_join(&local, self->place->local, path);
    file_join(&remote, self->folder, path);
    if (lstat(local.text, &info) != 0)
        ok = error_io(self->err, "read", local.text);
    else if (S_ISDIR(info.st_mode))
        ok = copy_folder(self, local.text, path);
    else if (S_ISLNK(info.st_mode))
        ok = copy_link(self, local.text, remote.text);
    else
        ok = copy_file(self, local.text, remote.text, info.st_mode);
    str_release(&local);
    str_release(&remote);
    return ok;
}

/* Waits for all that was sent; the helper tells the first trouble. */
static bool await_written(struct copying *self)
{
    struct remote_answer answer = {0};
    if (!sent(self, remote_link_send(self->link, "sync", "", 0, self->err)) ||
        !sent(self, remote_link_receive(self->link, SYNC_TIMEOUT_MS, &answer,
                                        self->err)))
        return false;
    bool ok = strcmp(answer.word, "ok") == 0;
    if (!ok)
        error_set(self->err, ERROR_IO, "over there: %s",
                  str_text(&answer.bytes));
    remote_answer_release(&answer);
    return ok;
}

bool remote_store_copy(struct remote_store *self, struct remote_link *link,
                       struct runner_place *place, bool *broken,
                       struct error *err)
{
    char folder[32];
    snprintf(folder, sizeof(folder), "p%06u", self->folders++);
    struct copying copying = {.store = self,
                              .link = link,
                              .place = place,
                              .folder = folder,
                              .err = err};
    strvec_reset(&place->contents);
    bool ok = send_texts(&copying, "folder", folder, NULL);
    for (size_t i = 0; i < place->files.count && ok; i++)
        ok = copy_path(&copying, place->files.items[i]);
    /* Asked for in any case, so that no trouble is left to the next one. */
    if (!copying.broken)
        ok = await_written(&copying) && ok;
    free(place->remote);
    place->remote = ok ? xasprintf("%s/%s", self->folder, folder) : NULL;
    *broken = copying.broken;
    return ok;
}

static void remove_there(struct remote_link *link, const char *path)
{
    remote_link_send(link, "remove", path, strlen(path) + 1, NULL);
}

static void remove_idle(struct remote_store *self, struct remote_link *link)
{
    for (size_t i = 0; i < self->contents.count; i++) {
        struct remote_content *content = self->contents.entries[i].value;
        if (content->uses || content->gone)
            continue;
        char *path = xasprintf("store/%s", self->contents.entries[i].key);
        remove_there(link, path);
        free(path);
        content->gone = true;
    }
    self->idle_bytes = 0;
}

void remote_store_forget(struct remote_store *self, struct remote_link *link,
                         const struct runner_place *place)
{
    remove_there(link, file_base_name(place->remote));
    for (size_t i = 0; i < place->contents.count; i++) {
        struct remote_content *content =
            map_find(&self->contents, place->contents.items[i]);
        if (content && --content->uses == 0)
            self->idle_bytes += content->size_bytes;
    }
    if (self->idle_bytes > IDLE_MAX)
        remove_idle(self, link);
}
