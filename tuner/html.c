/* SPDX-License-Identifier: MIT
 *
 * Pieces of HTML.
 */
#include <config.h>

#include "tuner/html.h"

#include <stddef.h>
#include <string.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/quote.h"

void html_page_begin(struct str *out, const char *title)
{
    str_add(out, "<!DOCTYPE html>\n"
                 "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" "
                 "content=\"width=device-width, initial-scale=1\">\n"
                 "<meta name=\"color-scheme\" content=\"light dark\">\n"
                 "<meta http-equiv=\"Content-Security-Policy\" "
                 "content=\"default-src 'none'; "
                 "style-src 'unsafe-inline'; img-src data:\">\n"
                 "<link rel=\"icon\" href=\"data:,\">\n");
    html_element(out, "title", NULL, title);
    str_add(out, "<style>\n");
    str_add(out, html_style);
    str_add(out, "</style>\n</head>\n<body>\n<main>\n");
}

void html_page_end(struct str *out)
{
    str_add(out, "</main>\n<footer>tuner " PACKAGE_VERSION
                 "</footer>\n</body>\n</html>\n");
}

void html_text(struct str *out, const char *text)
{
    quote_html(out, text);
}

void html_words(struct str *out, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, " ");
        struct str word = {0};
        str_add_bytes(&word, text, length);
        if (length)
            str_add(out, "<span class=\"word\">");
        html_text(out, str_text(&word));
        str_add(out, length ? "</span>" : "");
        str_release(&word);
        text += length;
        size_t blanks = strspn(text, " ");
        str_add_bytes(out, text, blanks);
        text += blanks;
    }
}

static void open_tag(struct str *out, const char *tag, const char *class)
{
    if (class)
        str_addf(out, "<%s class=\"%s\">", tag, class);
    else
        str_addf(out, "<%s>", tag);
}

void html_element(struct str *out, const char *tag, const char *class,
                  const char *text)
{
    open_tag(out, tag, class);
    html_text(out, text);
    str_addf(out, "</%s>\n", tag);
}

void html_pair(struct str *out, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    html_element(out, "dt", NULL, name);
    html_element(out, "dd", NULL, text);
}
