/* SPDX-License-Identifier: MIT
 *
 * Jobs on threads: a shared counter hands them out.
 */
#include <config.h>

#include "base/pool.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS_MAX = 64 };

struct queue {
    atomic_size_t next;
    size_t count;
    void (*job)(size_t index, void *data);
    void *data;
};

static void *work(void *argument)
{
    struct queue *queue = argument;
    for (;;) {
        size_t index = atomic_fetch_add(&queue->next, 1);
        if (index >= queue->count)
            return NULL;
        queue->job(index, queue->data);
    }
}

void pool_run(size_t count, unsigned workers,
              void (*job)(size_t index, void *data), void *data)
{
    struct queue queue = {.count = count, .job = job, .data = data};
    pthread_t threads[THREADS_MAX];
    unsigned started = 0;

    /* A thread that cannot be started is no loss: the others do its work. */
    while (started + 1 < workers && started + 1 < count &&
           started < THREADS_MAX &&
           pthread_create(&threads[started], NULL, work, &queue) == 0)
        started++;
    work(&queue);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}
