/* SPDX-License-Identifier: MIT
 *
 * Where the data is: core sources, configs, shipped records.  In order:
 * $TUNER_DATADIR, the source tree when run from its build tree, the
 * installed folder.
 */
#ifndef TUNER_DATA_H
#define TUNER_DATA_H

#include <stdbool.h>

#include "base/str.h"

struct error;

/* The folder that holds core/, configs/ and db/. */
bool data_directory(struct str *out, struct error *err);
/* A path in it, e.g. data_path("configs/cores.tsv", ...); it must exist. */
bool data_path(const char *relative, struct str *out, struct error *err);
/* $TUNER_DB, else $XDG_DATA_HOME/tuner/db, else ~/.local/share/tuner/db; need
 * not exist. */
bool data_user_database(struct str *out, struct error *err);
/* $XDG_CACHE_HOME/tuner or ~/.cache/tuner; made when missing. */
bool data_cache_directory(struct str *out, struct error *err);

#endif
