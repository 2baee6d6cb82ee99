/* SPDX-License-Identifier: MIT
 *
 * The head of an export.
 */
#include <config.h>

#include "tuner/export_head.h"

#include <stdbool.h>
#include <string.h>

#include "base/printable.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/flag.h"
#include "db/record.h"
#include "tuner/export.h"
#include "tuner/quote.h"
#include "tuner/wording.h"

enum { HEAD_WIDTH = 78 };

static void add_title(const struct record *record, struct strvec *head)
{
    struct str text = {0};
    str_add(&text, "Compiler flags from tuner " PACKAGE_VERSION);
    if (record->board.id)
        str_addf(&text, ", board %s", record->board.id);
    strvec_add_take(head, str_detach(&text));
}

static void add_place(const struct record *record, struct strvec *head)
{
    struct str text = {0};
    str_add(&text, "Machine: ");
    wording_machine(&text, record);
    strvec_add_take(head, str_detach(&text));

    text = (struct str){0};
    str_add(&text, "Compiler: ");
    wording_compiler(&text, record);
    strvec_add_take(head, str_detach(&text));
}

static void add_code(const struct export_input *input, struct strvec *head)
{
    struct str text = {0};
    const struct record *record = input->record;
    bool proven = input->proven && !record->emulated && !record->published;
    str_add(&text, proven ? "Proven on: " : "Tried on: ");
    wording_workload(&text, record);
    if (input->winner->implementations.count)
        str_add(&text, ", ");
    wording_code(&text, input->winner);
    strvec_add_take(head, str_detach(&text));
}

static void add_metrics(struct str *text, const struct record *record)
{
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_metric *metric = &record->metrics[i];
        str_addf(text, "; %s ", metric->name ? metric->name : "metric");
        wording_gain(text, metric->ratio, metric->low, metric->high);
    }
}

static void add_gain(const struct export_input *input, struct strvec *head)
{
    const struct record_winner *winner = input->winner;
    struct str text = {0};
    str_addf(&text, "Gain: %s", wording_verdict(input->record, winner));
    if (input->proven) {
        str_add(&text, ", ");
        wording_gain(&text, winner->gain, winner->low, winner->high);
    } else {
        str_add(&text, "; these are the flags of the baseline");
    }
    if (winner == &input->record->winner && input->proven)
        add_metrics(&text, input->record);
    strvec_add_take(head, str_detach(&text));
}

static void add_caveat(const struct record *record, struct strvec *head)
{
    struct str text = {0};
    str_add(&text, "Note: ");
    if (wording_caveat(&text, record))
        strvec_add(head, str_text(&text));
    str_release(&text);
}

static void add_needs(const struct record *record, struct strvec *head)
{
    if (!record->needs.count)
        return;
    struct str text = {0};
    str_add(&text, "CPU must have: ");
    quote_list(&text, &record->needs, str_add, " ");
    strvec_add_take(head, str_detach(&text));
}

static void add_unsafe(const struct export_input *input, struct strvec *head)
{
    for (size_t i = 0; i < input->flags.count; i++) {
        const char *flag = input->flags.items[i];
        enum flag_class class = export_flag_class(input->record, flag);
        if (class != FLAG_SAFE)
            strvec_addf(head, "UNSAFE: %s (--allow %s): %s", flag,
                        flag_class_word(class), flag_class_explain(class));
    }
}

void export_head(const struct export_input *input, struct strvec *head)
{
    add_title(input->record, head);
    add_place(input->record, head);
    add_code(input, head);
    add_gain(input, head);
    add_caveat(input->record, head);
    add_needs(input->record, head);
    add_unsafe(input, head);
}

/* A record's texts hold no control characters, but a trailing backslash
 * would join a comment with the line after it. */
static void add_word(struct str *out, const char *word, size_t length)
{
    size_t start = out->length;
    printable_add(out, word, length);
    for (size_t i = start; i < out->length; i++)
        if (out->text[i] == '\\')
            out->text[i] = '?';
}

static void wrap(const char *text, const char *comment, struct str *out)
{
    size_t column = strlen(comment);
    str_add(out, comment);
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, " ");
        if (!first && column + 1 + length > HEAD_WIDTH) {
            str_addf(out, "\n%s   ", comment);
            column = strlen(comment) + 3;
        }
        str_add_char(out, ' ');
        add_word(out, text, length);
        column += 1 + length;
        text += length;
        text += strspn(text, " ");
    }
    str_add_char(out, '\n');
}

void export_head_format(const struct strvec *head, const char *comment,
                        struct str *out)
{
    for (size_t i = 0; i < head->count; i++)
        wrap(head->items[i], comment, out);
}

void export_head_left_out(const char *why, const struct strvec *flags,
                          struct str *out)
{
    if (!flags->count)
        return;
    struct str line = {0};
    str_addf(&line, "%s: ", why);
    quote_list(&line, flags, str_add, " ");
    wrap(str_text(&line), "#", out);
    str_release(&line);
}
