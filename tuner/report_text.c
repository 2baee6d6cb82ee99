/* SPDX-License-Identifier: MIT
 *
 * The report for a terminal, 80 columns wide.
 */
#include <config.h>

#include <string.h>

#include "base/memory.h"
#include "base/program.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/flag.h"
#include "db/record.h"
#include "tuner/export.h"
#include "tuner/report.h"
#include "tuner/report_formats.h"
#include "tuner/report_text_lists.h"
#include "tuner/report_text_table.h"
#include "tuner/text_style.h"
#include "tuner/tradeoff.h"
#include "tuner/wording.h"

static void write_head(const struct text_style *style,
                       const struct record *record, struct str *out)
{
    struct str line = {0};
    wording_machine(&line, record);
    text_style_line(style, TEXT_BOLD, str_text(&line), out);

    str_reset(&line);
    wording_compiler(&line, record);
    str_add(&line, ", ");
    wording_workload(&line, record);
    if (record->provenance.date && !record->published)
        str_addf(&line, ", %.10s", record->provenance.date);
    text_style_line(style, TEXT_PLAIN, str_text(&line), out);

    str_reset(&line);
    if (wording_caveat(&line, record))
        text_style_wrapped(style, TEXT_WARNING, "", str_text(&line), out);
    str_release(&line);
}

static bool is_proven(const struct record_winner *winner)
{
    return winner->verdict && strcmp(winner->verdict, "proven") == 0;
}

static void add_against(struct str *text, const struct record *record)
{
    const struct record_baseline *reference = record_reference(record);
    if (reference && reference->name)
        str_addf(text, " against %s", reference->name);
}

static void describe_gain(struct str *text, const struct record *record)
{
    const struct record_winner *winner = &record->winner;
    wording_gain(text, winner->gain, winner->low, winner->high);
    if (record->confirmation.confidence > 0)
        str_addf(text, " at %.4g %%", 100 * record->confirmation.confidence);
    add_against(text, record);
}

static void describe_nothing(struct str *text, const struct record *record)
{
    const struct record_winner *winner = &record->winner;
    const struct record_baseline *reference = record_reference(record);
    str_add(text, "nothing is measurably better than ");
    str_add(text,
            reference && reference->name ? reference->name : "the baseline");
    if (winner->gain <= 0)
        return;
    str_add(text, "; the best that was tried: ");
    wording_gain(text, winner->gain, winner->low, winner->high);
}

static void write_verdict(const struct text_style *style,
                          const struct record *record, struct str *out)
{
    struct str text = {0};
    bool proven = is_proven(&record->winner);
    str_addf(&text, "%s: ", wording_verdict(record, &record->winner));
    if (!wording_is_measured(&record->winner))
        str_add(&text, "only the baseline is known");
    else if (proven)
        describe_gain(&text, record);
    else
        describe_nothing(&text, record);
    bool good = proven && !record->emulated;
    text_style_wrapped(style, good ? TEXT_GOOD : TEXT_WARNING, "Gain",
                       str_text(&text), out);
    if (record->confirmation.rounds > 0) {
        str_reset(&text);
        wording_evidence(&text, record);
        text_style_wrapped(style, TEXT_PLAIN, "", str_text(&text), out);
    }
    str_release(&text);
}

static void write_list(const struct text_style *style, const char *name,
                       const struct strvec *items, struct str *out)
{
    if (!items->count)
        return;
    char *line = strvec_join(items, " ");
    text_style_wrapped(style, TEXT_PLAIN, name, line, out);
    free(line);
}

static void write_flags(const struct text_style *style,
                        const struct record *record, struct str *out)
{
    struct str text = {0};
    const struct record_winner *winner = &record->winner;
    const struct strvec *answer = record_answer(record);
    bool own = !answer || answer == &winner->flags;
    if (!wording_is_measured(&record->winner) && !(answer && answer->count))
        return;
    wording_flags(&text, answer ? answer : &winner->flags);
    text_style_wrapped(style, TEXT_BOLD, "Flags", str_text(&text), out);
    str_reset(&text);
    wording_code(&text, winner);
    if (own && text.length)
        text_style_wrapped(style, TEXT_PLAIN, "with", str_text(&text), out);
    if (own)
        write_list(style, "needs", &record->needs, out);
    str_release(&text);
}

