/* SPDX-License-Identifier: MIT
 *
 * Builds of strangers are read by their messages: the first table line whose
 * words occur decides.
 */
#include <config.h>

#include "search/build_output.h"

#include <signal.h>

#include "base/child.h"
#include "base/memory.h"
#include "base/printable.h"
#include "base/str.h"

enum { TAIL_LINES = 12, TAIL_BYTES = 2000, HEADLINE_BYTES = 400 };

/* The words are those of GCC, Clang, GNU as and ld, make and the shells, in
 * the C locale. */
static const struct {
    const char *words;
    enum refusal refusal;
} sayings[] = {
    {"Killed signal terminated program", REFUSAL_OUT_OF_MEMORY},
    {"out of memory", REFUSAL_OUT_OF_MEMORY},
    {"virtual memory exhausted", REFUSAL_OUT_OF_MEMORY},
    {"memory exhausted", REFUSAL_OUT_OF_MEMORY},
    {"Cannot allocate memory", REFUSAL_OUT_OF_MEMORY},
    {"std::bad_alloc", REFUSAL_OUT_OF_MEMORY},
    {"Killed\n", REFUSAL_OUT_OF_MEMORY},
    {"No space left on device", REFUSAL_OUT_OF_MEMORY},
    {"internal compiler error", REFUSAL_COMPILER_CRASH},
    {"signal terminated program", REFUSAL_COMPILER_CRASH},
    {"PLEASE submit a bug report", REFUSAL_COMPILER_CRASH},
    {"clang frontend command failed", REFUSAL_COMPILER_CRASH},
    {"unrecognized command-line option", REFUSAL_UNKNOWN_FLAG},
    {"unrecognized command line option", REFUSAL_UNKNOWN_FLAG},
    {"unrecognized argument", REFUSAL_UNKNOWN_FLAG},
    {"unknown argument", REFUSAL_UNKNOWN_FLAG},
    {"unsupported option", REFUSAL_UNKNOWN_FLAG},
    {"unsupported argument", REFUSAL_UNKNOWN_FLAG},
    {"error: bad value", REFUSAL_UNKNOWN_FLAG},
    {"error: unknown value", REFUSAL_UNKNOWN_FLAG},
    {"error: invalid value", REFUSAL_UNKNOWN_FLAG},
    {"error: unknown target CPU", REFUSAL_UNKNOWN_FLAG},
    {"invalid feature modifier", REFUSAL_UNKNOWN_FLAG},
    {"C compiler cannot create executables", REFUSAL_UNKNOWN_FLAG},
    {"undefined reference", REFUSAL_LINK},
    {"ld returned", REFUSAL_LINK},
    {"linker command failed", REFUSAL_LINK},
    {"lto1: ", REFUSAL_LINK},
    {"Assembler messages", REFUSAL_ASSEMBLE},
};

/* Warnings of a build that succeeded all the same. */
static const char *const conflicts[] = {
    "conflicts with switch",
    "is not supported for this target",
    "[-Wignored-optimization-argument]",
    "not supported by the target",
};

void build_output_tail(const struct str *text, size_t lines, size_t bytes,
                       struct str *out)
{
    const char *all = str_text(text);
    size_t end = text->length;
    while (end && strchr(" \t\r\n", all[end - 1]))
        end--;
    size_t start = end, count = 0;
    while (start && end - start < bytes) {
        bool ends_line = strchr("\r\n", all[start - 1]) != NULL;
        if (ends_line && ++count == lines)
            break;
        start--;
    }
    struct str kept = {0};
    for (; start < end; start++) {
        char c = all[start];
        str_add_char(&kept, c == '\r' ? '\n' : c == '\0' ? '?' : c);
    }
    if (kept.text)
        printable_clean(kept.text, "\n\t");
    str_add(out, str_text(&kept));
    str_release(&kept);
}

static enum refusal by_words(const char *text)
{
    for (size_t i = 0; i < sizeof(sayings) / sizeof(*sayings); i++)
        if (strstr(text, sayings[i].words))
            return sayings[i].refusal;
    return REFUSAL_COMPILE;
}

static bool warns(const char *text)
{
    for (size_t i = 0; i < sizeof(conflicts) / sizeof(*conflicts); i++)
        if (strstr(text, conflicts[i]))
            return true;
    return false;
}

enum refusal build_output_refusal(const struct child_result *result)
{
    const char *text = str_text(&result->out);
    if (result->end == CHILD_TIMEOUT)
        return REFUSAL_TIMEOUT;
    if (child_succeeded(result))
        return warns(text) ? REFUSAL_CONFLICT : REFUSAL_NONE;
    /* Nobody but the kernel sends SIGKILL to a build. */
    if (child_signal(result) == SIGKILL)
        return REFUSAL_OUT_OF_MEMORY;
    return by_words(text);
}

enum refusal build_output_run_refusal(const struct child_result *result)
{
    if (result->end == CHILD_TIMEOUT)
        return REFUSAL_TIMEOUT;
    switch (child_signal(result)) {
    case SIGILL:
        return REFUSAL_ILLEGAL_INSTRUCTION;
    case SIGKILL:
        return REFUSAL_OUT_OF_MEMORY;
    case 0:
        return child_succeeded(result) ? REFUSAL_NONE : REFUSAL_WRONG_OUTPUT;
    default:
        return REFUSAL_CRASH;
    }
}

void build_output_describe(const struct child_result *result, struct str *out)
{
    int number = child_signal(result);
    if (number)
        str_addf(out, "signal %d (%s)", number, strsignal(number));
    else
        child_describe_end(result, out);
}

/* The first line that tells of an error, or else the last one. */
static void headline(const struct str *text, struct str *out)
{
    const char *all = str_text(text);
    const char *found = strstr(all, "error: ");
    struct str line = {0};
    if (found) {
        while (found > all && found[-1] != '\n')
            found--;
        str_add_bytes(&line, found, strcspn(found, "\r\n"));
    }
    build_output_tail(found ? &line : text, 1, HEADLINE_BYTES, out);
    str_release(&line);
}

void build_output_message(const struct child_result *result, const char *why,
                          struct str *out)
{
    struct str line = {0}, tail = {0};
    headline(&result->out, &line);
    build_output_tail(&result->out, TAIL_LINES, TAIL_BYTES, &tail);
    if (why)
        str_add(out, why);
    else if (!child_succeeded(result))
        build_output_describe(result, out);
    if (line.length && !why)
        str_addf(out, "%s%s", out->length ? ": " : "", line.text);
    if (tail.length && (why || strcmp(tail.text, line.text) != 0))
        str_addf(out, "\n%s", tail.text);
    str_release(&line);
    str_release(&tail);
}
