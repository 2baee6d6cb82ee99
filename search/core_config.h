/* SPDX-License-Identifier: MIT
 *
 * What core/kernels.conf says: the core's units and their implementations,
 * the driver, and what can be timed.
 */
#ifndef SEARCH_CORE_CONFIG_H
#define SEARCH_CORE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strvec.h"

struct error;

enum { CORE_UNITS_MAX = 64 };

struct core_unit {
    char *name;
    char *source;
    char *macro;                   /* NULL: one implementation only */
    struct strvec implementations; /* the first is the reference */
};

struct core_kernel {
    char *name;
    uint64_t units; /* bit mask of those it depends on */
    char *measure;  /* unit of its metric: "kbit/s" */
    bool higher_is_better;
    double work;   /* of one iteration, in that unit times a second */
    double blocks; /* 64-byte blocks of one iteration; 0: has none */
    bool is_default;
};

struct core_config {
    struct strvec compile; /* flags of every file, before all others */
    struct core_unit *units;
    size_t unit_count;
    struct strvec driver_compile;
    struct strvec driver_sources;
    char *bare_target; /* a target that begins so may need it; NULL: none */
    struct strvec bare_compile;
    struct strvec bare_sources; /* in place of libc */
    char *padding_source;
    char *padding_macro;
    struct core_kernel *kernels;
    size_t kernel_count;
};

/* Whatever is missing or wrong is an error that names the file and line. */
bool core_config_load(struct core_config *self, const char *path,
                      struct error *err);
void core_config_release(struct core_config *self);

#endif