static void write_unsafe(const struct text_style *style,
                         const struct record *record, struct str *out)
{
    const struct strvec *flags = &record->winner.flags;
    for (size_t i = 0; is_proven(&record->winner) && i < flags->count; i++) {
        enum flag_class class = export_flag_class(record, flags->items[i]);
        struct str text = {0};
        str_addf(&text, "%s %s (--allow %s)", flags->items[i],
                 flag_class_explain(class), flag_class_word(class));
        if (class != FLAG_SAFE)
            text_style_wrapped(style, TEXT_WARNING, "unsafe", str_text(&text),
                               out);
        str_release(&text);
    }
}

/* What a program gets that compiles one-block code, as cjdns does. */
static void write_plain(const struct text_style *style,
                        const struct record *record, struct str *out)
{
    const struct record_winner *plain = &record->plain;
    if (!wording_is_measured(plain))
        return;
    if (wording_plain_is_winner(record)) {
        text_style_wrapped(style, TEXT_PLAIN, "Plain code", "the same flags",
                           out);
        return;
    }
    struct str text = {0};
    const struct record_baseline *reference = record_reference(record);
    if (!is_proven(plain) && reference && reference->name)
        str_addf(&text, "as %s", reference->name);
    else
        wording_flags(&text, &plain->flags);
    text_style_wrapped(style, TEXT_BOLD, "Plain code", str_text(&text), out);
    str_reset(&text);
    str_addf(&text, "%s", wording_verdict(record, plain));
    if (plain->gain > 0) {
        str_add(&text, ": ");
        wording_gain(&text, plain->gain, plain->low, plain->high);
    }
    text_style_wrapped(style, TEXT_PLAIN, "", str_text(&text), out);
    str_release(&text);
}

/* big.LITTLE: what holds on one kind need not hold on the other. */
static void write_kinds(const struct text_style *style,
                        const struct record *record, struct str *out)
{
    if (!wording_has_kinds(record))
        return;
    str_add_char(out, '\n');
    text_style_line(style, TEXT_BOLD, "On each kind of processor", out);
    for (size_t i = 0; i < record->cpu.kind_count; i++) {
        struct str name = {0}, text = {0};
        wording_kind(&name, &record->cpu.kinds[i]);
        str_addf(&text, "%s: ", str_text(&name));
        wording_kind_result(&text, record, &record->cpu.kinds[i]);
        text_style_wrapped(style, TEXT_PLAIN, "", str_text(&text), out);
        str_release(&name);
        str_release(&text);
    }
}

static void write_shares(const struct text_style *style,
                         const struct record *record, struct str *out)
{
    if (!record->share_count)
        return;
    str_add_char(out, '\n');
    text_style_line(style, TEXT_BOLD, "What each flag brings", out);
    for (size_t i = 0; i < record->share_count; i++) {
        const struct record_share *share = &record->shares[i];
        struct str text = {0};
        if (share->ratio > 0)
            wording_gain(&text, share->ratio, share->low, share->high);
        else
            str_add(&text, share->reason ? share->reason : "not measured");
        str_addf(out, "  %-40s %s\n", share->flag, str_text(&text));
        str_release(&text);
    }
}

/* Choices often differ in little; a line each has to do here, the other
 * formats have them whole. */
static void add_cut(const struct strvec *list, size_t columns, struct str *out)
{
    struct str flags = {0};
    wording_flags(&flags, list);
    const char *text = str_text(&flags);
    bool whole = text_columns(text) <= columns;
    str_add_bytes(out, text,
                  whole ? flags.length : text_prefix(text, columns - 4));
    str_add(out, whole ? "\n" : " ...\n");
    str_release(&flags);
}

static void write_tradeoff(const struct text_style *style,
                           const struct tradeoff *item, struct str *out)
{
    enum { GAIN_COLUMNS = 9 };
    struct str text = {0};
    wording_number(&text, item->code_bytes);
    text_style_padded(style, TEXT_PLAIN, str_text(&text), TEXT_MARGIN - 3, out);
    str_add(out, item->front ? " * " : "   ");
    str_reset(&text);
    wording_ratio(&text, item->gain);
    text_style_padded(style, TEXT_PLAIN, str_text(&text), -GAIN_COLUMNS, out);
    add_cut(item->flags, TEXT_WIDTH - TEXT_MARGIN - GAIN_COLUMNS, out);
    str_release(&text);
}

/* Whether a terminal gets this one: the baseline, the ends of the front and
 * few between. */
