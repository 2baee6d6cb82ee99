/* SPDX-License-Identifier: MIT
 *
 * What the benchmark compares: libsodium, and the candidates of a C file that
 * the script core-vs-libsodium writes, with one DECLARE() and one CONTENDER()
 * line each.
 */
#ifndef TESTS_BENCH_CORE_VS_LIBSODIUM_H
#define TESTS_BENCH_CORE_VS_LIBSODIUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stream;

struct contender {
    const char *flags, *salsa20, *poly1305; /* how it was compiled */
    void (*start)(struct stream *stream, const uint8_t *key,
                  const uint8_t *nonce, uint64_t counter);
    void (*stream)(struct stream *stream, uint8_t *out, const uint8_t *in,
                   size_t length);
    void (*seal)(uint8_t *box, const uint8_t *message, size_t length,
                 const uint8_t *nonce, const uint8_t *key);
    bool (*open)(uint8_t *message, const uint8_t *box, size_t length,
                 const uint8_t *nonce, const uint8_t *key);
};

/* The last one has no flags. */
extern const struct contender candidates[];

#define DECLARE(prefix)                                                        \
    void prefix##salsa20_start(struct stream *, const uint8_t *,               \
                               const uint8_t *, uint64_t);                     \
    void prefix##salsa20_xor(struct stream *, uint8_t *, const uint8_t *,      \
                             size_t);                                          \
    void prefix##secretbox_seal(uint8_t *, const uint8_t *, size_t,            \
                                const uint8_t *, const uint8_t *);             \
    bool prefix##secretbox_open(uint8_t *, const uint8_t *, size_t,            \
                                const uint8_t *, const uint8_t *);

#define CONTENDER(prefix, flags, salsa20, poly1305)                            \
    {                                                                          \
        flags, salsa20, poly1305, prefix##salsa20_start, prefix##salsa20_xor,  \
            prefix##secretbox_seal, prefix##secretbox_open,                    \
    }

#endif
