/* SPDX-License-Identifier: MIT
 *
 * Where built programs run: here, behind a command prefix on this machine
 * (`env A=1`, `qemu-arm -cpu cortex-a7`), or on another one (`ssh board`,
 * `srun -w node7`).  All kinds answer to the same calls, so that a workload
 * need not know which it has.
 *
 * Another machine is reached by one connection that stays open.  A small
 * helper (search/agent/) is compiled with the workload's compiler, copied
 * there first, and then does everything: it takes files (each content once),
 * runs programs within limits, keeps bench servers, measures CPU time and
 * memory there, reads /proc for the probes, and removes all that it made
 * when the connection ends.
 *
 * A connection that is lost is opened again, a few times, with pauses; the
 * call that met the loss still gives RUNNER_LOST, so that its round can be
 * called void.  What was copied is copied again when it is next used.
 *
 * One thread at a time for each runner and what belongs to it.
 *
 *     struct runner *runner = runner_new("ssh board", "cc", err);
 *     struct runner_place place;
 *     runner_place_init(&place, build_directory, &files);
 *     struct runner_job job = {.place = &place, .argv = argv};
 *     switch (runner_run(runner, &job, &result, err)) ...
 */
#ifndef SEARCH_RUNNER_H
#define SEARCH_RUNNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/child.h"
#include "base/str.h"
#include "base/strvec.h"

struct error;
struct runner;

enum runner_status {
    RUNNER_OK,
    RUNNER_ENDED, /* the program ended or would not answer; *err says how */
    RUNNER_LOST,  /* the connection went; it is open again: void the round */
    RUNNER_ERROR  /* cannot go on; *err says why */
};

/* `text` is what --runner got; NULL or "" is this machine.  `cc` compiles
 * the helper for another machine and is copied.  Nothing is started yet.
 * NULL, with ERROR_USAGE, for an open quote. */
struct runner *runner_new(const char *text, const char *cc, struct error *err);
/* Stops servers, ends the connection, removes what was copied. */
void runner_free(struct runner *self);

/* As given to runner_new; "" for this machine. */
const char *runner_text(const struct runner *self);
/* Another machine: files must be copied and probes must ask over there. */
bool runner_is_remote(const struct runner *self);
/* An emulator: times mean nothing. */
bool runner_is_emulated(const struct runner *self);
/* The folder of a cross compiler's libraries, where a qemu was not told and
 * gets -L for it; or NULL. */
const char *runner_libraries(const struct runner *self);
/* Opens the connection when it is not open, so that trouble shows early:
 * RUNNER_OK or RUNNER_ERROR.  Always RUNNER_OK for the other kinds. */
enum runner_status runner_open(struct runner *self, struct error *err);

/* A folder of built files as a runner's machine sees it. */
struct runner_place {
    char *local;            /* folder here; absolute */
    struct strvec files;    /* paths in it that are copied; folders count with
                               all that is in them */
    char *remote;           /* folder there; NULL until it was copied */
    unsigned generation;    /* of the connection that it was copied over */
    struct strvec contents; /* digests of what was copied */
};

/* Copies both arguments.  Copying to the other machine happens at the first
 * use. */
void runner_place_init(struct runner_place *self, const char *local,
                       const struct strvec *files);
/* Removes the copy over there, too. */
void runner_place_release(struct runner_place *self, struct runner *runner);

/* One program, run to its end with its place as working folder. */
struct runner_job {
    struct runner_place *place;
    /* Either an argument vector.  A first word with a slash is looked up
     * from the place ("./driver"); */
    char *const *argv;
    /* or the user's own words for /bin/sh -c.  A prefix is put before them,
     * or in the place of every {runner} in them. */
    const char *shell;
    const struct strvec *environment; /* NAME=value, added; may be NULL */
    size_t environment_bytes; /* extra, unused environment (code layout) */
    unsigned timeout_ms;      /* 0: none */
    uint64_t memory_bytes;    /* 0: as it is there */
    size_t output_max;        /* 0: CHILD_OUTPUT_DEFAULT */
    int pin_cpu_plus_one;     /* 0: as it is there */
};

/* stdout and stderr come merged in result->out, in order.  Times and peak
 * memory are those of the program and its children, over there.  RUNNER_OK
 * says that it ran; how it ended is in *result (released by the caller in
 * this case only).  Processes that it left behind are killed. */
enum runner_status runner_run(struct runner *self, const struct runner_job *job,
                              struct child_result *result, struct error *err);

/* A bench server: one line in, one line out.  `{0}` is empty. */
struct runner_server {
    struct runner *runner;
    struct child child;  /* this machine */
    unsigned number;     /* over there: the helper's number for it */
    unsigned generation; /* of the connection */
    bool running;
};

/* Starts job->argv or job->shell.  RUNNER_LOST only after a lost connection
 * was opened again: call once more. */
enum runner_status runner_serve(struct runner *self,
                                const struct runner_job *job,
                                struct runner_server *server,
                                struct error *err);
/* RUNNER_LOST: the server is gone with the connection; start it again. */
enum runner_status runner_ask(struct runner_server *server, const char *line,
                              unsigned timeout_ms, struct str *answer,
                              struct error *err);
/* The process itself, where it is one of this machine that nothing stands
 * before; 0 otherwise. */
int runner_server_pid(const struct runner_server *server);
/* Safe on {0} and on a server that has ended. */
void runner_server_stop(struct runner_server *server);

/* For probes: a file of the runner's machine, at most 1 MiB (0-size /proc
 * and /sys files too), added to *out; RUNNER_ENDED when it cannot be read. */
enum runner_status runner_read(struct runner *self, const char *path,
                               struct str *out, struct error *err);
/* Paths there that match a glob(7) pattern, sorted. */
enum runner_status runner_glob(struct runner *self, const char *pattern,
                               struct strvec *paths, struct error *err);
/* Writes files that match the patterns below `root` here (root/proc/...),
 * for `probe --root`.  What cannot be read is left out. */
bool runner_capture(struct runner *self, const struct strvec *patterns,
                    const char *root, struct error *err);

#endif
