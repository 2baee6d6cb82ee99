/* SPDX-License-Identifier: MIT
 *
 * A record's flags for the compiler in front of us.  Another version takes
 * other flags: gcc 12 warns of `-march=armv7-a -mcpu=cortex-a8`, which gcc
 * 4.9 took, and then drops instructions.  So they are tried before they are
 * handed out, and what is refused or warned of is left out by name.
 *
 * The compiler is that of --cc; without it, the one that the record was asked
 * for; for a record that was named (--board, --record) the usual compiler or
 * the cross compiler <target>-gcc, where one of them makes programs like the
 * record's.  Without any nothing is tried.
 */
#ifndef TUNER_FIT_H
#define TUNER_FIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"
#include "probes/refusal.h"

struct error;
struct options;
struct record;
struct str;

struct fit_loss {
    char *flag;
    enum refusal refusal;
    char *message; /* the compiler's own words */
};

struct fit {
    char *compiler;     /* "gcc 12.2.0"; NULL: nothing was tried */
    struct strvec kept; /* in the order given */
    struct fit_loss *losses;
    size_t loss_count;
};

/* Options `cc`, `record`, `board` and `root` as in struct options of export
 * and db best.  ERROR_UNSUPPORTED when --cc makes programs for another kind
 * of machine. */
bool fit_flags(struct fit *self, const struct options *options,
               const struct record *record, const struct strvec *flags,
               struct error *err);
void fit_release(struct fit *self);

/* "left out for gcc 12.2.0: -march=armv7-a (conflict: cc1: warning: ...)" */
void fit_loss_text(const struct fit *self, size_t loss, struct str *out);
/* [{"flag", "verdict", "message"}] */
json_t *fit_json(const struct fit *self);

#endif
