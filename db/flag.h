/* SPDX-License-Identifier: MIT
 *
 * What a compiler flag does to a program beyond its speed: the classes of
 * --allow, and the marks in reports and exports.  It judges the flag alone:
 * `-mfloat-abi=hard` is FLAG_CHANGES_ABI even where the compiler's default is
 * the same, which only who knows the compiler can say.
 */
#ifndef DB_FLAG_H
#define DB_FLAG_H

#include <stdbool.h>

struct strvec;

enum flag_class {
    FLAG_SAFE,            /* keeps the meaning and the ABI of the program */
    FLAG_CHANGES_FLOAT,   /* floating point may give other results */
    FLAG_CHANGES_ABI,     /* objects no longer fit those built without it */
    FLAG_CHANGES_MEANING, /* the program may behave differently, or with less
                             hardening */
    FLAG_CLASS_COUNT
};

/* Of one flag that db/grammar.h takes; one that nothing is known of is
 * safe. */
enum flag_class flag_class(const char *flag);
/* "safe", "changes-float", "changes-abi", "changes-meaning". */
const char *flag_class_word(enum flag_class value);
/* False when it is no such word. */
bool flag_class_parse(const char *word, enum flag_class *out);
/* "changes floating-point results", for sentences. */
const char *flag_class_explain(enum flag_class value);
/* Words of all classes but safe that occur in a list, sorted, each once, are
 * added. */
void flag_classes(const struct strvec *flags, struct strvec *out);

#endif
