/* SPDX-License-Identifier: MIT
 *
 * What comes back from programs that a strange compiler made or a strange
 * machine runs: the answers of the core's server and of the helper behind a
 * connection.  The first byte chooses.
 */
#include <config.h>

#include <inttypes.h>

#include "base/error.h"
#include "search/core_server.h"
#include "search/remote_link.h"

#include "tests/fuzz/fuzz.h"

/* What is taken is written again, leading zeroes apart. */
static void read_numbers(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct core_answer answer = {0}, again = {0};
    char made[80];
    if (core_answer_parse(&answer, text)) {
        snprintf(made, sizeof(made), "%" PRIu64 " %" PRIu64 " %016" PRIx64,
                 answer.cpu_ns, answer.wall_ns, answer.checksum);
        FUZZ_HOLDS(core_answer_parse(&again, made));
        FUZZ_HOLDS(again.cpu_ns == answer.cpu_ns &&
                   again.wall_ns == answer.wall_ns &&
                   again.checksum == answer.checksum);
        FUZZ_HOLDS(strspn(text, "0123456789abcdef ") == strlen(text));
    }
    free(text);
}

/* One answer after the other, until one is wrong or the connection ends. */
static void read_frames(const uint8_t *data, size_t size)
{
    struct remote_link link = {.child = {.out = fuzz_file(data, size, NULL)}};
    struct remote_answer answer = {0};
    struct error err = {0};
    size_t length = 0;
    while (remote_link_receive(&link, 0, &answer, &err)) {
        FUZZ_HOLDS(answer.word[0] && strlen(answer.word) < sizeof(answer.word));
        FUZZ_HOLDS(answer.count >= 0 && answer.count <= LINK_NUMBERS_MAX);
        length += answer.bytes.length;
        FUZZ_HOLDS(length <= size);
        remote_answer_release(&answer);
    }
    FUZZ_HOLDS(err.text[0]);
    str_release(&link.input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(const uint8_t *data,
                                   size_t size) = {read_numbers, read_frames};
    if (size)
        readers[data[0] % 2](data + 1, size - 1);
    return 0;
}
