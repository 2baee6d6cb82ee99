/* SPDX-License-Identifier: MIT
 *
 * The server, see driver_serve.h.
 */
#include "driver_serve.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "driver_clock.h"
#include "driver_kernel.h"

enum {
    LINE_MAX_BYTES = 128,
    WORDS_MAX = 4, /* one more than any request has */
};
#define COUNT_MAX 1000000000000u /* about an hour's work */

enum line { LINE_GOOD, LINE_BAD, LINE_END };

/* A request's answer, or why there is none. */
struct answer {
    struct driver_time time;
    uint64_t checksum;
    const char *error;
};

struct server {
    struct kernel_data data;
    struct answer answer;
    bool done;
};

/* Reads one line without its end. A line that is too long, or has a zero
 * byte, is read to its end and is bad. */
static enum line read_line(FILE *in, char line[LINE_MAX_BYTES])
{
    size_t length = 0;
    bool good = true;
    int c = getc(in);
    if (c == EOF)
        return LINE_END;
    for (; c != EOF && c != '\n'; c = getc(in)) {
        if (c == 0 || length + 1 == LINE_MAX_BYTES)
            good = false;
        else
            line[length++] = (char)c;
    }
    line[length] = 0;
    return good ? LINE_GOOD : LINE_BAD;
}

/* Cuts the line at spaces; the words found, WORDS_MAX at most. */
static int split(char *line, char *words[WORDS_MAX])
{
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        if (count == WORDS_MAX)
            break;
        words[count++] = word;
    }
    return count;
}

/* A count from 1 to COUNT_MAX in plain digits. */
static bool parse_count(const char *text, uint64_t *count)
{
    uint64_t value = 0;
    for (; *text != 0; text++) {
        if (*text < '0' || *text > '9')
            return false;
        value = 10 * value + (uint64_t)(*text - '0');
        if (value > COUNT_MAX)
            return false;
    }
    *count = value;
    return value > 0;
}

static void do_time(struct server *server, char **words)
{
    const struct kernel *kernel = kernel_find(words[1]);
    struct answer *answer = &server->answer;
    uint64_t count = 0;
    if (kernel == NULL) {
        answer->error = "no such kernel";
        return;
    }
    if (!parse_count(words[2], &count)) {
        answer->error = "bad number of iterations";
        return;
    }
    kernel_prepare(kernel, &server->data);
    struct driver_time start = driver_time_now();
    kernel->run(&server->data, count);
    answer->time = driver_time_since(&start);
    answer->checksum = kernel_checksum(&server->data);
    if (server->data.failed)
        answer->error = "a sealed box did not open";
}

static void do_clock(struct server *server, char **words)
{
    struct answer *answer = &server->answer;
    uint64_t count = 0;
    if (!parse_count(words[1], &count)) {
        answer->error = "bad number of additions";
        return;
    }
    struct driver_time start = driver_time_now();
    uint64_t sum = driver_add_chain(count);
    answer->time = driver_time_since(&start);
    answer->checksum = sum;
}

static void do_quit(struct server *server, char **words)
{
    (void)words;
    server->done = true;
}

static const struct request {
    const char *name;
    int words; /* that it takes, its name among them */
    void (*run)(struct server *server, char **words);
} requests[] = {
    {"time", 3, do_time},
    {"clock", 2, do_clock},
    {"quit", 1, do_quit},
};

static void handle(struct server *server, char *line)
{
    char *words[WORDS_MAX] = {NULL};
    int count = split(line, words);
    server->answer = (struct answer){.error = NULL};
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        if (count > 0 && strcmp(words[0], requests[i].name) == 0) {
            if (count == requests[i].words)
                requests[i].run(server, words);
            else
                server->answer.error = "wrong number of words";
            return;
        }
    server->answer.error = "no such request";
}

static bool print_answer(FILE *out, const struct answer *answer)
{
    if (answer->error != NULL)
        fprintf(out, "error %s\n", answer->error);
    else
        fprintf(out, "%" PRIu64 " %" PRIu64 " %016" PRIx64 "\n",
                answer->time.cpu_ns, answer->time.wall_ns, answer->checksum);
    return fflush(out) == 0;
}

bool driver_serve(FILE *in, FILE *out)
{
    struct server *server = NULL;
    /* calloc knows nothing of the alignment that the buffers ask for. */
    if (posix_memalign((void **)&server, _Alignof(struct server),
                       sizeof *server) != 0)
        return false;
    server->done = false;
    char line[LINE_MAX_BYTES];
    bool written = true;
    while (written && !server->done) {
        enum line kind = read_line(in, line);
        if (kind == LINE_END)
            break;
        if (kind == LINE_GOOD)
            handle(server, line);
        else
            server->answer = (struct answer){.error = "bad line"};
        if (!server->done)
            written = print_answer(out, &server->answer);
    }
    free(server);
    return written;
}
