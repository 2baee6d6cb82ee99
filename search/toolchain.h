/* SPDX-License-Identifier: MIT
 *
 * Compilers as programs to run: in a clean environment and a private folder,
 * with what must be known of them to mix objects.  Used by several threads
 * at once.
 */
#ifndef SEARCH_TOOLCHAIN_H
#define SEARCH_TOOLCHAIN_H

#include <pthread.h>
#include <stdbool.h>

#include "base/digest.h"
#include "base/map.h"
#include "base/strvec.h"

struct child_result;
struct error;

struct toolchain {
    char *temporary; /* TMPDIR and working folder of the compilers */
    struct strvec environment;
    struct map targets; /* cc -> what -dumpmachine says, owned */
    pthread_mutex_t lock;
};

/* Copies the path. */
void toolchain_init(struct toolchain *self, const char *temporary);
void toolchain_release(struct toolchain *self);

/* Adds the words of a --cc; ERROR_USAGE when there are none. */
bool toolchain_command(struct strvec *argv, const char *cc, struct error *err);
/* Runs to the end, stdout and stderr both in result->out; false when it
 * can't be started or Ctrl-C came. */
bool toolchain_run(const struct toolchain *self, const struct strvec *argv,
                   unsigned timeout_ms, struct child_result *result,
                   struct error *err);
/* What the compiler says that it makes programs for; borrowed. */
const char *toolchain_target(struct toolchain *self, const char *cc);
/* Adds those of the flags that decide which objects can be linked together
 * and run at all on the target: what fixed parts must be compiled with. */
void toolchain_binding_flags(struct toolchain *self, const char *cc,
                             const struct strvec *flags, struct strvec *out);
/* How a compiler with flags (a command's words) would link, as a name: the
 * same name, the same program out of the same objects.  `input` is any
 * existing file. */
bool toolchain_link_name(const struct toolchain *self,
                         const struct strvec *command, const char *input,
                         struct digest *out, struct error *err);

#endif
