/* SPDX-License-Identifier: MIT
 *
 * The words of refusals.
 */
#include <config.h>

#include "probes/refusal.h"

#include "base/memory.h"

static const struct {
    const char *word;
    bool blames_flags;
    const char *advice; /* NULL: none */
} refusals[REFUSAL_COUNT] = {
    [REFUSAL_NONE] = {"ok", false, NULL},
    [REFUSAL_UNKNOWN_FLAG] = {"unknown-flag", true, NULL},
    [REFUSAL_CONFLICT] = {"conflict", true, NULL},
    [REFUSAL_COMPILE] = {"compile", true, NULL},
    [REFUSAL_ASSEMBLE] = {"assemble", true, NULL},
    [REFUSAL_LINK] = {"link", true, NULL},
    [REFUSAL_ILLEGAL_INSTRUCTION] = {"illegal-instruction", true, NULL},
    [REFUSAL_CRASH] = {"crash", true, NULL},
    [REFUSAL_TIMEOUT] = {"timeout", false, NULL},
    [REFUSAL_OUT_OF_MEMORY] = {"out-of-memory", false,
                               "this machine has too little memory for the "
                               "compiler: fewer jobs at once, or more swap"},
    [REFUSAL_WRONG_OUTPUT] = {"wrong-output", true, NULL},
    [REFUSAL_COMPILER_CRASH] =
        {"compiler-crash", true,
         "a fault of the compiler: another version of it may do"},
};

const char *refusal_word(enum refusal refusal)
{
    return refusals[refusal].word;
}

bool refusal_parse(const char *word, enum refusal *out)
{
    for (int i = 0; i < REFUSAL_COUNT; i++) {
        if (strcmp(refusals[i].word, word) == 0) {
            *out = (enum refusal)i;
            return true;
        }
    }
    return false;
}

bool refusal_blames_flags(enum refusal refusal)
{
    return refusals[refusal].blames_flags;
}

const char *refusal_advice(enum refusal refusal)
{
    return refusals[refusal].advice;
}
