/* SPDX-License-Identifier: MIT
 *
 * Folders to build in.
 */
#include <config.h>

#include "search/program_folders.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/temporary.h"

enum { SPARE_MAX = 16 };

/* A source folder over these is somebody's home by mistake. */
static const struct tree_limits limits = {.entries = 300000,
                                          .bytes = 8ull << 30};

bool program_folders_init(struct program_folders *self, const char *source,
                          bool reuse, struct error *err)
{
    struct str root = {0};
    *self = (struct program_folders){.reuse = reuse};
    pthread_mutex_init(&self->lock, NULL);
    if (!tree_list(source, &limits, &self->tree, err) ||
        !temporary_make("build", &root, err)) {
        program_folders_release(self);
        return false;
    }
    self->root = str_detach(&root);
    self->source = xasprintf("%s/source", self->root);
    bool ok = tree_copy(&self->tree, source, self->source, TREE_OWN, err) &&
              tree_digest(&self->tree, self->source, &self->sources, err);
    if (!ok)
        program_folders_release(self);
    return ok;
}

void program_folders_release(struct program_folders *self)
{
    temporary_remove(self->root);
    strvec_release(&self->spare);
    tree_release(&self->tree);
    free(self->root);
    free(self->source);
    pthread_mutex_destroy(&self->lock);
    *self = (struct program_folders){0};
}

char *program_folders_take_used(struct program_folders *self)
{
    char *folder = NULL;
    pthread_mutex_lock(&self->lock);
    if (self->reuse && self->spare.count) {
        size_t last = self->spare.count - 1;
        folder = xstrdup(self->spare.items[last]);
        strvec_remove(&self->spare, last);
    }
    pthread_mutex_unlock(&self->lock);
    return folder;
}

/* Names have one length, so that their being in a program changes no size. */
static char *new_name(struct program_folders *self)
{
    pthread_mutex_lock(&self->lock);
    char *name = xasprintf("%s/b%05u", self->root, self->made++);
    pthread_mutex_unlock(&self->lock);
    return name;
}

char *program_folders_copy(struct program_folders *self, struct error *err)
{
    char *folder = new_name(self);
    if (tree_copy(&self->tree, self->source, folder, TREE_LINK, err))
        return folder;
    file_remove_tree(folder, NULL);
    free(folder);
    return NULL;
}

void program_folders_give(struct program_folders *self, const char *folder)
{
    pthread_mutex_lock(&self->lock);
    bool keep = self->reuse && self->spare.count < SPARE_MAX;
    if (keep)
        strvec_add(&self->spare, folder);
    pthread_mutex_unlock(&self->lock);
    if (!keep)
        file_remove_tree(folder, NULL);
}

void program_folders_distrust(struct program_folders *self)
{
    pthread_mutex_lock(&self->lock);
    self->reuse = false;
    pthread_mutex_unlock(&self->lock);
}
