/* SPDX-License-Identifier: MIT
 *
 * Metric extraction: the first line is the pattern, the rest is what a program
 * printed.
 */
#include <config.h>

#include "search/extract.h"

#include <math.h>

#include "base/error.h"

#include "tests/fuzz/fuzz.h"

static void check(const struct extract *extract, const char *text,
                  size_t length)
{
    struct extract_values values = {0};
    struct error err = {0};
    bool whole = extract_all(extract, text, length, &values, &err);
    for (size_t i = 0; i < values.count; i++)
        FUZZ_HOLDS(isfinite(values.items[i]));
    double first = 0, last = 0;
    struct extract_question question = {EXTRACT_FIRST, text, length};
    bool found = extract_value(extract, &question, &first, &err);
    if (whole && found) {
        FUZZ_HOLDS(values.count > 0 && values.items[0] == first);
        question.match = EXTRACT_LAST;
        if (extract_value(extract, &question, &last, &err))
            FUZZ_HOLDS(values.items[values.count - 1] == last);
    }
    extract_values_release(&values);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    if (!end)
        return 0;
    size_t length = (size_t)(end - data);
    char *pattern = fuzz_text(data, length);
    struct extract *extract = extract_new(pattern, NULL);
    if (extract)
        check(extract, (const char *)end + 1, size - length - 1);
    extract_free(extract);
    free(pattern);
    return 0;
}
