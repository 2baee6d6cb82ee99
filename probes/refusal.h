/* SPDX-License-Identifier: MIT
 *
 * Why a flag set may not be used, found at the cheapest stage.  Refusals are
 * data, never errors of tuner.
 */
#ifndef PROBES_REFUSAL_H
#define PROBES_REFUSAL_H

#include <stdbool.h>

enum refusal {
    REFUSAL_NONE,
    REFUSAL_UNKNOWN_FLAG, /* the compiler does not know it */
    REFUSAL_CONFLICT,     /* it warned about the flags */
    REFUSAL_COMPILE,
    REFUSAL_ASSEMBLE,
    REFUSAL_LINK,
    REFUSAL_ILLEGAL_INSTRUCTION, /* the CPU stopped it: SIGILL */
    REFUSAL_CRASH,
    REFUSAL_TIMEOUT,
    REFUSAL_OUT_OF_MEMORY,
    REFUSAL_WRONG_OUTPUT,
    REFUSAL_COMPILER_CRASH,
    REFUSAL_COUNT
};

/* The word of design.md: "ok" for REFUSAL_NONE, else e.g. "unknown-flag". */
const char *refusal_word(enum refusal refusal);
/* The other way; false when it is no such word. */
bool refusal_parse(const char *word, enum refusal *out);
/* False for what says nothing about the flags (out of memory, time-out of a
 * loaded machine): such a refusal must not become a nogood. */
bool refusal_blames_flags(enum refusal refusal);
/* What can be done about it, a sentence for people; NULL for nothing. */
const char *refusal_advice(enum refusal refusal);

#endif
