/* SPDX-License-Identifier: MIT
 *
 * What compilers and builds print: the first byte chooses the kind.
 */
#include <config.h>

#include "base/child.h"
#include "base/str.h"
#include "base/strvec.h"
#include "probes/compiler.h"
#include "probes/compiler_parts.h"
#include "probes/listing.h"
#include "probes/trial.h"
#include "search/build_output.h"
#include "search/compile_lines.h"

#include "tests/fuzz/fuzz.h"

static void read_listing(const char *text)
{
    struct listing listing = {0};
    listing_parse(&listing, text);
    for (size_t i = 0; i < listing.count; i++)
        FUZZ_HOLDS(listing.items[i].name[0] == '-');
    listing_release(&listing);
}

static void read_macros(const char *text)
{
    struct macros macros = {0};
    macros_parse(&macros, text);
    macros_has(&macros, "__ARM_NEON");
    FUZZ_HOLDS(macros_equal(&macros, &macros));
    macros_release(&macros);
}

static void read_machine(const char *text)
{
    struct strvec found = {0};
    compiler_find_machine(text, &found);
    strvec_release(&found);
}

/* How a compiler or program ended, with its words. */
static void read_messages(const char *text)
{
    struct child_result result = {.end = CHILD_EXITED, .code = 1};
    str_add(&result.err, text);
    for (int code = 0; code < 3; code++) {
        char *message = NULL;
        struct str described = {0};
        result.end = code == 2 ? CHILD_SIGNALED : CHILD_EXITED;
        result.code = code == 2 ? 11 : code;
        trial_classify(&result, &message);
        build_output_refusal(&result);
        build_output_run_refusal(&result);
        build_output_describe(&result, &described);
        build_output_tail(&result.err, 5, 200, &described);
        str_release(&described);
        free(message);
    }
    child_result_release(&result);
}

static void read_compile_lines(const char *text)
{
    struct strvec lines = {0}, flags = {0};
    struct str line = {0};
    strvec_split(&lines, text, "\n");
    strvec_add_list(&flags, "-O2", "-march=armv7-a", NULL);
    compile_lines_judge(&lines, &flags, &line);
    str_release(&line);
    strvec_release(&lines);
    strvec_release(&flags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(const char *text) = {
        read_listing, read_macros, read_machine, read_messages,
        read_compile_lines};
    if (!size)
        return 0;
    char *text = fuzz_text(data + 1, size - 1);
    readers[data[0] % (sizeof(readers) / sizeof(*readers))](text);
    free(text);
    return 0;
}
