/* SPDX-License-Identifier: MIT
 *
 * Requests to the helper on another machine: it reads them within their
 * bounds.  Its source is taken in whole, since it reads standard input into a
 * buffer of its own.
 */
#include <config.h>

/* NOLINTNEXTLINE(bugprone-suspicious-include): for what is static there. */
#include "search/agent/talk.c"

#include "tests/fuzz/fuzz.h"

_Noreturn void agent_end(int code)
{
    (void)code;
    abort();
}

static void check(const struct request *request)
{
    const char *end = request->bytes + request->length;
    FUZZ_HOLDS(request->verb[0]);
    FUZZ_HOLDS(request->count > 0 && request->count <= NUMBERS_MAX);
    FUZZ_HOLDS(*end == '\0');
    FUZZ_HOLDS(request->text_count <= TEXTS_MAX);
    FUZZ_HOLDS(!request->texts[request->text_count]);
    for (int i = 0; i < request->text_count; i++)
        FUZZ_HOLDS(request->texts[i] + strlen(request->texts[i]) <= end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct request request;
    memset(&input, 0, sizeof(input));
    int fd = fuzz_file(data, size, NULL);
    FUZZ_HOLDS(fd == STDIN_FILENO || dup2(fd, STDIN_FILENO) == STDIN_FILENO);
    while (talk_read(&request)) {
        check(&request);
        talk_release(&request);
    }
    talk_release(&request);
    return 0;
}
