/* SPDX-License-Identifier: MIT
 *
 * Which compiler flags may come from a record, a configuration or a space.
 * Databases come from strangers, so the rule is positive: a flag is taken
 * when it belongs to a family known to change code only.  What names a file,
 * a program or a linker script, what carries a shell's or a control
 * character, and what is over-long is refused, with the reason.
 */
#ifndef DB_GRAMMAR_H
#define DB_GRAMMAR_H

#include <stdbool.h>

struct error;
struct strvec;

enum {
    GRAMMAR_FLAG_MAX = 128, /* bytes of one flag */
    GRAMMAR_FLAGS_MAX = 512 /* flags in one list */
};

enum flag_class {
    FLAG_SAFE,            /* keeps the meaning and the ABI of the program */
    FLAG_CHANGES_FLOAT,   /* floating point may give other results */
    FLAG_CHANGES_ABI,     /* objects no longer fit those built without it */
    FLAG_CHANGES_MEANING, /* the program itself may behave differently */
    FLAG_CLASS_COUNT
};

/* ERROR_UNTRUSTED with the flag and the reason when it is refused. */
bool grammar_flag(const char *flag, struct error *err);
/* All of a list, and its length. */
bool grammar_flags(const struct strvec *flags, struct error *err);

/* What a (taken) flag does to the program beyond its speed. */
enum flag_class flag_class(const char *flag);
/* "safe", "changes-float", "changes-abi", "changes-meaning": the words of
 * --allow, of reports and exports. */
const char *flag_class_word(enum flag_class value);
bool flag_class_parse(const char *word, enum flag_class *out);

#endif
