/* SPDX-License-Identifier: MIT
 *
 * The table of report formats.
 */
#include <config.h>

#include "tuner/report.h"

#include <string.h>

#include "base/strvec.h"
#include "tuner/report_formats.h"

const struct report_format *const report_table[] = {
    &report_format_text, &report_format_markdown, &report_format_html,
    &report_format_json, &report_format_csv,      NULL};

const struct report_format *report_find(const char *name)
{
    for (size_t i = 0; report_table[i]; i++)
        if (strcmp(report_table[i]->name, name) == 0)
            return report_table[i];
    return NULL;
}

const char *report_place(const struct report *report, size_t index)
{
    if (!report->places || index >= report->places->count)
        return NULL;
    return report->places->items[index];
}
