/* SPDX-License-Identifier: MIT
 *
 * Pages of one file: style inside, no script, no network (a policy in the
 * page forbids it), light and dark as the reader's system has it, readable
 * from phone to desktop.  All texts are escaped here.
 */
#ifndef TUNER_HTML_H
#define TUNER_HTML_H

struct str;
struct strvec;

void html_page_begin(struct str *out, const char *title);
void html_page_end(struct str *out);

/* Escaped text. */
void html_text(struct str *out, const char *text);
/* Escaped words that are only parted at their blanks: "-march=x" stays in
 * one line where there is room for it. */
void html_words(struct str *out, const char *text);
/* <tag class="class">text</tag> and a line's end; class may be NULL. */
void html_element(struct str *out, const char *tag, const char *class,
                  const char *text);
/* <dt>name</dt><dd>text</dd>; nothing for a text that is NULL or empty. */
void html_pair(struct str *out, const char *name, const char *text);

/* The style sheet; in html_style.c. */
extern const char html_style[];

#endif
