/* SPDX-License-Identifier: MIT
 *
 * Writing static pages.  A page's file is named after a board's id, which
 * records hold to lower case, digits, '-' and '_'.
 */
#include <config.h>

#include "tuner/site.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/record.h"
#include "tuner/html.h"
#include "tuner/report.h"
#include "tuner/report_html.h"
#include "tuner/wording.h"

static bool write_page(const char *directory, const char *name,
                       const struct str *page, struct error *err)
{
    struct str file = {0}, path = {0};
    str_addf(&file, "%s.html", name);
    file_join(&path, directory, str_text(&file));
    bool done = file_write(str_text(&path), page->text, page->length, err);
    str_release(&file);
    str_release(&path);
    return done;
}

/* Board ids in order, each once. */
static void list_boards(const struct report *report, struct strvec *boards)
{
    for (size_t i = 0; i < report->count; i++)
        if (report->records[i].board.id)
            strvec_add(boards, report->records[i].board.id);
    strvec_sort_unique(boards);
}

static bool is_of(const struct record *record, const char *board)
{
    return record->board.id && strcmp(record->board.id, board) == 0;
}

static bool write_board(const char *directory, const struct report *report,
                        const char *board, struct error *err)
{
    struct str page = {0};
    html_page_begin(&page, board);
    str_add(&page, "<p><a href=\"index.html\">All boards</a></p>\n");
    html_element(&page, "h1", NULL, board);
    for (size_t i = 0; i < report->count; i++)
        if (is_of(&report->records[i], board))
            report_html_record(report, i, &page);
    html_page_end(&page);
    bool done = write_page(directory, board, &page, err);
    str_release(&page);
    return done;
}

static void add_cell(struct str *out,
                     void (*words)(struct str *, const struct record *),
                     const struct record *record)
{
    struct str text = {0};
    words(&text, record);
    str_add(out, "<td>");
    html_words(out, str_text(&text));
    str_add(out, "</td>\n");
    str_release(&text);
}

/* Verdict, gain and interval, each in one piece. */
static void gain_cell(struct str *out, const struct record *record)
{
    const struct record_winner *winner = &record->winner;
    struct str text = {0};
    str_add(out, "<td>");
    html_element(out, "span", "word", wording_verdict(record, winner));
    if (winner->gain > 0)
        wording_ratio(&text, winner->gain);
    html_element(out, "strong", "word", str_text(&text));
    str_reset(&text);
    wording_interval(&text, winner->low, winner->high);
    html_element(out, "span", "word", str_text(&text));
    str_add(out, "</td>\n");
    str_release(&text);
}

static void describe_flags(struct str *out, const struct record *record)
{
    const struct strvec *answer = record_answer(record);
    if (answer)
        wording_flags(out, answer);
}

static void index_row(const struct record *record, struct str *out)
{
    str_addf(out, "<tr><td><a href=\"%s.html\">", record->board.id);
    html_text(out, record->board.name ? record->board.name : record->board.id);
    str_add(out, "</a></td>");
    gain_cell(out, record);
    add_cell(out, describe_flags, record);
    add_cell(out, wording_compiler, record);
    add_cell(out, wording_workload, record);
    str_add(out, "</tr>\n");
}

static bool write_index(const char *directory, const struct report *report,
                        struct error *err)
{
    struct str page = {0};
    html_page_begin(&page, "Compiler flags by board");
    html_element(&page, "h1", NULL, "Compiler flags by board");
    str_add(&page, "<section class=\"card\"><table class=\"stack\">\n"
                   "<tr><th>Board</th><th>Gain</th><th>Flags</th>"
                   "<th>Compiler</th><th>Workload</th></tr>\n");
    for (size_t i = 0; i < report->count; i++)
        if (report->records[i].board.id)
            index_row(&report->records[i], &page);
    str_add(&page, "</table></section>\n");
    report_html_histograms(report, &page);
    html_page_end(&page);
    bool done = write_page(directory, "index", &page, err);
    str_release(&page);
    return done;
}

bool site_write(const char *directory, const struct report *report,
                size_t *pages, struct error *err)
{
    struct strvec boards = {0};
    list_boards(report, &boards);
    bool done = file_make_directories(directory, err);
    for (size_t i = 0; done && i < boards.count; i++)
        done = write_board(directory, report, boards.items[i], err);
    done = done && write_index(directory, report, err);
    *pages = boards.count + 1;
    strvec_release(&boards);
    return done;
}
