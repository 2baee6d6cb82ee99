/* SPDX-License-Identifier: MIT
 *
 * Files in git-config syntax.
 */
#include <config.h>

#include "base/settings.h"

#include "base/strvec.h"

#include "tests/fuzz/fuzz.h"

static void look_up(const struct settings *settings)
{
    struct strvec found = {0};
    for (size_t i = 0; i < settings->count; i++) {
        const struct settings_entry *entry = &settings->entries[i];
        FUZZ_HOLDS(settings_find(settings, entry->section, entry->subsection,
                                 entry->key));
        settings_find_all(settings, entry->section, entry->subsection,
                          entry->key, &found);
        settings_subsections(settings, entry->section, &found);
    }
    FUZZ_HOLDS(found.count >= settings->count);
    strvec_release(&found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size < 4096 ? size : 4096);
    struct settings settings = {0};
    if (settings_parse(&settings, text, "fuzz", NULL))
        look_up(&settings);
    settings_release(&settings);
    free(text);
    return 0;
}
