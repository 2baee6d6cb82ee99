/* SPDX-License-Identifier: MIT
 *
 * A library to preload, which plays with the clocks that tuner reads:
 *
 *     CLOCK_AFTER=50 CLOCK_JUMP_S=-315360000 LD_PRELOAD=.../clock.so tuner ...
 *
 * sets the time of day back by ten years at the 50th look at a clock.
 * CLOCK_SLEEP_S is the time that the machine is suspended at that moment,
 * which only CLOCK_BOOTTIME shows.  CLOCK_REPORT=FILE gets a line at that
 * moment, so that a script knows that it came.  Only the first process is
 * meant: children are started without it.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long after, jump_s, sleep_s;
static atomic_long looks;

static long number_of(const char *name)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : 0;
}

static __attribute__((constructor)) void begin(void)
{
    after = number_of("CLOCK_AFTER");
    jump_s = number_of("CLOCK_JUMP_S");
    sleep_s = number_of("CLOCK_SLEEP_S");
    unsetenv("LD_PRELOAD");
}

static void report(void)
{
    const char *path = getenv("CLOCK_REPORT");
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (fd < 0)
        return;
    ssize_t put = write(fd, "now\n", 4);
    (void)put;
    close(fd);
}

int clock_gettime(clockid_t id, struct timespec *out)
{
    int result = (int)syscall(SYS_clock_gettime, id, out);
    long look = atomic_fetch_add(&looks, 1) + 1;
    if (look == after)
        report();
    if (result == 0 && look >= after && id == CLOCK_REALTIME)
        out->tv_sec += jump_s;
    if (result == 0 && look >= after && id == CLOCK_BOOTTIME)
        out->tv_sec += sleep_s;
    return result;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
