/* SPDX-License-Identifier: MIT
 *
 * Whether flags arrived in a build: each must stand in the compile command,
 * and nothing after it may take it back (the last -O wins, -fno-x after -fx,
 * another value of the same option).
 */
#ifndef TUNER_ARRIVAL_H
#define TUNER_ARRIVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct build_command;
struct build_commands;
struct str;

struct arrival {
    struct strvec missing;    /* flags that are not there at all */
    struct strvec overridden; /* flags that something later takes back */
    struct strvec by;         /* by what: same indices as overridden */
    struct strvec rivals;     /* machine options that were not asked for,
                                 such as -march= beside our -mcpu= */
};

/* Judges one command. */
void arrival_judge(const struct strvec *flags, const struct strvec *arguments,
                   struct arrival *out);
void arrival_release(struct arrival *self);
bool arrival_is_whole(const struct arrival *self);

/* All commands, as text for people (same troubles of a folder together) and
 * as JSON; the result is whether all got all flags. */
bool arrival_report_text(const struct strvec *flags,
                         const struct build_commands *commands,
                         struct str *out);
bool arrival_report_json(const struct strvec *flags,
                         const struct build_commands *commands,
                         struct str *out);

#endif
