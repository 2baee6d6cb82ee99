/* SPDX-License-Identifier: MIT
 *
 * What a compiler's words mean.  Tables of patterns, first hit counts; the
 * wording of gcc 4.9 to 15 and clang 14 to 22 in the C locale.
 */
#include <config.h>

#include "base/child.h"
#include "base/memory.h"
#include "base/pattern.h"
#include "base/str.h"
#include "base/strvec.h"
#include "probes/trial.h"

enum { MESSAGE_BYTES_MAX = 2048, LINE_BYTES_MAX = 400 };

struct wording {
    enum refusal refusal;
    const char *pattern;
};

/* Said even by compilers that go on or exit with 0. */
static const struct wording crashes[] = {
    {REFUSAL_OUT_OF_MEMORY,
     "Killed signal terminated|internal compiler error: Killed|"
     "^Killed$|out of memory|virtual memory exhausted|"
     "[Cc]annot allocate memory|bad_alloc"},
    {REFUSAL_COMPILER_CRASH,
     "internal compiler error|double free or corruption|"
     "(free|malloc|realloc)\\(\\): |corrupted (size|double)|"
     "munmap_chunk\\(\\)|stack smashing detected|signal terminated program|"
     "PLEASE submit a bug report|^Stack dump:|"
     "command failed due to signal|Segmentation fault"},
};

static const struct wording failures[] = {
    {REFUSAL_UNKNOWN_FLAG,
     "^(?![^ :]+:[0-9]+:).*error: (unrecognized (command[- ]line )?option|"
     "unrecognized -m[a-z]+ (target|feature)|"
     "unrecognized argument (in|to|for)|unknown |bad value|"
     "missing argument|invalid feature modifier|"
     "unsupported (option|argument)|invalid (integral )?value|"
     "invalid argument|invalid --param|argument to '|argument missing|"
     "the clang compiler does not support|"
     "'-[^']*' is not (valid|supported)|language .* not recognized)"},
    {REFUSAL_ASSEMBLE, "Assembler messages:|^[^ ]*: Error: "},
    {REFUSAL_LINK,
     "ld returned [0-9]|collect2|undefined reference|linker command failed|"
     "uses VFP register arguments|^[^ ]*ld(\\.[a-z]+)?: "},
    {REFUSAL_COMPILE, "^[^ :]+:[0-9]+(:[0-9]+)?: (fatal )?(error|sorry)"},
    /* No place in the source: the flags do not go together. */
    {REFUSAL_CONFLICT, "^([^ :]+: )?(fatal )?error: "},
};

/* A warning with a place in the source speaks of the source. */
static const char flag_warning[] =
    "^(?![^ :]+:[0-9]+(:[0-9]+)?: )(?!In file |  +).*\\bwarning: ";
static const char diagnostic[] =
    "(\\b[Ee]rror|\\bwarning|\\bsorry, unimplemented|fatal|\\*\\*\\*|"
    "[Kk]illed|signal terminated|undefined reference|uses VFP|"
    "PLEASE submit|Segmentation|corruption|memory)";

/* Messages go into JSON and onto terminals: one byte that is no printable
 * ASCII becomes '?'. */
static char *clean(char *text)
{
    for (char *at = text; at && *at; at++)
        if ((*at < ' ' || *at > '~') && *at != '\n' && *at != '\t')
            *at = '?';
    return text;
}

static bool matches(const char *pattern_text, const char *text)
{
    struct pattern *pattern =
        pattern_new(pattern_text, PATTERN_MULTILINE, NULL);
    bool found = pattern && pattern_found(pattern, text);
    pattern_free(pattern);
    return found;
}

/* Lines that match, verbatim but for their length. */
static char *pick_lines(const char *pattern_text, const char *text)
{
    struct pattern *pattern = pattern_new(pattern_text, 0, NULL);
    struct str picked = {0};
    while (pattern && *text && picked.length < MESSAGE_BYTES_MAX) {
        size_t length = strcspn(text, "\n");
        char *line = xstrndup(text, length);
        if (pattern_found(pattern, line)) {
            bool cut = length > LINE_BYTES_MAX;
            str_addf(&picked, "%s%.*s%s", picked.length ? "\n" : "",
                     LINE_BYTES_MAX, line, cut ? "..." : "");
        }
        free(line);
        text += length + (text[length] == '\n');
    }
    pattern_free(pattern);
    return picked.text ? str_detach(&picked) : NULL;
}

/* Errors before warnings; without either, how it ended. */
static char *say_why(const struct child_result *result, const char *text)
{
    char *lines = pick_lines("\\b([Ee]rror|sorry|fatal)\\b", text);
    if (!lines)
        lines = pick_lines(diagnostic, text);
    if (!lines && *text)
        lines = xstrndup(text, strcspn(text, "\n"));
    if (lines)
        return lines;
    struct str end = {0};
    str_add(&end, "compiler: ");
    child_describe_end(result, &end);
    return str_detach(&end);
}

