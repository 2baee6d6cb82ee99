/* SPDX-License-Identifier: MIT
 *
 * Texts full of what is special somewhere, and scripts that print them again:
 *
 *     quote_as text|sh|make|cmake
 *
 * What a script prints when its language's own program runs it must be what
 * `text` prints.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/str.h"
#include "base/strvec.h"
#include "tuner/quote.h"

enum { TEXTS = 400, LENGTH_MOST = 24 };

/* The first and the last of a line of make cannot be a blank or, the last, a
 * backslash: no value of ours is. */
static void draw_text(struct rng *rng, struct str *out)
{
    static const char *const pieces[] = {
        "\\", "\"",   "'",  "$", "#", ";",  "(",  ")", "[", "]",  "{",
        "}",  "<",    ">",  "|", "&", "*",  "?",  "!", "~", "`",  "%",
        "@",  "=",    ":",  ",", "^", "${", "a",  "B", "7", "-",  "/",
        " ",  "\\\\", "$(", "n", "t", "+",  "}}", ".", "_", "@<", "\xc3\xa9"};
    size_t length = 1 + rng_below(rng, LENGTH_MOST);
    str_add_char(out, 'x');
    for (size_t i = 0; i < length; i++)
        str_add(out, pieces[rng_below(rng, sizeof(pieces) / sizeof(*pieces))]);
    str_add_char(out, 'x');
}

static void add_text(struct str *out, const char *text)
{
    str_add(out, text);
}

static const struct language {
    const char *name;
    const char *before;
    void (*quote)(struct str *out, const char *text);
    const char *behind;
} languages[] = {
    {"text", "", add_text, "\n"},
    {"sh", "printf '%s\\n' ", strvec_quote_shell, "\n"},
    {"make", "T := ", quote_make, "\n$(info $(T))\n"},
    {"cmake", "file(APPEND out ", quote_cmake, " \"\\n\")\n"},
};

static void print_all(const struct language *language)
{
    struct rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < TEXTS; i++) {
        struct str text = {0}, line = {0};
        draw_text(&rng, &text);
        str_add(&line, language->before);
        language->quote(&line, str_text(&text));
        str_add(&line, language->behind);
        fputs(str_text(&line), stdout);
        str_release(&text);
        str_release(&line);
    }
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof(languages) / sizeof(*languages); i++)
        if (argc == 2 && strcmp(argv[1], languages[i].name) == 0) {
            print_all(&languages[i]);
            return 0;
        }
    return 2;
}
