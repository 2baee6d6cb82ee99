/* SPDX-License-Identifier: MIT
 *
 * What can be timed. All kernels start from the same bytes at every call, so
 * that the checksum depends on nothing but the kernel and the number of
 * iterations.
 */
#ifndef CORE_DRIVER_KERNEL_H
#define CORE_DRIVER_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "driver_mix.h"
#include "stream.h"

enum {
    KERNEL_MESSAGE = 1500, /* bytes of the message that is sealed and opened */
    KERNEL_TEXT = 16384,   /* bytes of the other kernels' buffer */
};

/* The data of one run; static or on the heap, since it is over 1 MB. */
struct kernel_data {
    uint8_t text[KERNEL_TEXT + 64] __attribute__((aligned(64)));
    uint8_t key[32];
    uint8_t nonce[24];
    struct stream stream;
    struct mix mix;
    uint64_t checksum;
    bool failed; /* a box that we sealed did not open */
};

struct kernel {
    const char *name;
    void (*prepare)(struct kernel_data *data); /* before the clock starts */
    void (*run)(struct kernel_data *data, uint64_t iterations);
};

/* The kernel called `name`, or NULL. */
const struct kernel *kernel_find(const char *name);

/* Fills the buffers from a fixed seed and calls the kernel's own prepare. */
void kernel_prepare(const struct kernel *kernel, struct kernel_data *data);

/* Of everything that the run computed; after the clock has stopped. */
uint64_t kernel_checksum(const struct kernel_data *data);

#endif
