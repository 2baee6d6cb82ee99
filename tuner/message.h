/* SPDX-License-Identifier: MIT
 *
 * Talk on stderr: messages and the one progress line.  Results go to stdout
 * and are none of this module's business.
 */
#ifndef TUNER_MESSAGE_H
#define TUNER_MESSAGE_H

#include <stdbool.h>

enum message_level { MESSAGE_QUIET, MESSAGE_NORMAL, MESSAGE_VERBOSE };

void message_set_level(enum message_level level);

/* "tuner: <text>" on stderr; clears the progress line first. */
void message_error(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* Said once to a user who did not ask for --quiet. */
void message_info(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* Only with --verbose. */
void message_detail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Replaces the progress line: only on a terminal, at most 10 times a
 * second, cut to its width. */
void message_progress(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
void message_progress_clear(void);

/* Whether stdout may carry colours: a terminal, no NO_COLOR, TERM not dumb. */
bool message_use_colour(void);

#endif
