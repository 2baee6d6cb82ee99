/* SPDX-License-Identifier: MIT
 *
 * Checks of texts and numbers.
 */
#include <config.h>

#include "db/shape_rule.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/printable.h"

static bool check_characters(const char *text, bool lines, struct error *err)
{
    for (const char *at = text; *at;) {
        char c = *at;
        enum printable_fault fault = printable_next(&at);
        if (fault == PRINTABLE_CONTROL && !(lines && (c == '\n' || c == '\t')))
            return error_set(err, ERROR_UNTRUSTED,
                             "has a control character (byte 0x%02x)",
                             (unsigned char)c);
        if (fault == PRINTABLE_HIDDEN)
            return error_set(err, ERROR_UNTRUSTED,
                             "has a character that hides or turns text");
        if (fault == PRINTABLE_BROKEN)
            return error_set(err, ERROR_UNTRUSTED, "is no UTF-8");
    }
    return true;
}

static bool check_word(const char *const *words, const char *text,
                       struct error *err)
{
    for (size_t i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return true;
    return error_set(err, ERROR_FORMAT, "'%.64s' is not a word known here",
                     text);
}

bool shape_rule_text(const struct shape_rule *self, const char *text,
                     struct error *err)
{
    size_t most = self && self->bytes ? self->bytes : SHAPE_RULE_TEXT_MAX;
    size_t length = strlen(text);
    if (length == 0)
        return error_set(err, ERROR_FORMAT, "is empty");
    if (length > most)
        return error_set(err, ERROR_FORMAT,
                         "has %zu bytes, more than the %zu that are taken",
                         length, most);
    if (!check_characters(text, self && self->lines, err))
        return false;
    if (self && self->words && !check_word(self->words, text, err))
        return false;
    return !self || !self->check || self->check(text, err);
}

bool shape_rule_texts(const struct shape_rule *self, const struct strvec *texts,
                      struct error *err)
{
    return !self || !self->check_all || self->check_all(texts, err);
}

bool shape_rule_number(const struct shape_rule *self, double value,
                       struct error *err)
{
    if (!isfinite(value))
        return error_set(err, ERROR_FORMAT, "is not a finite number");
    if (!self)
        return true;
    if (value < self->low || value > self->high)
        return error_set(err, ERROR_FORMAT, "%.12g is not within %g and %g",
                         value, self->low, self->high);
    if (self->whole && value != floor(value))
        return error_set(err, ERROR_FORMAT, "%.12g is not a whole number",
                         value);
    return true;
}

bool shape_rule_items(const struct shape_rule *self, size_t count,
                      struct error *err)
{
    size_t most = self && self->items ? self->items : SHAPE_RULE_ITEMS_MAX;
    if (count > most)
        return error_set(err, ERROR_FORMAT,
                         "has %zu items, more than the %zu that are taken",
                         count, most);
    return true;
}
