/* SPDX-License-Identifier: MIT
 *
 * Command line options from tables: the same table parses, prints --help and
 * is compared with the man page and the completion by a test.
 *
 * --help, --version, --quiet, --verbose, --user and --json belong to every
 * command and need not be listed.
 */
#ifndef TUNER_OPTIONS_H
#define TUNER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"
#include "base/strvec.h"

struct command;
struct error;

struct option_spec {
    const char *name;     /* "budget" for --budget */
    const char *argument; /* "SECONDS", or NULL for a switch */
    const char *help;     /* one short sentence, lower case, no full stop */
};

struct options {
    struct map values; /* name -> struct strvec * of what was given */
    struct strvec operands;
};

/* Those that belong to every command; ends with a NULL name. */
extern const struct option_spec options_common[];

/* Parses argv[1..]; argv[0] is the command's name.  Options and operands may
 * be mixed; "--" ends options. */
bool options_parse(struct options *self, const struct command *command,
                   int argc, char **argv, struct error *err);
void options_release(struct options *self);

/* Whether a switch or an option was given. */
bool options_has(const struct options *self, const char *name);
/* The last value given, or the fallback. */
const char *options_text(const struct options *self, const char *name,
                         const char *fallback);
/* All values, in order; never NULL. */
const struct strvec *options_all(const struct options *self, const char *name);
struct options_range {
    unsigned long low;
    unsigned long high;
};

/* Number in a range; a bad one is ERROR_USAGE.  Missing: *out stays. */
bool options_unsigned(const struct options *self, const char *name,
                      struct options_range range, unsigned long *out,
                      struct error *err);
/* "90", "90s", "5m", "2h". */
bool options_duration(const struct options *self, const char *name,
                      double *seconds, struct error *err);

#endif
