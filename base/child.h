/* SPDX-License-Identifier: MIT
 *
 * Running other programs.  Argument vectors, never
 * a shell; each child has its own process group, no inherited descriptors but
 * 0, 1, 2, no way to gain privileges, limits on CPU time, memory, files and
 * processes, and a time-out that kills the whole group.  As root, children
 * may run as somebody else: base/rights.h.
 *
 * child_run() runs one to its end and keeps what it printed, up to a limit.
 * child_start()/child_stop() keep one running with pipes to talk to.
 * Both are safe to call from several threads at once.
 *
 *     struct child_options options = {.argv = strvec_argv(&args),
 *                                     .timeout_ms = 10000};
 *     struct child_result result;
 *     if (!child_run(&options, &result, err))
 *         return false;               // could not be started
 *     if (result.end != CHILD_EXITED || result.code != 0) ...
 *     child_result_release(&result);
 */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"

struct error;
struct strvec;

enum child_end {
    CHILD_EXITED,   /* code is the exit status */
    CHILD_SIGNALED, /* code is the signal */
    CHILD_TIMEOUT   /* killed by us after timeout_ms */
};

enum {
    CHILD_OUTPUT_DEFAULT = 1 << 20,
    /* Far more than parallel builds use. */
    CHILD_FILES_DEFAULT = 4096,
    CHILD_PROCESSES_DEFAULT = 4096
};

struct child_options {
    char *const *argv;        /* argv[0] is looked up in PATH */
    const char *directory;    /* working directory; NULL: ours */
    char *const *environment; /* whole environment; NULL: ours */
    const char *input;        /* bytes for stdin; NULL: /dev/null */
    size_t input_length;
    size_t output_max;     /* bytes kept of each stream; 0: default;
                              what is over is read and dropped */
    unsigned timeout_ms;   /* wall clock; 0: none */
    unsigned cpu_seconds;  /* RLIMIT_CPU; 0: as ours */
    uint64_t memory_bytes; /* RLIMIT_AS; 0: as ours */
    uint64_t file_bytes;   /* RLIMIT_FSIZE; 0: as ours */
    unsigned open_files;   /* RLIMIT_NOFILE; 0: CHILD_FILES_DEFAULT */
    unsigned processes;    /* more than run now (RLIMIT_NPROC, which does not
                              bind root); 0: CHILD_PROCESSES_DEFAULT */
    int pin_cpu_plus_one;  /* run on this CPU only, plus one; 0: as ours */
    bool merge_output;     /* stderr goes into out, in order */
    bool offline;          /* without a network, where the kernel can */
    bool tied;             /* killed when the calling thread ends, even by
                              SIGKILL; child_run() sets it */
};

struct child_result {
    enum child_end end;
    int code;
    struct str out;
    struct str err;
    bool truncated; /* output was longer than output_max */
    double wall_s;
    double user_s; /* of the child and its waited-for children */
    double system_s;
    long peak_memory_kib;
};

/* False when the program could not be started at all (message names it), or
 * was killed by child_cancel_all() (ERROR_CANCELLED); anything else that it
 * did is in *result, which the caller releases. */
bool child_run(const struct child_options *options, struct child_result *result,
               struct error *err);
void child_result_release(struct child_result *self);
/* Fills end and code from a status as of waitpid, unless we killed it. */
void child_result_fill_end(struct child_result *self, int status);
/* True for a normal end with status 0. */
bool child_succeeded(const struct child_result *self);
/* The signal that ended it, also as shells and emulators tell it: an exit
 * status of 128 and the signal.  0: none. */
int child_signal(const struct child_result *self);
/* "exit 1", "signal 4 (Illegal instruction)", "no end within 10 s". */
void child_describe_end(const struct child_result *self, struct str *out);

struct child {
    pid_t pid;          /* 0: none */
    int in;             /* write here: its stdin */
    int out;            /* read here: its stdout; stderr goes to /dev/null */
    struct str pending; /* bytes read after the last line */
    int exit_status;    /* as of waitpid, once it ended */
};

/* Starts a program that stays: timeout_ms and output_max, input and
 * merge_output mean nothing here.  False when it could not be started; *self
 * is untouched then. */
bool child_start(const struct child_options *options, struct child *self,
                 struct error *err);
/* Writes a whole line (a newline is added); false when the child is gone. */
bool child_send_line(struct child *self, const char *line, struct error *err);
/* Replaces *line by the next line without its newline; false when none came
 * within timeout_ms, when it is longer than 64 KiB or when the child ended
 * (then *err says how). */
bool child_read_line(struct child *self, unsigned timeout_ms, struct str *line,
                     struct error *err);
/* Closes the pipes, waits a little, kills the group; always leaves pid 0.
 * Safe on {0}. */
void child_stop(struct child *self);
/* True while it runs; when it has ended, exit_status is filled. */
bool child_is_alive(struct child *self);

/* Fills the limits for one run of a compiler, timeout_ms being set. */
void child_limit_compiler(struct child_options *options);

/* Signal-safe: asks all running and later children to end (Ctrl-C). */
void child_cancel_all(void);
bool child_cancelled(void);
/* For tests, and to go on after a cancelled phase. */
void child_cancel_reset(void);

/* The current environment with some variables changed: "NAME=value" sets,
 * "NAME" alone unsets.  Adds to *out. */
void child_environment(const struct strvec *changes, struct strvec *out);

/* Whether a program of this name can be started: looks in PATH; the full
 * path goes to *path when not NULL. */
bool child_find_program(const char *name, struct str *path);

#endif
