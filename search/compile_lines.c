/* SPDX-License-Identifier: MIT
 *
 * Flags against compile lines, word by word.
 */
#include <config.h>

#include "search/compile_lines.h"

#include <stdbool.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"

static const char *const source_endings[] = {".c",   ".cc", ".cpp", ".cxx",
                                             ".c++", ".C",  ".m",   ".i"};

static const char *const texts[] = {
    [COMPILE_LINES_UNKNOWN] = "no compile line was seen",
    [COMPILE_LINES_ALL] = "the flags arrived",
    [COMPILE_LINES_PART] = "only some of the flags arrived",
    [COMPILE_LINES_OVERRIDDEN] = "the build puts its own -O behind the flags",
    [COMPILE_LINES_NONE] = "the flags did not arrive",
};

const char *compile_lines_text(enum compile_lines arrival)
{
    return texts[arrival];
}

static bool is_source(const char *word)
{
    if (*word == '-')
        return false;
    for (size_t i = 0; i < sizeof(source_endings) / sizeof(*source_endings);
         i++)
        if (str_ends(word, source_endings[i]))
            return true;
    return false;
}

/* Sources that configure scripts, CMake and Meson try a compiler with. */
static bool is_trial(const char *word)
{
    return strstr(word, "conftest") || strstr(word, "CMakeFiles/") ||
           strstr(word, "meson-private") || strstr(word, "/dev/null");
}

enum line_kind { LINE_OTHER, LINE_TRIAL, LINE_COMPILE };

/* Flags of a response file (@file) are not seen. */
static enum line_kind kind_of(const struct strvec *words)
{
    enum line_kind kind = LINE_OTHER;
    for (size_t i = 1; i < words->count; i++) {
        const char *word = words->items[i];
        if (strcmp(word, "-E") == 0 || strcmp(word, "-M") == 0 ||
            strcmp(word, "-MM") == 0 || *word == '@')
            return LINE_OTHER;
        if (is_source(word))
            kind = is_trial(word) || kind == LINE_TRIAL ? LINE_TRIAL
                                                        : LINE_COMPILE;
    }
    return kind;
}

static bool is_level(const char *word)
{
    return str_starts(word, "-O");
}

static const char *last_level(const struct strvec *words)
{
    const char *level = NULL;
    for (size_t i = 0; i < words->count; i++)
        if (is_level(words->items[i]))
            level = words->items[i];
    return level;
}

static enum compile_lines judge_line(const struct strvec *words,
                                     const struct strvec *flags)
{
    size_t found = 0;
    for (size_t i = 0; i < flags->count; i++)
        found += strchr(flags->items[i], ' ') || /* cannot be told */
                 strvec_contains(words, flags->items[i]);
    const char *asked = last_level(flags);
    const char *used = last_level(words);
    if (found == 0)
        return COMPILE_LINES_NONE;
    if (found < flags->count)
        return COMPILE_LINES_PART;
    return asked && strcmp(asked, used) != 0 ? COMPILE_LINES_OVERRIDDEN
                                             : COMPILE_LINES_ALL;
}

/* From the state that says most against us to the one that says least. */
static int rank(enum compile_lines arrival)
{
    static const int ranks[] = {[COMPILE_LINES_UNKNOWN] = 0,
                                [COMPILE_LINES_NONE] = 1,
                                [COMPILE_LINES_PART] = 2,
                                [COMPILE_LINES_OVERRIDDEN] = 3,
                                [COMPILE_LINES_ALL] = 4};
    return ranks[arrival];
}

static enum compile_lines judge_kind(const struct strvec *lines,
                                     const struct strvec *flags,
                                     enum line_kind kind, struct str *line)
{
    enum compile_lines best = COMPILE_LINES_UNKNOWN;
    for (size_t i = 0; i < lines->count; i++) {
        struct strvec words = {0};
        strvec_split(&words, lines->items[i], " ");
        enum compile_lines here = COMPILE_LINES_UNKNOWN;
        if (kind_of(&words) == kind)
            here = judge_line(&words, flags);
        if (rank(here) > rank(best)) {
            best = here;
            str_reset(line);
            str_add(line, lines->items[i]);
        }
        strvec_release(&words);
    }
    return best;
}

enum compile_lines compile_lines_judge(const struct strvec *lines,
                                       const struct strvec *flags,
                                       struct str *line)
{
    if (flags->count == 0)
        return COMPILE_LINES_UNKNOWN;
    enum compile_lines found = judge_kind(lines, flags, LINE_COMPILE, line);
    if (found == COMPILE_LINES_UNKNOWN)
        found = judge_kind(lines, flags, LINE_TRIAL, line);
    return found;
}
