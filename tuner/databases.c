/* SPDX-License-Identifier: MIT
 *
 * Opening the user's database and the shipped one.
 */
#include <config.h>

#include "tuner/databases.h"

#include "base/error.h"
#include "db/index.h"
#include "tuner/data.h"
#include "tuner/options.h"

bool databases_folder(const struct options *options, struct str *out,
                      struct error *err)
{
    const char *given = options_text(options, "db", NULL);
    if (!given)
        return data_user_database(out, err);
    str_add(out, given);
    return true;
}

static bool add(struct databases *self, const char *folder, const char *cache,
                struct error *err)
{
    if (!index_open(folder, cache, &self->indexes[self->count], err))
        return false;
    self->count++;
    return true;
}

/* Without data files there are no shipped records, and without a cache
 * indexes live in memory: neither is a reason to stop. */
static bool open_all(struct databases *self, struct error *err)
{
    struct str cache = {0}, shipped = {0};
    struct error ignored = {0};
    bool cached = data_cache_directory(&cache, &ignored);
    const char *folder = cached ? str_text(&cache) : NULL;
    bool done = add(self, str_text(&self->folder), folder, err);
    if (done && data_path("db/boards", &shipped, &ignored))
        done = add(self, str_text(&shipped), folder, err);
    str_release(&cache);
    str_release(&shipped);
    return done;
}

bool databases_open(struct databases *self, const struct options *options,
                    struct error *err)
{
    *self = (struct databases){0};
    if (databases_folder(options, &self->folder, err) && open_all(self, err))
        return true;
    databases_release(self);
    return false;
}

void databases_release(struct databases *self)
{
    for (size_t i = 0; i < self->count; i++)
        index_free(self->indexes[i]);
    str_release(&self->folder);
    *self = (struct databases){0};
}

const struct index *const *databases_list(const struct databases *self)
{
    return (const struct index *const *)self->indexes;
}
