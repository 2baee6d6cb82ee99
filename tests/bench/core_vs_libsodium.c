/* SPDX-License-Identifier: MIT
 *
 * The program of core-vs-libsodium: every candidate and libsodium in one
 * process, a slice of each in random order a round, medians of the rounds'
 * ratios.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/driver_random.h"
#include "core/secretbox.h"
#include "core/stream.h"
#include "tests/bench/core_vs_libsodium.h"

enum {
    TEXT = 16384,
    MESSAGE = 1500,
    ROUNDS_MAX = 1000,
    CONTENDERS_MAX = 64,
    SLICE_NS = 1000000,
    TESTS = 3,
};

static uint8_t text[TEXT + 64], box[TEXT + 64], key[32], nonce[24];

static void sodium_salsa20_start(struct stream *stream, const uint8_t *k,
                                 const uint8_t *n, uint64_t counter)
{
    (void)stream, (void)k, (void)n, (void)counter;
}

static void sodium_salsa20_xor(struct stream *stream, uint8_t *out,
                               const uint8_t *in, size_t length)
{
    (void)stream;
    crypto_stream_salsa20_xor(out, in, length, nonce, key);
}

static void sodium_secretbox_seal(uint8_t *out, const uint8_t *message,
                                  size_t length, const uint8_t *n,
                                  const uint8_t *k)
{
    crypto_secretbox_easy(out, message, length, n, k);
}

static bool sodium_secretbox_open(uint8_t *message, const uint8_t *in,
                                  size_t length, const uint8_t *n,
                                  const uint8_t *k)
{
    return crypto_secretbox_open_easy(message, in, length, n, k) == 0;
}

static const struct contender libsodium =
    CONTENDER(sodium_, "libsodium", "", "");

static const struct contender *contender_at(int i)
{
    return i == 0 ? &libsodium : &candidates[i - 1];
}

static void test_salsa20(const struct contender *contender)
{
    struct stream stream;
    contender->start(&stream, key, nonce, 0);
    contender->stream(&stream, text, text, TEXT);
}

static void test_seal(const struct contender *contender)
{
    contender->seal(box, text, MESSAGE, nonce, key);
}

static void test_seal_open(const struct contender *contender)
{
    nonce[0]++;
    contender->seal(box, text, MESSAGE, nonce, key);
    if (!contender->open(text, box, 16 + MESSAGE, nonce, key)) {
        fprintf(stderr, "%s: a box does not open\n", contender->flags);
        exit(1);
    }
}

static const struct test {
    const char *name;
    void (*run)(const struct contender *contender);
    double bytes;
    double wanted; /* of the best, times libsodium's */
} tests[TESTS] = {
    {"salsa20 16384", test_salsa20, TEXT, 0.9},
    {"seal 1500", test_seal, MESSAGE, 1.5},
    {"seal+open 1500", test_seal_open, MESSAGE, 1.5},
};

static double now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds of one call. */
static double slice(const struct test *test, const struct contender *contender,
                    int calls)
{
    double start = now_ns();
    for (int i = 0; i < calls; i++)
        test->run(contender);
    return (now_ns() - start) / calls;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *values, int count)
{
    double sorted[ROUNDS_MAX];
    memcpy(sorted, values, (size_t)count * sizeof sorted[0]);
    qsort(sorted, (size_t)count, sizeof sorted[0], compare);
    return sorted[count / 2];
}

static double times[CONTENDERS_MAX][ROUNDS_MAX];

/* libsodium and the candidates, as many as there is room for. */
static int contender_count(void)
{
    int count = 1;
    while (count < CONTENDERS_MAX && contender_at(count)->flags != NULL)
        count++;
    return count;
}

static void one_round(const struct test *test, int calls, int round,
                      uint64_t *seed)
{
    int order[CONTENDERS_MAX] = {0}, count = contender_count();
    for (int i = 0; i < count; i++) {
        int at = (int)(random_next(seed) % (unsigned)(i + 1));
        order[i] = order[at];
        order[at] = i;
    }
    for (int i = 0; i < count; i++)
        times[order[i]][round] = slice(test, contender_at(order[i]), calls);
}

/* Prints one line and returns the ratio to libsodium. */
static double print_contender(const struct test *test, int i, int rounds)
{
    const struct contender *contender = contender_at(i);
    double ratios[ROUNDS_MAX] = {0};
    for (int round = 0; round < rounds; round++)
        ratios[round] = times[0][round] / times[i][round];
    double ratio = median(ratios, rounds);
    printf("%-16s %9.1f %6.2f  %-28s %-10s %s\n", "",
           test->bytes * 1e3 / median(times[i], rounds), ratio,
           contender->flags, contender->salsa20, contender->poly1305);
    return ratio;
}

/* Prints a table and returns the best candidate's ratio to libsodium. */
static double run_test(const struct test *test, int rounds, uint64_t *seed)
{
    double best = 0;
    int calls = (int)(SLICE_NS / slice(test, &libsodium, 100)) + 1;
    for (int round = 0; round < rounds; round++)
        one_round(test, calls, round, seed);
    printf("\n%-16s %9s %6s  %-28s %-10s %s\n", test->name, "MB/s", "ratio",
           "flags", "salsa20", "poly1305");
    for (int i = 0; i < contender_count(); i++) {
        double ratio = print_contender(test, i, rounds);
        if (i > 0 && ratio > best)
            best = ratio;
    }
    return best;
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
    int missed = 0;
    uint64_t seed = 1;
    if (rounds < 1 || rounds > ROUNDS_MAX || sodium_init() < 0) {
        fprintf(stderr, "rounds must be 1 to %d\n", ROUNDS_MAX);
        return 2;
    }
    random_bytes(&seed, text, sizeof text);
    random_bytes(&seed, key, sizeof key);
    for (int i = 0; i < TESTS; i++) {
        double best = run_test(&tests[i], (int)rounds, &seed);
        printf("%-16s best %.2f times libsodium, wanted %.1f\n", tests[i].name,
               best, tests[i].wanted);
        missed += best < tests[i].wanted;
    }
    return missed > 0;
}
