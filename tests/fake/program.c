/* SPDX-License-Identifier: MIT
 *
 * Programs of the fake compiler: they answer like the core's driver.
 */
#include <config.h>

#include "tests/fake/program.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void fake_note(char letter)
{
    const char *path = getenv("FAKECC_LOG");
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
    if (fd < 0)
        return;
    ssize_t put = write(fd, &letter, 1);
    (void)put;
    close(fd);
}

struct program {
    double salsa20, poly1305, other;
    double packets;
    bool wrong, crash;
    uint64_t random;
};

static void take_line(struct program *self, const char *line)
{
    char unit[64];
    double speed;
    self->wrong |= strncmp(line, "wrong", 5) == 0;
    self->crash |= strncmp(line, "crash", 5) == 0;
    for (const char *at = line; *at && *at != '\n'; at++)
        self->random = (self->random ^ (unsigned char)*at) * 0x100000001b3u;
    if (sscanf(line, "%63s %lf", unit, &speed) != 2)
        return;
    if (strcmp(unit, "salsa20") == 0)
        self->salsa20 = speed;
    else if (strcmp(unit, "poly1305") == 0)
        self->poly1305 = speed;
    else if (strcmp(unit, "switch") == 0)
        self->packets = speed;
}

static uint64_t next_random(struct program *self)
{
    self->random ^= self->random << 13;
    self->random ^= self->random >> 7;
    self->random ^= self->random << 17;
    return self->random;
}

/* Sum of twelve uniform numbers: near enough to a normal one. */
static double noise(struct program *self)
{
    const char *text = getenv("FAKECC_NOISE");
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)(next_random(self) >> 11) / 9007199254740992.0;
    return text ? sum * atof(text) : 0;
}

/* Nanoseconds of one iteration: the two halves of the cipher add up. */
static double duration(struct program *self, const char *kernel)
{
    if (strcmp(kernel, "switching") == 0)
        return 1000 * exp(-self->packets);
    if (strcmp(kernel, "salsa20") == 0)
        return 2000 * exp(-self->salsa20);
    if (strcmp(kernel, "poly1305") == 0)
        return 1000 * exp(-self->poly1305);
    return 2000 * exp(-self->salsa20) + 1000 * exp(-self->poly1305);
}

static int serve(struct program *self)
{
    char line[256], kernel[128];
    unsigned long long count;
    while (fgets(line, sizeof(line), stdin)) {
        double ns = 1;
        if (strcmp(line, "quit\n") == 0)
            return 0;
        if (self->crash)
            raise(SIGSEGV);
        if (sscanf(line, "time %127s %llu", kernel, &count) == 2)
            ns = duration(self, kernel) * exp(noise(self));
        else if (sscanf(line, "clock %llu", &count) != 1)
            return 1;
        fake_note('t');
        unsigned long long taken = (unsigned long long)(ns * (double)count);
        printf("%llu %llu 1\n", taken, taken);
        fflush(stdout);
    }
    return 0;
}

/* Noise that were the same in each process would be a difference between
 * builds. */
static uint64_t seed(void)
{
    const char *text = getenv("FAKECC_SEED");
    struct timespec now;
    if (text)
        return strtoull(text, NULL, 10);
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_nsec << 20 ^ (uint64_t)getpid();
}

int fake_program(int argc, char **argv)
{
    struct program program = {.random = 0xcbf29ce484222325u};
    char line[FAKE_TEXT_MAX];
    FILE *file = fopen(argv[2], "r");
    while (file && fgets(line, sizeof(line), file))
        take_line(&program, line);
    if (file)
        fclose(file);
    program.random += seed() * 0x9e3779b97f4a7c15u;
    if (argc > 3 && strcmp(argv[3], "serve") == 0)
        return serve(&program);
    if (argc > 3 && strcmp(argv[3], "verify") == 0 && program.wrong) {
        fputs("salsa20: known answer 1 is wrong\n", stderr);
        return 1;
    }
    return 0;
}
