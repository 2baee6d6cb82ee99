/* SPDX-License-Identifier: MIT
 *
 * Machine flags in a compiler's own command line: what the driver made of the
 * flags that it was given, -march=native resolved and all.
 */
#include <config.h>

#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "probes/compiler_parts.h"

/* The first line that calls the compiler proper. */
static char *find_line(const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *line = xstrndup(text, length);
        if (strstr(line, "/cc1 ") || strstr(line, "/cc1\" ") ||
            strstr(line, " -cc1 ") || strstr(line, "\"-cc1\""))
            return line;
        free(line);
        text += length + (text[length] == '\n');
    }
    return NULL;
}

/* clang's words after "-target-cpu" and the like. */
static bool add_clang_word(const char *word, const char *next,
                           struct strvec *out)
{
    static const struct {
        const char *word;
        const char *format;
    } forms[] = {
        {"-target-cpu", "-march="},
        {"-tune-cpu", "-mtune="},
        {"-target-feature", ""},
    };
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        if (strcmp(forms[i].word, word) != 0)
            continue;
        strvec_addf(out, "%s%s", forms[i].format, next);
        return true;
    }
    return false;
}

static bool is_machine_flag(const char *word)
{
    return (str_starts(word, "-m") && strcmp(word, "-main-file-name") != 0 &&
            !str_starts(word, "-mrelocation") &&
            !str_starts(word, "-mconstructor") &&
            !str_starts(word, "-mframe-pointer")) ||
           str_starts(word, "--param=l");
}

void compiler_find_machine(const char *text, struct strvec *out)
{
    char *line = find_line(text);
    struct strvec words = {0};
    if (line && strvec_split_shell(&words, line)) {
        for (size_t i = 0; i < words.count; i++) {
            const char *word = words.items[i];
            const char *next = i + 1 < words.count ? words.items[i + 1] : "";
            if (strcmp(word, "--param") == 0 && *next)
                strvec_addf(out, "--param=%s", next);
            else if (add_clang_word(word, next, out))
                i++;
            else if (is_machine_flag(word))
                strvec_add(out, word);
        }
    }
    strvec_release(&words);
    free(line);
}
