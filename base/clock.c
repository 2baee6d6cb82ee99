/* SPDX-License-Identifier: MIT
 *
 * Clocks.
 */
#include <config.h>

#include "base/clock.h"

#include <time.h>

#include "base/memory.h"
#include "base/str.h"

static uint64_t read_ns(clockid_t id)
{
    struct timespec now = {0};
    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t clock_now_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

double clock_now_s(void)
{
    return (double)clock_now_ns() * 1e-9;
}

double clock_suspended_s(void)
{
    /* We may be held up between two readings: the quickest pair counts. */
    enum { TRIES = 5 };
    const uint64_t quick_ns = 1000000;
    uint64_t slept_ns = 0;
    for (int i = 0; i < TRIES; i++) {
        uint64_t before = clock_now_ns(), all = read_ns(CLOCK_BOOTTIME);
        slept_ns = all > before ? all - before : 0;
        if (clock_now_ns() - before < quick_ns)
            break;
    }
    return (double)slept_ns * 1e-9;
}

double clock_own_cpu_s(void)
{
    return (double)read_ns(CLOCK_PROCESS_CPUTIME_ID) * 1e-9;
}

void clock_sleep_s(double seconds)
{
    if (seconds <= 0)
        return;
    struct timespec wait = {.tv_sec = (time_t)seconds};
    wait.tv_nsec = (long)((seconds - (double)wait.tv_sec) * 1e9);
    nanosleep(&wait, NULL);
}

void clock_date(char out[CLOCK_DATE_SIZE])
{
    time_t now = time(NULL);
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    long epoch;
    if (fixed && str_parse_long(fixed, &epoch) && epoch >= 0)
        now = (time_t)epoch;
    struct tm parts = {0};
    gmtime_r(&now, &parts);
    strftime(out, CLOCK_DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts);
}
