/* SPDX-License-Identifier: MIT
 *
 * What ledger.c keeps, ledger_write.c writes and ledger_forget.c drops.
 */
#ifndef SEARCH_LEDGER_PARTS_H
#define SEARCH_LEDGER_PARTS_H

#include <stdbool.h>

#include "search/ledger.h"

struct nogood;

/* A value of ledger.candidates. */
struct entry {
    enum refusal refusal;
    char *message; /* NULL without a refusal */
    struct code_class *code;
    bool asked;  /* in this run */
    bool pinned; /* never forgotten */
};

/* A value of ledger.readings. */
struct kept_reading {
    struct reading reading;
    struct code_class *code; /* that it was taken of, last */
    size_t metric;
};

void entry_free(struct entry *self);
void code_class_free(struct code_class *self);
/* Of ledger.readings; the caller frees it. */
char *reading_key(const struct code_class *code, size_t metric);

/* The first candidate of its code tells the units, too.  None of these does
 * anything without a journal. */
void ledger_write_code(struct ledger *self, const char *key,
                       const struct code_class *code, bool is_first);
void ledger_write_refused(struct ledger *self, const char *key,
                          const struct entry *entry);
void ledger_write_class(struct ledger *self, const struct code_class *code,
                        enum refusal refusal);
void ledger_write_nogood(struct ledger *self, const struct nogood *nogood);
void ledger_write_reading(struct ledger *self, const struct kept_reading *kept);
void ledger_write_zero(struct ledger *self);
void ledger_write_best(struct ledger *self, enum ledger_goal goal);

#endif
