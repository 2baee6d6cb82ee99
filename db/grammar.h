/* SPDX-License-Identifier: MIT
 *
 * Which compiler flags may come from a record, a configuration or a space.
 * Databases come from strangers, so the rule is positive: a flag is taken
 * when it belongs to a family known to change code only.  What names a file,
 * a program or a linker script, what carries a shell's or a control
 * character, and what is over-long is refused, with the reason.
 *
 * A parameter may stand as one word, `--param=NAME=VALUE`, or as the two words
 * `--param` `NAME=VALUE` of a list.
 */
#ifndef DB_GRAMMAR_H
#define DB_GRAMMAR_H

#include <stdbool.h>

struct error;
struct strvec;

enum {
    GRAMMAR_FLAG_MAX = 128, /* bytes of one flag */
    GRAMMAR_FLAGS_MAX = 512 /* words in one list */
};

/* ERROR_UNTRUSTED with the flag and the reason when it is refused. */
bool grammar_flag(const char *flag, struct error *err);
/* All of a list, and its length. */
bool grammar_flags(const struct strvec *flags, struct error *err);
/* Whether a flag asks the compiler to look at the machine that it runs on:
 * taken in a space, never kept in a record or an export. */
bool grammar_is_native(const char *flag);

#endif
