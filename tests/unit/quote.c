/* SPDX-License-Identifier: MIT
 *
 * What goes into a quoting function comes out of the consumer's parser: small
 * parsers of each syntax, written from its manual, over awkward words and
 * many random ones.
 */
#include <config.h>

#include "tuner/quote.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/strvec.h"
#include "tests/unit/tap.h"

static const char *const awkward[] = {
    "-O2",         "",       " ",     "a b",        "'",
    "\"",          "\\",     "\\\\#", "#",          "a#b$c",
    "$(x)",        "${x}",   "`id`",  "\\\"'$#;&|", "%s%n",
    "-DX=\"a b\"", "tail\\", "a;b",   "{{x}}"};

enum { RANDOM_WORDS = 2000, WORD_MAX = 12 };

/* Printable ASCII, special characters more often than others. */
static void random_word(struct rng *rng, struct str *out)
{
    static const char special[] = "\\\"'$#` ;&|{}()%\t=-";
    str_reset(out);
    size_t length = (size_t)rng_below(rng, WORD_MAX);
    for (size_t i = 0; i < length; i++)
        str_add_char(out, rng_below(rng, 2)
                              ? special[rng_below(rng, sizeof(special) - 1)]
                              : (char)(' ' + rng_below(rng, 95)));
}

typedef void decoder(const char *quoted, struct str *out);

static void expect_round_trip(quote_function *quote, decoder *decode,
                              const char *word)
{
    struct str quoted = {0}, back = {0};
    quote(&quoted, word);
    decode(str_text(&quoted), &back);
    ck_assert_msg(strcmp(str_text(&back), word) == 0, "<%s> -> <%s> -> <%s>",
                  word, str_text(&quoted), str_text(&back));
    str_release(&quoted);
    str_release(&back);
}

static void round_trips(quote_function *quote, decoder *decode)
{
    for (size_t i = 0; i < sizeof(awkward) / sizeof(*awkward); i++)
        expect_round_trip(quote, decode, awkward[i]);
    struct rng rng;
    struct str word = {0};
    rng_init(&rng, 11);
    for (size_t i = 0; i < RANDOM_WORDS; i++) {
        random_word(&rng, &word);
        expect_round_trip(quote, decode, str_text(&word));
    }
    str_release(&word);
}

/* GNU make 4.3 manual, "Basics of Variable References" and "What Makefiles
 * Contain": backslashes before a '#' are halved, the '#' of an odd number of
 * them stays, an even number begins a comment. */
static void decode_make(const char *text, struct str *out)
{
    while (*text) {
        size_t slashes = strspn(text, "\\");
        bool hash = text[slashes] == '#';
        for (size_t i = 0; i < (hash ? slashes / 2 : slashes); i++)
            str_add_char(out, '\\');
        text += slashes;
        if (!*text || (hash && slashes % 2 == 0))
            return;
        if (text[0] == '$' && text[1] != '$')
            return; /* a reference: something was lost */
        text += text[0] == '$';
        str_add_char(out, *text++);
    }
}

START_TEST(make_reads_back_what_was_quoted)
{
    round_trips(quote_make, decode_make);
}
END_TEST

/* A quoted text in which a backslash makes the next character plain; the
 * `quote` itself must not stand in it otherwise. */
static void decode_enclosed(const char *text, char quote, struct str *out)
{
    ck_assert_int_eq(*text++, quote);
    while (*text && *text != quote) {
        text += *text == '\\';
        str_add_char(out, *text++);
    }
    ck_assert_int_eq(*text, quote);
    ck_assert_int_eq(text[1], '\0');
}

static void decode_cmake(const char *text, struct str *out)
{
    const char *dollar = strchr(text, '$');
    ck_assert(!dollar || dollar[-1] == '\\');
    decode_enclosed(text, '"', out);
}

START_TEST(cmake_reads_back_what_was_quoted)
{
    round_trips(quote_cmake, decode_cmake);
}
END_TEST

static void decode_meson(const char *text, struct str *out)
{
    decode_enclosed(text, '\'', out);
}

START_TEST(meson_reads_back_what_was_quoted)
{
    round_trips(quote_meson, decode_meson);
}
END_TEST

static void decode_kconfig(const char *text, struct str *out)
{
    decode_enclosed(text, '"', out);
}

START_TEST(kconfig_reads_back_what_was_quoted)
{
    round_trips(quote_kconfig, decode_kconfig);
}
END_TEST

static void decode_json(const char *text, struct str *out)
{
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    ck_assert(json_is_string(value));
    str_add(out, json_string_value(value));
    json_decref(value);
}

/* A tab, which JSON wants escaped, never comes that far. */
static void quote_json_without_tabs(struct str *out, const char *text)
{
    struct str plain = {0};
    for (; *text; text++)
        str_add_char(&plain, *text == '\t' ? ' ' : *text);
    quote_json(out, str_text(&plain));
    str_release(&plain);
}

