/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/pool.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "tests/unit/tap.h"

enum { JOBS = 1000 };

static atomic_uint runs[JOBS];
static size_t order[JOBS];
static atomic_size_t order_count;

static void count_run(size_t index, void *data)
{
    atomic_fetch_add(&runs[index], 1);
    order[atomic_fetch_add(&order_count, 1)] = index;
    atomic_fetch_add((atomic_uint *)data, 1);
}

START_TEST(every_job_runs_once)
{
    atomic_uint total = 0;
    pool_run(JOBS, 8, count_run, &total);
    ck_assert_uint_eq(total, JOBS);
    for (size_t i = 0; i < JOBS; i++)
        ck_assert_uint_eq(runs[i], 1);
}
END_TEST

START_TEST(one_worker_keeps_the_order)
{
    atomic_uint total = 0;
    pool_run(JOBS, 1, count_run, &total);
    for (size_t i = 0; i < JOBS; i++)
        ck_assert_uint_eq(order[i], i);
}
END_TEST

START_TEST(no_jobs_and_no_workers_are_fine)
{
    atomic_uint total = 0;
    pool_run(0, 4, count_run, &total);
    ck_assert_uint_eq(total, 0);
    pool_run(3, 0, count_run, &total);
    ck_assert_uint_eq(total, 3);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {every_job_runs_once, one_worker_keeps_the_order,
                            no_jobs_and_no_workers_are_fine};
    return TAP_RUN("pool", tests);
}
