/* SPDX-License-Identifier: MIT
 *
 * A record's flags in the form of a build system.  One format is one file
 * export_<format>.c that exports one const struct, and one line in the table
 * of export.c.
 *
 * export_write() puts the same head on every format that has comments: the
 * machine, the compiler, on which code and with what gain the flags were
 * proven, the CPU features that they need, and each unsafe flag by name.
 * It refuses what no build should get: flags with control characters, the
 * value "native", options with an empty value.
 *
 *     struct export_input input;
 *     if (!export_input_init(&input, &record, "free", err) ||
 *         !export_write(export_find("make"), &input, &text, err)) ...
 *     export_input_release(&input);
 */
#ifndef TUNER_EXPORT_H
#define TUNER_EXPORT_H

#include <stdbool.h>

#include "base/strvec.h"
#include "db/flag.h"

struct error;
struct record;
struct record_winner;
struct str;

struct export_input {
    const struct record *record;        /* borrowed */
    const struct record_winner *winner; /* what was chosen of it */
    bool proven;                        /* else the flags are the baseline's */
    struct strvec flags;       /* all, in the order of the command line */
    struct strvec compile;     /* those that a compile step needs */
    struct strvec link_shared; /* those of a shared library */
    struct strvec link;        /* those that a link step needs */
    const char *level;         /* last -O among the flags, or NULL */
    const struct fit *fit;     /* what was left out; NULL: nothing; borrowed */
    struct strvec head;        /* paragraphs of the head, "Name: text" */
};

/* What to export from a record: for `implementation` "reference" the flags
 * for plain code, else the winner's, or the baseline's where no gain is
 * proven.  ERROR_MISSING when the record does not have it. */
bool export_input_init(struct export_input *self, const struct record *record,
                       const char *implementation, struct error *err);
/* Exports only these of the flags. */
void export_input_keep(struct export_input *self, const struct strvec *kept);
void export_input_release(struct export_input *self);

struct export_format {
    const char *name;
    const char *file;      /* usual name of the file */
    const char *summary;   /* one line for people: what to do with it */
    const char *comment;   /* what begins a comment line; NULL: the format
                              has no comments */
    const char *forbidden; /* characters that it cannot carry in a flag */
    void (*write)(const struct export_input *input, struct str *out);
};

/* In the order of --help; ends with NULL. */
extern const struct export_format *const export_table[];
const struct export_format *export_find(const char *name);

/* Appends the file's content; *out is untouched on failure. */
bool export_write(const struct export_format *format,
                  const struct export_input *input, struct str *out,
                  struct error *err);

/* The level of a list of flags: the last -O, or NULL; borrowed. */
const char *export_level(const struct strvec *flags);
/* Whether a flag matters to a link step, and to nothing else. */
bool export_is_link_flag(const char *flag);
bool export_is_link_only(const char *flag);

/* What a flag does beyond speed, in the eyes of the record's compiler: a
 * float ABI that is its own changes nothing. */
enum flag_class export_flag_class(const struct record *record,
                                  const char *flag);

/* Three assignments, `NAME<operator>quoted flags<end>`: C, C++ and, where
 * there are any, link flags. */
struct export_assignment {
    const char *operator;
    const char *end;
    void (*quote)(struct str *out, const char *text);
};
void export_assign(const struct export_input *input,
                   const struct export_assignment *how, struct str *out);

#endif
