/* SPDX-License-Identifier: MIT
 *
 * One running `driver serve` of the core: asked for slices of work, it
 * answers with the time that they took (core/driver_serve.h).
 */
#ifndef SEARCH_CORE_SERVER_H
#define SEARCH_CORE_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "search/arm.h"
#include "search/runner.h"

/* How it is started; borrowed by the server for its life. */
struct core_server_job {
    struct runner *runner;
    int pin_cpu_plus_one;
};

struct core_server {
    const struct core_server_job *job;
    struct runner_place place;
    struct runner_server server;
    size_t environment_bytes;
};

struct core_answer {
    uint64_t cpu_ns;
    uint64_t wall_ns;
    uint64_t checksum;
};

/* "CPU_NS WALL_NS CHECKSUM", exactly; *self stays as it is when it is not. */
bool core_answer_parse(struct core_answer *self, const char *text);

/* `directory` holds the program `driver`.  False when it can't be started
 * (ERROR_CHILD) or the work must stop (any other kind). */
bool core_server_start(struct core_server *self,
                       const struct core_server_job *job, const char *directory,
                       size_t environment_bytes, struct error *err);
void core_server_stop(struct core_server *self);
/* Sends a request; after a lost connection the server is started again and
 * the answer is ARM_VOID. */
enum arm_status core_server_ask(struct core_server *self, const char *request,
                                struct core_answer *answer, struct error *err);

#endif
