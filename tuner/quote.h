/* SPDX-License-Identifier: MIT
 *
 * Quoting of one text for one syntax.  Each function appends to *out such
 * that the consumer named reads back exactly the text that went in.  None of
 * the syntaxes can hold control characters; callers refuse them first (see
 * export_write).
 *
 * A flag list usually needs two levels: the words of a command line for a
 * shell (strvec_join_shell), and that line for the file that carries it.
 */
#ifndef TUNER_QUOTE_H
#define TUNER_QUOTE_H

struct str;
struct strvec;

/* Value of a variable assignment in a makefile (POSIX make and GNU make):
 * '$' and '#' are special, and backslashes that stand before a '#'. */
void quote_make(struct str *out, const char *text);
/* "..." of CMake's quoted arguments. */
void quote_cmake(struct str *out, const char *text);
/* '...' of Meson's strings. */
void quote_meson(struct str *out, const char *text);
/* "..." of TOML basic strings, of JSON and of Python literals alike. */
void quote_json(struct str *out, const char *text);
/* "..." of Kconfig's .config files. */
void quote_kconfig(struct str *out, const char *text);
/* One word of a GCC response file: a backslash takes the meaning away from
 * blanks, quotes and backslashes. */
void quote_response(struct str *out, const char *text);
/* Text and attribute values of HTML, XML and SVG.  Control characters,
 * which XML cannot hold, become U+FFFD; so do bytes that are not UTF-8. */
void quote_html(struct str *out, const char *text);
/* One cell of a Markdown table, or running text: what Markdown or inline
 * HTML would act on gets a backslash or an entity. */
void quote_markdown(struct str *out, const char *text);
/* One field of a CSV file (RFC 4180).  A text that a spreadsheet would run
 * as a formula gets an apostrophe before it. */
void quote_csv(struct str *out, const char *text);

/* A quoting function, for lists. */
typedef void quote_function(struct str *out, const char *text);
/* Quoted items with a separator between. */
void quote_list(struct str *out, const struct strvec *items,
                quote_function *quote, const char *separator);

#endif
