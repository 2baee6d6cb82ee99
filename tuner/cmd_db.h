/* SPDX-License-Identifier: MIT
 *
 * The words of `tuner db`: each is one const struct in a cmd_db_<word>.c and
 * one line in cmd_db.c.
 */
#ifndef TUNER_CMD_DB_H
#define TUNER_CMD_DB_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct database;
struct error;
struct history_result;
struct options;

struct db_call {
    const struct options *options;
    struct database *database;
    struct strvec operands; /* after the word; borrowed strings */
    bool json;
};

struct db_word {
    const char *name;
    const char *summary;  /* one line for tuner db --help */
    const char *operands; /* "FILE...", for messages; "" for none */
    size_t least;
    size_t most;
    bool indexed; /* needs the databases opened, not only found */
    /* As command.run. */
    bool (*run)(struct db_call *call, struct error *err);
};

extern const struct db_word db_word_add;
extern const struct db_word db_word_best;
extern const struct db_word db_word_commit;
extern const struct db_word db_word_import;
extern const struct db_word db_word_list;
extern const struct db_word db_word_log;
extern const struct db_word db_word_merge;
extern const struct db_word db_word_show;
extern const struct db_word db_word_verify;

/* Prints a result and gives it back. */
void db_print_json(json_t *result);
json_t *db_history_json(const struct history_result *result);
/* "+25.0 %"; "-" for 0. */
const char *db_gain_text(double gain, char *out, size_t size);

#endif
