/* SPDX-License-Identifier: MIT
 *
 * The inside of runners, for search/runner*.c only: what each kind does
 * behind search/runner.h.
 */
#ifndef SEARCH_RUNNER_KINDS_H
#define SEARCH_RUNNER_KINDS_H

#include "search/runner.h"

struct runner_remote;

/* The calls of runner.h of the same names, minus what is the same for all. */
struct runner_operations {
    enum runner_status (*open)(struct runner *self, struct error *err);
    enum runner_status (*run)(struct runner *self, const struct runner_job *job,
                              struct child_result *result, struct error *err);
    enum runner_status (*serve)(struct runner *self,
                                const struct runner_job *job,
                                struct runner_server *server,
                                struct error *err);
    enum runner_status (*ask)(struct runner_server *server, const char *line,
                              unsigned timeout_ms, struct str *answer,
                              struct error *err);
    void (*stop)(struct runner_server *server);
    enum runner_status (*read)(struct runner *self, const char *path,
                               struct str *out, struct error *err);
    enum runner_status (*glob)(struct runner *self, const char *pattern,
                               struct strvec *paths, struct error *err);
    void (*forget)(struct runner *self, struct runner_place *place);
    void (*close)(struct runner *self);
};

/* How a command reaches the program. */
enum runner_kind {
    RUNNER_KIND_PREFIX,   /* words before the program, on this machine */
    RUNNER_KIND_EMULATOR, /* the same, and it cannot run /bin/sh */
    RUNNER_KIND_SHELL,    /* another machine, whose shell reads one string */
    RUNNER_KIND_REMOTE    /* another machine, given an argument vector */
};

struct runner {
    const struct runner_operations *operations;
    enum runner_kind kind;
    char *text;
    char *cc;
    struct strvec words;          /* of the prefix; empty: none */
    char *libraries;              /* that an emulator was told of, or NULL */
    struct runner_remote *remote; /* NULL on this machine */
};

/* Here, with or without a prefix. */
extern const struct runner_operations runner_local;
/* On another machine, by the helper. */
extern const struct runner_operations runner_over_there;

enum { RUNNER_READ_MAX = 1 << 20 };

/* RUNNER_ERROR for a cancel, RUNNER_ENDED for everything else. */
enum runner_status runner_failed(const struct error *err);
/* The user's words with the prefix in every {runner}; false, and nothing
 * added, when there is none of these in them. */
bool runner_substitute(const struct runner *self, const char *shell,
                       struct str *out);
/* What a job changes in the environment: NAME=value. */
void runner_environment(const struct runner_job *job, struct strvec *out);

#endif
