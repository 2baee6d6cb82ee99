/* SPDX-License-Identifier: MIT
 *
 * Refusals from exit statuses and messages.
 */
#include <config.h>

#include "search/verdict.h"

#include <signal.h>
#include <string.h>

#include "base/child.h"
#include "base/memory.h"

enum { MESSAGE_MAX = 4000 };

struct phrase {
    const char *text;
    enum refusal refusal;
};

/* In order of weight: the first that occurs decides. */
static const struct phrase phrases[] = {
    {"Killed signal terminated program", REFUSAL_OUT_OF_MEMORY},
    {"virtual memory exhausted", REFUSAL_OUT_OF_MEMORY},
    {"out of memory", REFUSAL_OUT_OF_MEMORY},
    {"internal compiler error", REFUSAL_COMPILER_CRASH},
    {"terminated program", REFUSAL_COMPILER_CRASH},
    {"double free or corruption", REFUSAL_COMPILER_CRASH},
    {"unrecognized command-line option", REFUSAL_UNKNOWN_FLAG},
    {"unrecognized command line option", REFUSAL_UNKNOWN_FLAG},
    {"unknown argument", REFUSAL_UNKNOWN_FLAG},
    {"invalid parameter", REFUSAL_UNKNOWN_FLAG},
    {"unrecognized argument", REFUSAL_UNKNOWN_FLAG},
    {"bad value", REFUSAL_UNKNOWN_FLAG},
    {"Assembler messages", REFUSAL_ASSEMBLE},
    {"collect2: error", REFUSAL_LINK},
    {"linker command failed", REFUSAL_LINK},
};

static char *words_of(const struct child_result *result)
{
    const struct str *text = result->err.length ? &result->err : &result->out;
    if (text->length > 0)
        return xstrndup(text->text, text->length < MESSAGE_MAX ? text->length
                                                               : MESSAGE_MAX);
    struct str end = {0};
    child_describe_end(result, &end);
    return str_detach(&end);
}

static enum refusal by_phrase(const char *text, enum refusal otherwise)
{
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (strstr(text, phrases[i].text))
            return phrases[i].refusal;
    return otherwise;
}

static enum refusal judge_compiler(const struct child_result *result,
                                   enum verdict_stage stage, bool warnings_pass)
{
    const char *text = str_text(&result->err);
    if (result->end == CHILD_TIMEOUT)
        return REFUSAL_TIMEOUT;
    if (result->end == CHILD_SIGNALED)
        return result->code == SIGKILL ? REFUSAL_OUT_OF_MEMORY
                                       : REFUSAL_COMPILER_CRASH;
    if (!child_succeeded(result))
        return by_phrase(text, stage == VERDICT_LINK ? REFUSAL_LINK
                                                     : REFUSAL_COMPILE);
    return !warnings_pass && strstr(text, "warning:") ? REFUSAL_CONFLICT
                                                      : REFUSAL_NONE;
}

enum refusal verdict_of_compiler(const struct child_result *result,
                                 enum verdict_stage stage, bool warnings_pass,
                                 char **message)
{
    enum refusal refusal = judge_compiler(result, stage, warnings_pass);
    if (refusal != REFUSAL_NONE)
        *message = words_of(result);
    return refusal;
}

static enum refusal judge_signal(int number)
{
    switch (number) {
    case SIGILL:
        return REFUSAL_ILLEGAL_INSTRUCTION;
    case SIGKILL:
        return REFUSAL_OUT_OF_MEMORY;
    case SIGXCPU:
        return REFUSAL_TIMEOUT;
    default:
        return REFUSAL_CRASH;
    }
}

static enum refusal judge_program(const struct child_result *result)
{
    if (result->end == CHILD_TIMEOUT)
        return REFUSAL_TIMEOUT;
    if (result->end == CHILD_SIGNALED)
        return judge_signal(result->code);
    if (result->code > 128 && result->code < 128 + 32)
        return judge_signal(result->code - 128);
    return result->code == 0 ? REFUSAL_NONE : REFUSAL_WRONG_OUTPUT;
}

enum refusal verdict_of_program(const struct child_result *result,
                                char **message)
{
    enum refusal refusal = judge_program(result);
    if (refusal != REFUSAL_NONE)
        *message = words_of(result);
    return refusal;
}
