/* SPDX-License-Identifier: MIT
 *
 * Checks of texts and numbers.
 */
#include <config.h>

#include "db/shape_rule.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"

struct byte_range {
    unsigned char first[3]; /* as UTF-8; unused bytes are 0 */
    unsigned char last;     /* of the last byte of first */
};

/* Characters beyond ASCII that no text of a record needs: they end lines or
 * turn the direction of what follows (Unicode Technical Report 36, 2.10). */
static const struct byte_range hidden[] = {
    {{0xc2, 0x80}, 0x9f},       /* C1 controls */
    {{0xe2, 0x80, 0x8e}, 0x8f}, /* left-to-right and right-to-left marks */
    {{0xe2, 0x80, 0xa8}, 0xae}, /* separators, embeddings, overrides */
    {{0xe2, 0x81, 0xa6}, 0xa9}, /* isolates */
    {{0xef, 0xbb, 0xbf}, 0xbf}, /* byte order mark */
};

static bool is_within(const unsigned char *bytes,
                      const struct byte_range *range)
{
    size_t last = range->first[2] ? 2 : 1;
    for (size_t i = 0; i < last; i++)
        if (bytes[i] != range->first[i])
            return false;
    return bytes[last] >= range->first[last] && bytes[last] <= range->last;
}

static bool is_hidden(const unsigned char *bytes)
{
    for (size_t i = 0; i < sizeof(hidden) / sizeof(*hidden); i++)
        if (is_within(bytes, &hidden[i]))
            return true;
    return false;
}

static bool check_characters(const char *text, bool lines, struct error *err)
{
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (lines && (byte == '\n' || byte == '\t'))
            continue;
        if (byte < 0x20 || byte == 0x7f)
            return error_set(err, ERROR_UNTRUSTED,
                             "has a control character (byte 0x%02x)", byte);
        if (byte >= 0x80 && is_hidden((const unsigned char *)c))
            return error_set(err, ERROR_UNTRUSTED,
                             "has a character that hides or turns text");
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
