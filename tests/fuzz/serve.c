/* SPDX-License-Identifier: MIT
 *
 * Requests to the driver's server: each line gets one answer, and it is the
 * one that the protocol says.  The kernels are replaced, since a request may
 * ask for an hour's work; the source is taken in whole, since the core is
 * compiled in a way of its own.
 */
#include <config.h>

#include "tests/fuzz/fuzz.h"

/* A megabyte anew for every input would be most of the time. */
static int take_memory(void **out, size_t alignment, size_t size);
static void give_back(void *memory);
#define posix_memalign take_memory
#define free give_back
/* NOLINTNEXTLINE(bugprone-suspicious-include): for what is replaced. */
#include "core/driver_serve.c"
#undef free
#undef posix_memalign

static struct server memory;

static int take_memory(void **out, size_t alignment, size_t size)
{
    FUZZ_HOLDS(alignment == _Alignof(struct server) && size == sizeof(memory));
    *out = &memory;
    return 0;
}

static void give_back(void *given)
{
    FUZZ_HOLDS(given == &memory);
}

/* What the server did with the numbers that it was given. */
static unsigned runs;

struct driver_time driver_time_now(void)
{
    return (struct driver_time){1, 2};
}

struct driver_time driver_time_since(const struct driver_time *before)
{
    return *before;
}

static void count(uint64_t number)
{
    FUZZ_HOLDS(number >= 1 && number <= 1000000000000u);
    runs++;
}

uint64_t driver_add_chain(uint64_t additions)
{
    count(additions);
    return additions;
}

static void run(struct kernel_data *data, uint64_t iterations)
{
    count(iterations);
    data->checksum = iterations;
}

const struct kernel *kernel_find(const char *name)
{
    static const struct kernel kernel = {"switching", NULL, run};
    FUZZ_HOLDS(name[0] && !strchr(name, ' '));
    return strcmp(name, kernel.name) == 0 ? &kernel : NULL;
}

void kernel_prepare(const struct kernel *kernel, struct kernel_data *data)
{
    (void)kernel;
    data->failed = false;
}

uint64_t kernel_checksum(const struct kernel_data *data)
{
    return data->checksum;
}

static bool is_answer(const char *line)
{
    return strncmp(line, "error ", 6) == 0 ||
           (strncmp(line, "1 2 ", 4) == 0 &&
            strspn(line + 4, "0123456789abcdef") == 16 && line[20] == '\n');
}

/* Lines until the end or a "quit". */
static size_t count_requests(const uint8_t *data, size_t size)
{
    size_t lines = 0;
    for (const uint8_t *at = data, *end = data + size; at < end; lines++) {
        const uint8_t *next = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((next ? next : end) - at);
        size_t blanks = 0;
        while (blanks < length && at[blanks] == ' ')
            blanks++;
        size_t word = blanks;
        while (word < length && at[word] != ' ')
            word++;
        size_t last = length;
        while (last > word && at[last - 1] == ' ')
            last--;
        if (length < 128 && last == word && word - blanks == 4 &&
            memcmp(at + blanks, "quit", 4) == 0)
            return lines;
        at = next ? next + 1 : end;
    }
    return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char answers[1 << 16];
    if (!size || size > 1000)
        return 0;
    runs = 0;
    answers[0] = '\0';
    FILE *in = fmemopen((void *)(uintptr_t)data, size, "r");
    FILE *out = fmemopen(answers, sizeof(answers), "w");
    FUZZ_HOLDS(in && out && driver_serve(in, out));
    fclose(in);
    fclose(out);
    size_t lines = 0, numbers = 0;
    for (const char *line = answers; *line; line = strchr(line, '\n') + 1) {
        FUZZ_HOLDS(is_answer(line));
        numbers += line[0] == '1';
        lines++;
    }
    FUZZ_HOLDS(lines == count_requests(data, size) && numbers == runs);
    return 0;
}
