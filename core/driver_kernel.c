/* SPDX-License-Identifier: MIT
 *
 * The timed kernels: one function and one table line each.
 */
#include "driver_kernel.h"

#include <string.h>

#include "bytes.h"
#include "chacha20.h"
#include "chacha20poly1305.h"
#include "driver_random.h"
#include "poly1305.h"
#include "salsa20.h"
#include "secretbox.h"

static void fold(struct kernel_data *data, uint64_t word)
{
    data->checksum = (data->checksum ^ word) * RANDOM_PRIME;
}

/* A new message each time: the number of the iteration is in its nonce. */
static void run_secretbox(struct kernel_data *data, uint64_t iterations)
{
    uint8_t *box = data->text, *message = box + SECRETBOX_TAG;
    for (uint64_t i = 0; i < iterations; i++) {
        store_le64(data->nonce, i);
        secretbox_seal(box, message, KERNEL_MESSAGE, data->nonce, data->key);
        fold(data, load_le64(box));
        if (!secretbox_open(message, box, SECRETBOX_TAG + KERNEL_MESSAGE,
                            data->nonce, data->key))
            data->failed = true;
    }
}

static void prepare_switch(struct kernel_data *data)
{
    mix_init(&data->mix);
}

static void run_switch(struct kernel_data *data, uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++)
        fold(data, mix_pass(&data->mix));
}

static void prepare_salsa20(struct kernel_data *data)
{
    salsa20_start(&data->stream, data->key, data->nonce, 0);
}

static void run_salsa20(struct kernel_data *data, uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++)
        salsa20_xor(&data->stream, data->text, data->text, KERNEL_TEXT);
}

static void prepare_chacha20(struct kernel_data *data)
{
    chacha20_start(&data->stream, data->key, data->nonce, 0);
}

static void run_chacha20(struct kernel_data *data, uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++)
        chacha20_xor(&data->stream, data->text, data->text, KERNEL_TEXT);
}

/* Each tag goes into the text, so that the next one depends on it. */
static void run_poly1305(struct kernel_data *data, uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++)
        poly1305_authenticate(data->text, data->text, KERNEL_TEXT, data->key);
}

static void run_chacha20poly1305(struct kernel_data *data, uint64_t iterations)
{
    const struct poly1305_part text[2] = {{data->nonce + 12, 12},
                                          {data->text, KERNEL_TEXT}};
    for (uint64_t i = 0; i < iterations; i++) {
        store_le64(data->nonce, i);
        chacha20poly1305_seal(data->text, text, data->nonce, data->key);
        fold(data, load_le64(data->text + KERNEL_TEXT));
    }
}

static const struct kernel kernels[] = {
    {"salsa20/poly1305", NULL, run_secretbox},
    {"switching", prepare_switch, run_switch},
    {"salsa20", prepare_salsa20, run_salsa20},
    {"chacha20", prepare_chacha20, run_chacha20},
    {"poly1305", NULL, run_poly1305},
    {"chacha20poly1305", NULL, run_chacha20poly1305},
};

const struct kernel *kernel_find(const char *name)
{
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (strcmp(kernels[i].name, name) == 0)
            return &kernels[i];
    return NULL;
}

void kernel_prepare(const struct kernel *kernel, struct kernel_data *data)
{
    uint64_t seed = 1;
    random_bytes(&seed, data->text, sizeof data->text);
    random_bytes(&seed, data->key, sizeof data->key);
    random_bytes(&seed, data->nonce, sizeof data->nonce);
    data->checksum = 0;
    data->failed = false;
    if (kernel->prepare != NULL)
        kernel->prepare(data);
}

uint64_t kernel_checksum(const struct kernel_data *data)
{
    uint64_t sum = data->checksum;
    for (size_t i = 0; i < sizeof data->text; i += 8)
        sum = (sum ^ load_le64(data->text + i)) * RANDOM_PRIME;
    return sum ^ sum >> 32;
}
