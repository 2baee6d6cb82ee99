/* SPDX-License-Identifier: MIT
 *
 * Quoting for other languages: a small reader of each gets back what went in.
 */
#include <config.h>

#include "tuner/quote.h"

#include <ctype.h>
#include <jansson.h>
#include <stdbool.h>

#include "base/str.h"
#include "base/strvec.h"

#include "tests/fuzz/fuzz.h"

/* GCC's response files: blanks part words, quotes hold them together and a
 * backslash takes any meaning away. */
static void read_response(const char *text, struct str *word)
{
    char quote = 0;
    for (; *text; text++) {
        bool ends = quote ? *text == quote : *text == '\'' || *text == '"';
        FUZZ_HOLDS(quote || !isspace((unsigned char)*text));
        if (*text == '\\' && text[1])
            str_add_char(word, *++text);
        else if (ends)
            quote = quote ? 0 : *text;
        else
            str_add_char(word, *text);
    }
}

static void check_response(const char *text)
{
    struct str quoted = {0}, back = {0};
    quote_response(&quoted, text);
    read_response(str_text(&quoted), &back);
    FUZZ_HOLDS(strcmp(str_text(&back), text) == 0);
    str_release(&quoted);
    str_release(&back);
}

/* A string between quotes, in which a backslash takes any meaning away: CMake,
 * Meson, Kconfig.  `special` may not stand there without one. */
static void read_enclosed(const char *text, char quote, const char *special,
                          struct str *out)
{
    FUZZ_HOLDS(*text++ == quote);
    for (; *text != quote; text++) {
        FUZZ_HOLDS(*text && !strchr(special, *text));
        text += *text == '\\';
        str_add_char(out, *text);
    }
    FUZZ_HOLDS(!text[1]);
}

static void check_enclosed(const char *text)
{
    static const struct {
        quote_function *quote;
        char mark;
        const char *special;
    } languages[] = {{quote_cmake, '"', "$"},
                     {quote_meson, '\'', ""},
                     {quote_kconfig, '"', ""}};
    for (size_t i = 0; i < sizeof(languages) / sizeof(*languages); i++) {
        struct str quoted = {0}, back = {0};
        languages[i].quote(&quoted, text);
        read_enclosed(str_text(&quoted), languages[i].mark,
                      languages[i].special, &back);
        FUZZ_HOLDS(strcmp(str_text(&back), text) == 0);
        str_release(&quoted);
        str_release(&back);
    }
}

/* The value of a variable of make: "$$" is a dollar, backslashes count only
 * before a "#", where each of two is one and the last takes its meaning
 * away. */
static void read_make(const char *text, struct str *out)
{
    while (*text) {
        size_t backslashes = strspn(text, "\\");
        bool before_hash = text[backslashes] == '#';
        FUZZ_HOLDS(!before_hash || backslashes % 2 == 1);
        for (size_t i = 0; i < (before_hash ? backslashes / 2 : backslashes);
             i++)
            str_add_char(out, '\\');
        text += backslashes;
        FUZZ_HOLDS(*text != '$' || text[1] == '$');
        text += *text == '$';
        if (*text)
            str_add_char(out, *text++);
    }
}

static void check_make(const char *text)
{
    struct str quoted = {0}, back = {0};
    quote_make(&quoted, text);
    read_make(str_text(&quoted), &back);
    FUZZ_HOLDS(strcmp(str_text(&back), text) == 0);
    str_release(&quoted);
    str_release(&back);
}

static void check_json(const char *text)
{
    struct str quoted = {0};
    quote_json(&quoted, text);
    json_t *back =
        json_loadb(quoted.text, quoted.length, JSON_DECODE_ANY, NULL);
    json_t *valid = json_string(text);
    FUZZ_HOLDS(!valid || (back && json_equal(valid, back)));
    json_decref(back);
    json_decref(valid);
    str_release(&quoted);
}

static void check_words(const char *text)
{
    struct strvec words = {0}, back = {0};
    struct str quoted = {0};
    strvec_split(&words, text, "|");
    strvec_join_shell(&words, &quoted);
    FUZZ_HOLDS(strvec_split_shell(&back, str_text(&quoted)));
    FUZZ_HOLDS(strvec_equal(&words, &back));
    str_release(&quoted);
    strvec_release(&words);
    strvec_release(&back);
}

/* What may not end an element or an attribute of HTML. */
static void check_html(const char *text)
{
    struct str quoted = {0};
    quote_html(&quoted, text);
    FUZZ_HOLDS(strcspn(str_text(&quoted), "<>\"'") == quoted.length);
    str_release(&quoted);
}

static void run_others(const char *text)
{
    static quote_function *const functions[] = {quote_markdown, quote_csv};
    for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
        struct str quoted = {0};
        functions[i](&quoted, text);
        str_release(&quoted);
    }
}

/* Callers refuse control characters before they quote. */
static bool is_printable(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            return false;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    check_html(text);
    if (is_printable(text)) {
        check_words(text);
        check_json(text);
        check_response(text);
        check_enclosed(text);
        check_make(text);
        run_others(text);
    }
    free(text);
    return 0;
}
