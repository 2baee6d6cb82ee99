/* SPDX-License-Identifier: MIT
 *
 * Hardware counters of cycles, by perf events.
 */
#include <config.h>

#include "search/counter.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "search/protocol.h"

/* ---- the kernel's ---- */

#if defined(__linux__) && __has_include(<linux/perf_event.h>)
#include <linux/perf_event.h>
#include <sys/syscall.h>

/* Pinned: on the processor all the time, or not at all. */
static int open_event(void *data, int pid)
{
    struct perf_event_attr wanted = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof(wanted),
        .config = PERF_COUNT_HW_CPU_CYCLES,
        .pinned = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    (void)data;
    long handle = syscall(SYS_perf_event_open, &wanted, pid, -1, -1,
                          PERF_FLAG_FD_CLOEXEC);
    return handle < 0 ? -errno : (int)handle;
}
#else
static int open_event(void *data, int pid)
{
    (void)data;
    (void)pid;
    return -ENOSYS;
}
#endif

static bool read_event(void *data, int handle, uint64_t *cycles)
{
    (void)data;
    return read(handle, cycles, sizeof(*cycles)) == (ssize_t)sizeof(*cycles);
}

static void close_event(void *data, int handle)
{
    (void)data;
    close(handle);
}

const struct counter_source counter_kernel = {
    .open = open_event, .read = read_event, .close = close_event};

/* ---- any ---- */

static const struct {
    int number;
    const char *words;
} refusals[] = {
    {EACCES, "they are forbidden (/proc/sys/kernel/perf_event_paranoid)"},
    {EPERM, "they are forbidden (/proc/sys/kernel/perf_event_paranoid)"},
    {ENOENT, "this machine shows none"},
    {ENODEV, "this machine shows none"},
    {EOPNOTSUPP, "this machine shows none"},
    {ENOSYS, "this kernel has none"},
};

static const char *explain(int number)
{
    for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++)
        if (refusals[i].number == number)
            return refusals[i].words;
    return strerror(number);
}

bool counter_open(struct counter *self, const struct counter_source *source,
                  int pid, struct str *why)
{
    int handle = source->open(source->data, pid);
    *self = (struct counter){source, handle, handle >= 0};
    if (!self->is_open)
        str_add(why, explain(-handle));
    return self->is_open;
}

bool counter_read(const struct counter *self, uint64_t *cycles)
{
    return self->is_open &&
           self->source->read(self->source->data, self->handle, cycles);
}

void counter_close(struct counter *self)
{
    if (self->is_open)
        self->source->close(self->source->data, self->handle);
    *self = (struct counter){0};
}

/* ---- proof ---- */

enum { LENGTHS = 3, REPETITIONS = 3, SLOPES = LENGTHS - 1 };

/* Cycles that a chain took; false when there is no count or it went back. */
static bool count_chain(const struct counter *self,
                        const struct counter_trial *trial, uint64_t additions,
                        double *cycles)
{
    uint64_t before, after;
    if (!counter_read(self, &before) || !trial->run(trial->data, additions) ||
        !counter_read(self, &after) || after <= before)
        return false;
    *cycles = (double)(after - before);
    return true;
}

/* Cycles an addition between chains of one, two and four times the length;
 * what every request costs falls out. */
static bool find_slopes(const struct counter *self,
                        const struct counter_trial *trial,
                        double slopes[SLOPES])
{
    double cycles[LENGTHS];
    for (int i = 0; i < LENGTHS; i++)
        if (!count_chain(self, trial, trial->additions << i, &cycles[i]))
            return false;
    for (int i = 0; i < SLOPES; i++)
        slopes[i] =
            (cycles[i + 1] - cycles[i]) / (double)(trial->additions << i);
    return true;
}

bool counter_prove(const struct counter *self,
                   const struct counter_trial *trial, struct str *why)
{
    double least = (double)INFINITY, most = 0, slopes[SLOPES];
    for (int i = 0; i < REPETITIONS; i++) {
        if (!find_slopes(self, trial, slopes)) {
            str_add(why, "it does not count on");
            return false;
        }
        for (int s = 0; s < SLOPES; s++) {
            least = fmin(least, slopes[s]);
            most = fmax(most, slopes[s]);
        }
    }
    if (!(least > 0) || most / least - 1 > trial->protocol->counter_spread) {
        str_addf(why, "it counts %.3g to %.3g cycles for the same addition",
                 least, most);
        return false;
    }
    if (fabs((least + most) / 2 - 1) > trial->protocol->counter_ratio) {
        str_addf(why, "it counts %.3g cycles for an addition of one",
                 (least + most) / 2);
        return false;
    }
    return true;
}
