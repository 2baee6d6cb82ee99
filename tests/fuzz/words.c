/* SPDX-License-Identifier: MIT
 *
 * Words of a shell, numbers and flags: what is split is quoted such that it is
 * split to the same.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "db/flag.h"
#include "db/grammar.h"

#include "tests/fuzz/fuzz.h"

enum { DISTANCE_MAX = 40 };

static void check_words(const struct strvec *words)
{
    struct str line = {0};
    struct strvec again = {0};
    for (size_t i = 0; i < words->count; i++) {
        str_add_char(&line, ' ');
        strvec_quote_shell(&line, words->items[i]);
    }
    FUZZ_HOLDS(strvec_split_shell(&again, str_text(&line)));
    FUZZ_HOLDS(strvec_equal(words, &again));
    strvec_release(&again);
    str_release(&line);
}

static void check_numbers(const char *text)
{
    double number = 0;
    long whole = 0;
    unsigned long positive = 0;
    if (str_parse_ulong(text, &positive) && text[0] != '0')
        FUZZ_HOLDS(str_parse_double(text, &number));
    if (str_parse_long(text, &whole))
        FUZZ_HOLDS(str_parse_double(text, &number));
    if (str_parse_duration(text, &number))
        FUZZ_HOLDS(number > 0);
}

/* A flag that the grammar lets through names no file and no program. */
static void check_flag(const char *flag)
{
    flag_class(flag);
    grammar_is_native(flag);
    if (!grammar_flag(flag, NULL))
        return;
    FUZZ_HOLDS(flag[0] == '-' && flag[1]);
    FUZZ_HOLDS(strcspn(flag, " \t\n\r\"'\\`$;&|<>()") == strlen(flag));
    FUZZ_HOLDS(!str_starts(flag, "-fplugin") && !str_starts(flag, "-wrapper"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct strvec words = {0};
    if (strvec_split_shell(&words, text)) {
        check_words(&words);
        for (size_t i = 0; i < words.count; i++) {
            check_numbers(words.items[i]);
            check_flag(words.items[i]);
            /* Quadratic: for words, not for texts. */
            if (size < DISTANCE_MAX)
                str_edit_distance(words.items[i], text);
        }
    }
    strvec_release(&words);
    free(text);
    return 0;
}