static bool find_wording(const struct wording *table, size_t count,
                         const char *text, enum refusal *out)
{
    for (size_t i = 0; i < count; i++) {
        if (matches(table[i].pattern, text)) {
            *out = table[i].refusal;
            return true;
        }
    }
    return false;
}

static enum refusal classify_text(const struct child_result *result,
                                  const char *text)
{
    enum refusal refusal = REFUSAL_NONE;
    /* The usual case, in silence, needs no pattern. */
    if (child_succeeded(result) && *text == '\0')
        return REFUSAL_NONE;
    if (find_wording(crashes, sizeof(crashes) / sizeof(*crashes), text,
                     &refusal))
        return refusal;
    if (child_succeeded(result))
        return matches(flag_warning, text) ? REFUSAL_CONFLICT : REFUSAL_NONE;
    /* gcc's warning of a conflict brings errors that only follow from it. */
    if (matches("warning: switch .* conflicts with switch", text))
        return REFUSAL_CONFLICT;
    find_wording(failures, sizeof(failures) / sizeof(*failures), text,
                 &refusal);
    return refusal == REFUSAL_NONE ? REFUSAL_COMPILE : refusal;
}

enum refusal trial_classify(const struct child_result *result, char **message)
{
    enum { SIGNAL_KILL = 9 };
    struct str text = {0};
    str_add(&text, str_text(&result->out));
    str_add(&text, str_text(&result->err));
    enum refusal refusal;
    if (result->end == CHILD_TIMEOUT)
        refusal = REFUSAL_TIMEOUT;
    else if (result->end == CHILD_SIGNALED && result->code == SIGNAL_KILL)
        refusal = REFUSAL_OUT_OF_MEMORY;
    else if (result->end == CHILD_SIGNALED)
        refusal = REFUSAL_COMPILER_CRASH;
    else
        refusal = classify_text(result, str_text(&text));
    char *words = refusal == REFUSAL_NONE ? NULL
                  : refusal == REFUSAL_CONFLICT
                      ? pick_lines(diagnostic, str_text(&text))
                      : say_why(result, str_text(&text));
    *message = clean(words);
    str_release(&text);
    return refusal;
}

/* Flags that make a driver do more than compile.  Source: the option
 * summaries of the GCC 15 and clang 19 manuals. */
static const struct {
    const char *pattern;
    const char *reason;
} forbidden[] = {
    {"^@", "reads arguments from a file"},
    {"^-(f(pass-)?plugin|iplugindir)", "loads a plug-in"},
    {"^--?specs", "loads a specification of other programs to run"},
    {"^-(wrapper|no-canonical-prefixes$|ccc-)", "runs another program"},
    {"^-B|^--(prefix|gcc-toolchain|ld-path|config|sysroot)|^-fuse-ld=.*/|"
     "^-gcc-",
     "names the folder of other programs to run"},
    {"^-fmodule-mapper|^-fthinlto-index|^-fmodules", "runs or loads more"},
    {"^-(Xclang|Xassembler|Xpreprocessor|Xlinker|Xarch|mllvm|Wa,|Wp,)|"
     "^-Wl,[^-]|^-Wl,(.*,)?(-T|-o|@|-[RLlM]|--?(plugin|script|output|Map|"
     "rpath|dynamic-linker|version-script|just-symbols|library-path))",
     "hands words on to another program"},
    {"^-(o|T|MF|MT|MQ|aux-info|dumpdir|dumpbase|imacros|include)|"
     "^--?(save-temps|output|include)|^-f(dump|save)|^-M|^-gsplit|"
     "^-(fdump|ftest-coverage|fprofile-dir|fprofile-list)|^-serialize",
     "names files to read or write"},
    {"^-([cSE#]|###|fsyntax-only|v|d.*|print.*|pass-exit-codes|Q|"
     "help.*|version|ftime-report.*|fmem-report.*)$|"
     "^--(help|version|target-help|print|analyze|verbose|compile|assemble|"
     "preprocess)|^-emit|^-x",
     "does something else than compile"},
};

const char *trial_forbids(const char *flag)
{
    if (flag[0] != '-' && flag[0] != '@')
        return "is no option: it would be an input file";
    if (strcmp(flag, "-") == 0)
        return "is no option: it would be an input file";
    for (size_t i = 0; i < sizeof(forbidden) / sizeof(*forbidden); i++)
        if (matches(forbidden[i].pattern, flag))
            return forbidden[i].reason;
    return NULL;
}
