/* SPDX-License-Identifier: MIT
 *
 * Other answers.
 */
#include <config.h>

#include "tuner/report_text_lists.h"

#include "base/memory.h"
#include "base/str.h"
#include "db/record.h"
#include "tuner/text_style.h"
#include "tuner/wording.h"

static void begin(const struct text_style *style, const char *title,
                  struct str *out)
{
    str_add_char(out, '\n');
    text_style_line(style, TEXT_BOLD, title, out);
}

static void add_code(const struct record_pairs *pairs, struct str *out)
{
    for (size_t i = 0; i < pairs->count; i++)
        str_addf(out, "%s%s=%s", i ? " " : "  with ", pairs->items[i].key,
                 pairs->items[i].value);
}

bool report_text_size(const struct text_style *style,
                      const struct record *record, struct str *out)
{
    const struct record_baseline *reference = record_reference(record);
    const struct record_choice *choice = record->choices;
    if (wording_is_measured(&record->winner) || record->choice_count != 1 ||
        choice->gain > 0 || choice->code_bytes <= 0 || !reference ||
        reference->code_bytes <= 0)
        return false;
    struct str text = {0};
    wording_number(&text, choice->code_bytes);
    str_add(&text, " bytes of code and constants, ");
    wording_ratio(&text, choice->code_bytes / reference->code_bytes);
    str_add(&text, " against ");
    wording_number(&text, reference->code_bytes);
    str_addf(&text, " of %s; nothing was timed",
             reference->name ? reference->name : "the baseline");
    text_style_wrapped(style, TEXT_GOOD, "Size", str_text(&text), out);
    str_reset(&text);
    wording_flags(&text, &choice->flags);
    add_code(&choice->implementations, &text);
    text_style_wrapped(style, TEXT_BOLD, "Flags", str_text(&text), out);
    str_release(&text);
    return true;
}

static void write_file(const struct text_style *style,
                       const struct record_file *file, struct str *out)
{
    struct str text = {0};
    char *units = strvec_join(&file->units, " ");
    str_addf(out, "  %s\n", units);
    wording_ratio(&text, file->gain);
    if (file->shared_gain == file->gain) {
        str_add(&text, "  the one set does as well as any");
    } else {
        str_add(&text, "  ");
        wording_flags(&text, &file->flags);
        add_code(&file->implementations, &text);
    }
    text_style_wrapped(style, TEXT_PLAIN, "    own", str_text(&text), out);
    if (file->shared_gain > 0 && file->shared_gain != file->gain) {
        str_reset(&text);
        wording_ratio(&text, file->shared_gain);
        text_style_wrapped(style, TEXT_PLAIN, "    one set", str_text(&text),
                           out);
    }
    free(units);
    str_release(&text);
}

void report_text_files(const struct text_style *style,
                       const struct record *record, struct str *out)
{
    if (!record->file_count)
        return;
    begin(style,
          "One set for all, or the best for each file, as the search saw it",
          out);
    for (size_t i = 0; i < record->file_count; i++)
        write_file(style, &record->files[i], out);
}

void report_text_compilers(const struct text_style *style,
                           const struct record *record, struct str *out)
{
    if (!record->compiler_count)
        return;
    begin(style, "Compilers, each with its best flags, measured together", out);
    for (size_t i = 0; i < record->compiler_count; i++) {
        const struct record_rival *rival = &record->compilers[i];
        struct str text = {0};
        str_addf(out, "  %s %s\n", rival->compiler.family,
                 rival->compiler.version);
        if (rival->gain <= 0)
            str_add(&text, "not measured");
        else if (i == 0)
            str_add(&text, "what the others are against");
        else
            wording_gain(&text, rival->gain, rival->low, rival->high);
        text_style_wrapped(style, TEXT_PLAIN, "", str_text(&text), out);
        str_reset(&text);
        wording_flags(&text, &rival->flags);
        text_style_wrapped(style, TEXT_PLAIN, "", str_text(&text), out);
        str_release(&text);
    }
}
