/* SPDX-License-Identifier: MIT
 *
 * Predefined macros of a compiler under some flags.
 */
#include <config.h>

#include "base/memory.h"
#include "base/str.h"
#include "probes/compiler.h"
#include "probes/compiler_parts.h"

void macros_release(struct macros *self)
{
    if (!self)
        return;
    map_release(&self->names);
    strvec_release(&self->values);
}

bool macros_has(const struct macros *self, const char *name)
{
    return map_has(&self->names, name);
}

const char *macros_get(const struct macros *self, const char *name)
{
    return map_find(&self->names, name);
}

bool macros_equal(const struct macros *a, const struct macros *b)
{
    if (a->names.count != b->names.count)
        return false;
    for (size_t i = 0; i < a->names.count; i++) {
        const struct map_entry *entry = &a->names.entries[i];
        const char *other = macros_get(b, entry->key);
        if (!other || strcmp(other, entry->value) != 0)
            return false;
    }
    return true;
}

/* "#define NAME VALUE", as -dM prints them. */
void macros_parse(struct macros *self, const char *text)
{
    static const char define[] = "#define ";
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (str_starts(text, define)) {
            char *line = xstrndup(text + sizeof(define) - 1,
                                  length - (sizeof(define) - 1));
            char *blank = strchr(line, ' ');
            strvec_add(&self->values, blank ? str_trim(blank) : "");
            if (blank)
                *blank = '\0';
            map_set(&self->names, line,
                    self->values.items[self->values.count - 1]);
            free(line);
        }
        text += length + (text[length] == '\n');
    }
}
