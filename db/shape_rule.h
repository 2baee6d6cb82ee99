/* SPDX-License-Identifier: MIT
 *
 * What single values may be.  Texts hold no control characters, and none of
 * those that make a terminal or a browser show something else than what is
 * there; numbers are finite and within bounds.
 */
#ifndef DB_SHAPE_RULE_H
#define DB_SHAPE_RULE_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct strvec;

/* What a value must obey; a member that is 0 has no say but for low and
 * high, which always count for numbers. */
struct shape_rule {
    size_t bytes;             /* longest text; 0: SHAPE_RULE_TEXT_MAX */
    bool lines;               /* newline and tab are taken */
    const char *const *words; /* NULL-terminated: one of these */
    bool (*check)(const char *text, struct error *err);
    bool (*check_all)(const struct strvec *texts, struct error *err);
    double low;
    double high;
    bool whole;
    size_t items; /* longest array; 0: SHAPE_RULE_ITEMS_MAX */
};

enum { SHAPE_RULE_TEXT_MAX = 500, SHAPE_RULE_ITEMS_MAX = 10000 };

/* A NULL rule asks nothing beyond the limits.  The reason of a refusal
 * begins with its verb: "is empty". */
bool shape_rule_text(const struct shape_rule *self, const char *text,
                     struct error *err);
bool shape_rule_texts(const struct shape_rule *self, const struct strvec *texts,
                      struct error *err);
bool shape_rule_number(const struct shape_rule *self, double value,
                       struct error *err);
bool shape_rule_items(const struct shape_rule *self, size_t count,
                      struct error *err);

#endif
