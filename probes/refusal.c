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
} refusals[REFUSAL_COUNT] = {
    [REFUSAL_NONE] = {"ok", false},
    [REFUSAL_UNKNOWN_FLAG] = {"unknown-flag", true},
    [REFUSAL_CONFLICT] = {"conflict", true},
    [REFUSAL_COMPILE] = {"compile", true},
    [REFUSAL_ASSEMBLE] = {"assemble", true},
    [REFUSAL_LINK] = {"link", true},
    [REFUSAL_ILLEGAL_INSTRUCTION] = {"illegal-instruction", true},
    [REFUSAL_CRASH] = {"crash", true},
    [REFUSAL_TIMEOUT] = {"timeout", false},
    [REFUSAL_OUT_OF_MEMORY] = {"out-of-memory", false},
    [REFUSAL_WRONG_OUTPUT] = {"wrong-output", true},
    [REFUSAL_COMPILER_CRASH] = {"compiler-crash", true},
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
