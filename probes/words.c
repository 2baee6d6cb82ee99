/* SPDX-License-Identifier: MIT
 *
 * Feature words and expressions over them.
 */
#include <config.h>

#include "probes/words.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/str.h"

enum { WORD_BYTES_MAX = 32 };

static bool is_plausible(const char *word)
{
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_.-");
    return length > 0 && length <= WORD_BYTES_MAX && word[length] == '\0';
}

/* All words that + joins. */
static bool satisfy_all(const struct strvec *words, const char *joined)
{
    struct strvec parts = {0};
    strvec_split(&parts, joined, "+");
    bool ok = true;
    for (size_t i = 0; ok && i < parts.count; i++)
        ok = strvec_contains(words, parts.items[i]);
    strvec_release(&parts);
    return ok;
}

bool words_satisfy(const struct strvec *words, const char *expression)
{
    struct strvec alternatives = {0};
    strvec_split(&alternatives, expression, " ");
    bool ok = alternatives.count == 0;
    for (size_t i = 0; !ok && i < alternatives.count; i++)
        ok = satisfy_all(words, alternatives.items[i]);
    strvec_release(&alternatives);
    return ok;
}

void words_parse(const char *text, struct strvec *out)
{
    struct strvec words = {0};
    struct map seen = {0};
    strvec_split(&words, text, " \t\r\n,");
    for (size_t i = 0; i < words.count; i++)
        if (is_plausible(words.items[i]) &&
            map_set(&seen, words.items[i], words.items[i]))
            strvec_add(out, words.items[i]);
    map_release(&seen);
    strvec_release(&words);
}

void words_intersect(struct strvec *words, const struct strvec *other)
{
    struct strvec kept = {0};
    struct map have = {0};
    for (size_t i = 0; i < other->count; i++)
        map_set(&have, other->items[i], other->items[i]);
    for (size_t i = 0; i < words->count; i++)
        if (map_has(&have, words->items[i]))
            strvec_add(&kept, words->items[i]);
    map_release(&have);
    strvec_release(words);
    *words = kept;
}

void words_drop(struct strvec *words, const char *word)
{
    for (size_t i = words->count; i-- > 0;)
        if (strcmp(words->items[i], word) == 0)
            strvec_remove(words, i);
}

void words_split_list(const char *text, struct strvec *out)
{
    strvec_split(out, text, ", ");
}
