/* SPDX-License-Identifier: MIT
 *
 * Finds and opens databases.
 */
#include <config.h>

#include "tuner/database.h"

#include <limits.h>

#include "base/file.h"
#include "base/memory.h"
#include "db/index.h"
#include "tuner/data.h"
#include "tuner/options.h"

static bool same_folder(const char *a, const char *b)
{
    char *first = realpath(a, NULL), *second = realpath(b, NULL);
    bool same = first && second && strcmp(first, second) == 0;
    free(first);
    free(second);
    return same;
}

bool database_locate(const struct options *options, struct database *self,
                     struct error *err)
{
    const char *chosen = options_text(options, "db", NULL);
    *self = (struct database){0};
    if (chosen && *chosen)
        str_add(&self->folder, chosen);
    else if (!data_user_database(&self->folder, err))
        return false;
    if (!data_path("db/boards", &self->shipped, NULL) ||
        same_folder(str_text(&self->folder), str_text(&self->shipped)))
        str_reset(&self->shipped);
    return true;
}

static bool open_index(struct database *self, const struct str *folder,
                       const char *cache, struct error *err)
{
    if (folder->length == 0)
        return true;
    if (!index_open(str_text(folder), cache, &self->indexes[self->index_count],
                    err))
        return false;
    self->index_count++;
    return true;
}

bool database_open(const struct options *options, struct database *self,
                   struct error *err)
{
    struct str cache = {0};
    if (!database_locate(options, self, err))
        return false;
    const char *usable =
        data_cache_directory(&cache, NULL) ? str_text(&cache) : NULL;
    bool ok = open_index(self, &self->folder, usable, err) &&
              open_index(self, &self->shipped, usable, err);
    str_release(&cache);
    if (!ok)
        database_release(self);
    return ok;
}

void database_release(struct database *self)
{
    for (size_t i = 0; i < self->index_count; i++)
        index_free(self->indexes[i]);
    str_release(&self->folder);
    str_release(&self->shipped);
    *self = (struct database){0};
}

const struct index *const *database_indexes(const struct database *self)
{
    return (const struct index *const *)self->indexes;
}
