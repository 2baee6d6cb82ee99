/* SPDX-License-Identifier: MIT
 *
 * The head of an export: where the flags come from and what they were proven
 * on, in paragraphs "Name: text".
 */
#ifndef TUNER_EXPORT_HEAD_H
#define TUNER_EXPORT_HEAD_H

struct export_input;
struct str;
struct strvec;

/* Adds the paragraphs; winner and flags of the input are set. */
void export_head(const struct export_input *input, struct strvec *head);
/* Wraps them to 80 columns, each line with the comment's beginning. */
void export_head_format(const struct strvec *head, const char *comment,
                        struct str *out);

/* A comment "why: flags" for those that a format has no place for; nothing
 * when there are none. */
void export_head_left_out(const char *why, const struct strvec *flags,
                          struct str *out);

#endif
