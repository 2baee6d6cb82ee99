/* SPDX-License-Identifier: MIT
 *
 * What went wrong, as a value: a kind that decides the exit code and a text
 * for people.  Functions that can fail return bool and take `struct error *`
 * last.  Only tuner/ prints it.
 *
 *     if (size > SIZE_MAX)
 *         return error_set(err, ERROR_FORMAT, "'%s' is too large", path);
 *     if (fd < 0)
 *         return error_io(err, "open", path);
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

enum error_kind {
    ERROR_NONE,
    ERROR_USAGE,      /* the caller's words are wrong; exit code 2 */
    ERROR_IO,         /* a file, a pipe or the disk */
    ERROR_FORMAT,     /* input that does not say what it should */
    ERROR_UNTRUSTED,  /* input that must not be used (see db/grammar.h) */
    ERROR_CHILD,      /* another program did not do its part */
    ERROR_MISSING,    /* something that was asked for does not exist */
    ERROR_CONFLICT,   /* somebody else holds it or has changed it */
    ERROR_CANCELLED,  /* the user stopped it */
    ERROR_UNSUPPORTED /* this machine or library cannot do it */
};

enum { ERROR_TEXT_MAX = 1024 };

struct error {
    enum error_kind kind;
    char text[ERROR_TEXT_MAX];
};

/* Fills err (which may be NULL) and returns false.  Long texts are cut;
 * what is not printable (base/printable.h) becomes '?' so that a message
 * stays one line. */
bool error_set(struct error *err, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ERROR_IO by errno: "cannot open 'x': Permission denied". */
bool error_io(struct error *err, const char *what, const char *path);

/* Puts context before the text: "loading space 'x': <text>".  Returns
 * false. */
bool error_wrap(struct error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Back to "no error". */
void error_clear(struct error *err);

#endif