static bool is_shown(const struct tradeoffs *self, size_t number)
{
    enum { STEPS_MOST = 4 };
    size_t front = 0, place = 0;
    for (size_t i = 0; i < self->count; i++) {
        place += i < number && self->items[i].front;
        front += self->items[i].front;
    }
    if (!self->items[number].front)
        return self->items[number].baseline;
    if (front <= STEPS_MOST + 1)
        return true;
    for (size_t step = 0; step <= STEPS_MOST; step++)
        if (place == step * (front - 1) / STEPS_MOST)
            return true;
    return false;
}

static void write_tradeoffs(const struct text_style *style,
                            const struct record *record, struct str *out)
{
    struct tradeoffs tradeoffs;
    tradeoffs_init(&tradeoffs, record);
    if (tradeoffs.count) {
        str_add_char(out, '\n');
        text_style_line(style, TEXT_BOLD,
                        "Bytes of code against gain, as the search saw it "
                        "(*: best in both)",
                        out);
    }
    for (size_t i = 0; i < tradeoffs.count; i++)
        if (is_shown(&tradeoffs, i))
            write_tradeoff(style, &tradeoffs.items[i], out);
    tradeoffs_release(&tradeoffs);
}

static void add_part(struct str *text, double count, const char *word)
{
    if (count <= 0)
        return;
    str_add(text, ", ");
    wording_number(text, count);
    str_addf(text, " %s", word);
}

static void write_counts(const struct text_style *style,
                         const struct record *record, struct str *out)
{
    const struct record_counts *counts = &record->counts;
    if (counts->considered <= 0)
        return;
    struct str text = {0};
    wording_count(&text, counts->considered, "candidate");
    if (record->provenance.seconds > 0) {
        str_add(&text, " in ");
        wording_duration(&text, record->provenance.seconds);
    }
    add_part(&text, counts->measured, "measured");
    add_part(&text, counts->equal, "equal to another's code");
    add_part(&text, counts->skipped, "known to be refused");
    add_part(&text, counts->refused, "refused");
    text_style_wrapped(style, TEXT_PLAIN, "Search", str_text(&text), out);
    str_reset(&text);
    for (size_t i = 0; i < record->refusal_count; i++)
        str_addf(&text, "%s%.0f %s",
                 i ? ", " : "refused: ", record->refusals[i].count,
                 record->refusals[i].word);
    if (text.length)
        text_style_wrapped(style, TEXT_PLAIN, "", str_text(&text), out);
    str_release(&text);
}

/* A path must stay in one piece, however long it is. */
static void write_place(const struct text_style *style, const char *place,
                        struct str *out)
{
    if (!place)
        return;
    text_style_word(style, TEXT_BOLD, "Record", out);
    str_addf(out, "%s\n", place);
}

static void write_next(const struct text_style *style,
                       const struct record *record, const char *place,
                       struct str *out)
{
    if (record->published || !place)
        return;
    static const char *const lines[][2] = {
        {"export --format make", "the flags for a build"},
        {"report --format html", "this as a page with pictures"},
        {"db commit", "check the record in"}};
    for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
        text_style_word(style, TEXT_BOLD, i ? "" : "Next", out);
        str_addf(out, "%s %-24s %s\n", program_name(), lines[i][0],
                 lines[i][1]);
    }
}

static void write_notes(const struct text_style *style,
                        const struct record *record, struct str *out)
{
    for (size_t i = 0; i < record->notes.count; i++)
        text_style_wrapped(style, TEXT_PLAIN, i ? "" : "Note",
                           record->notes.items[i], out);
}

void report_text(const struct record *record, const char *place, bool colour,
                 struct str *out)
{
    struct text_style style = {.colour = colour};
    write_head(&style, record, out);
    report_text_tables(&style, record, out);
    str_add_char(out, '\n');
    if (!report_text_size(&style, record, out))
        write_verdict(&style, record, out);
    write_flags(&style, record, out);
    write_unsafe(&style, record, out);
    write_plain(&style, record, out);
    write_kinds(&style, record, out);
    write_shares(&style, record, out);
    report_text_files(&style, record, out);
    report_text_compilers(&style, record, out);
    write_tradeoffs(&style, record, out);
    str_add_char(out, '\n');
    write_counts(&style, record, out);
    write_notes(&style, record, out);
    write_place(&style, place, out);
    write_next(&style, record, place, out);
}

static void write_text(const struct report *report, struct str *out)
{
    for (size_t i = 0; i < report->count; i++) {
        if (i)
            str_add(out, "\n\n");
        report_text(&report->records[i], report_place(report, i),
                    report->colour, out);
    }
}

const struct report_format report_format_text = {
    .name = "text", .summary = "for a terminal", .write = write_text};