START_TEST(json_reads_back_what_was_quoted)
{
    for (size_t i = 0; i < sizeof(awkward) / sizeof(*awkward); i++)
        expect_round_trip(quote_json_without_tabs, decode_json, awkward[i]);
    round_trips(quote_kconfig, decode_kconfig);
}
END_TEST

/* buildargv() of libiberty, which gcc reads response files with. */
static void decode_response(const char *text, struct str *out)
{
    for (; *text; text++) {
        ck_assert_ptr_null(strchr(" \t'\"", *text));
        text += *text == '\\';
        str_add_char(out, *text);
    }
}

START_TEST(gcc_reads_back_what_was_put_into_a_response_file)
{
    round_trips(quote_response, decode_response);
}
END_TEST

static void decode_entities(const char *text, struct str *out)
{
    static const char *const entities[][2] = {{"&amp;", "&"},
                                              {"&lt;", "<"},
                                              {"&gt;", ">"},
                                              {"&quot;", "\""},
                                              {"&#39;", "'"}};
    while (*text) {
        ck_assert_ptr_null(strchr("<>\"'", *text));
        size_t i = 0;
        while (i < 5 && !str_starts(text, entities[i][0]))
            i++;
        ck_assert(*text != '&' || i < 5);
        str_add_bytes(out, i < 5 ? entities[i][1] : text, 1);
        text += i < 5 ? strlen(entities[i][0]) : 1;
    }
}

START_TEST(html_reads_back_what_was_quoted)
{
    round_trips(quote_html, decode_entities);
}
END_TEST

START_TEST(html_replaces_what_is_no_text)
{
    struct str out = {0};
    quote_html(&out, "a\x01"
                     "b\xff"
                     "c\xc3\xa4\xed\xa0\x80 \xf4\x90\x80\x80 \xe0\x80\x80");
    ck_assert_ptr_null(strchr(str_text(&out), 1));
    ck_assert_ptr_nonnull(strstr(str_text(&out), "\xc3\xa4"));
    ck_assert_ptr_nonnull(strstr(str_text(&out), "b\xef\xbf\xbd"));
    ck_assert_ptr_null(strstr(str_text(&out), "\xed\xa0\x80"));
    ck_assert_ptr_null(strstr(str_text(&out), "\xf4\x90"));
    str_release(&out);
}
END_TEST

START_TEST(markdown_cells_stay_cells)
{
    struct str out = {0};
    quote_markdown(&out, "a|b `x` [l](u) <b> _i_ *s*\nnext");
    ck_assert_str_eq(str_text(&out),
                     "a\\|b \\`x\\` \\[l\\](u) &lt;b&gt; \\_i\\_ \\*s\\* next");
    str_release(&out);
}
END_TEST

static void expect_csv(const char *text, const char *wanted)
{
    struct str out = {0};
    quote_csv(&out, text);
    ck_assert_str_eq(str_text(&out), wanted);
    str_release(&out);
}

START_TEST(csv_fields_are_quoted_where_they_need_it)
{
    expect_csv("plain", "plain");
    expect_csv("a,b", "\"a,b\"");
    expect_csv("say \"x\"", "\"say \"\"x\"\"\"");
    expect_csv("two\nlines", "\"two\nlines\"");
}
END_TEST

START_TEST(csv_fields_are_never_formulas)
{
    expect_csv("=1+1", "\"'=1+1\"");
    expect_csv("@SUM(A1)", "\"'@SUM(A1)\"");
    expect_csv("-cmd|' /C calc'!A0", "\"'-cmd|' /C calc'!A0\"");
    expect_csv("-O2 -mcpu=cortex-a7", "-O2 -mcpu=cortex-a7");
    expect_csv("-1.5", "-1.5");
}
END_TEST

START_TEST(words_come_back_from_a_shell_line)
{
    struct strvec words = {0}, back = {0};
    struct str line = {0}, word = {0};
    struct rng rng;
    rng_init(&rng, 5);
    for (size_t i = 0; i < RANDOM_WORDS; i++) {
        random_word(&rng, &word);
        strvec_add(&words, str_text(&word));
    }
    strvec_join_shell(&words, &line);
    ck_assert(strvec_split_shell(&back, str_text(&line)));
    ck_assert(strvec_equal(&words, &back));
    strvec_release(&words);
    strvec_release(&back);
    str_release(&line);
    str_release(&word);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {make_reads_back_what_was_quoted,
                            cmake_reads_back_what_was_quoted,
                            meson_reads_back_what_was_quoted,
                            kconfig_reads_back_what_was_quoted,
                            json_reads_back_what_was_quoted,
                            gcc_reads_back_what_was_put_into_a_response_file,
                            html_reads_back_what_was_quoted,
                            html_replaces_what_is_no_text,
                            markdown_cells_stay_cells,
                            csv_fields_are_quoted_where_they_need_it,
                            csv_fields_are_never_formulas,
                            words_come_back_from_a_shell_line};
    return TAP_RUN("quote", tests);
}
