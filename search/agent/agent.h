/* SPDX-License-Identifier: MIT
 *
 * The helper that runs on another machine, started by search/runner_remote.c
 * over one connection: requests on stdin, answers on stdout.  It is compiled
 * by the workload's compiler for that machine, so that it is plain C11 with
 * POSIX and Linux calls and nothing of tuner.
 *
 * A request is a line "verb number...", then as many bytes as its last number
 * says: texts, each ended by a NUL, or the content of a file.  An answer is
 * a line "word number...", then as many bytes as its last number says.
 *
 *     put SIZE LENGTH        id           then SIZE more bytes: keep a content
 *     folder LENGTH          path         make an empty folder
 *     file MODE LENGTH       id, path     a copy of a content
 *     link LENGTH            target, path
 *     remove LENGTH          path         with all that is in it
 *     sync 0                              -> ok 0, or fail with the reason
 *     run TIMEOUT_MS MEMORY OUTPUT_MAX PIN ARGC LENGTH
 *                            folder, arguments, NAME=value...
 *            -> done END CODE WALL_NS USER_US SYSTEM_US PEAK_KIB CUT LENGTH
 *     serve ... as run                    -> ok NUMBER 0
 *     ask NUMBER TIMEOUT_MS LENGTH  line  -> line, or ended with the reason
 *     stop NUMBER 0                       -> ok 0
 *     read MAX LENGTH        path         -> bytes
 *     glob LENGTH            pattern      -> bytes: paths, each with a NUL
 *
 * put, folder, file, link and remove have no answer, so that many of them
 * travel at once; the first trouble is told by sync.  Paths of theirs are
 * below the helper's own folder, which is removed with everything else when
 * stdin ends.
 */
#ifndef AGENT_H
#define AGENT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_setaffinity(), CPU_SET() */
#endif

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { NUMBERS_MAX = 8, TEXTS_MAX = 4096, SERVERS_MAX = 256 };

struct request {
    char verb[16];
    long long numbers[NUMBERS_MAX];
    int count;
    char *bytes; /* of the last number's length, and a NUL */
    size_t length;
    char *texts[TEXTS_MAX + 1]; /* in bytes; ends with NULL */
    int text_count;
};

/* Talk.  Everything that fails here ends the helper. */
bool talk_read(struct request *request); /* false: stdin has ended */
void talk_release(struct request *request);
/* Takes this many bytes from stdin into a file; -1: drops them. */
void talk_take(long long size, int fd);
void talk_answer(const char *word, const long long *numbers, int count,
                 const void *bytes, size_t length);
void talk_text(const char *word, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* True when stdin has ended: called while a program runs. */
bool talk_is_over(void);
/* For signals: as if stdin had ended. */
void talk_stop(void);

/* Files. */
void files_put(const struct request *request);
void files_folder(const struct request *request);
void files_file(const struct request *request);
void files_link(const struct request *request);
void files_remove(const struct request *request);
void files_sync(const struct request *request);
void files_read(const struct request *request);
void files_glob(const struct request *request);
bool files_remove_tree(int at, const char *name);

/* Starting and ending programs. */
enum { TIMEOUT, MEMORY, OUTPUT_MAX, PIN, ARGUMENTS }; /* numbers of `run` */
long long now_ns(void);
void spawn_init(void);
/* The request's program with these descriptors, which are closed here. */
pid_t spawn(const struct request *request, int in, int out, int err);
void spawn_pipe(int ends[2]);
/* Ends for a request that is not whole. */
void spawn_check(const struct request *request);
/* Waits until one of the descriptors can be read, or a child ended, or a
 * moment has passed; ends the helper when stdin has ended. */
bool spawn_wait(int fd, int wait_ms);
/* Kills what programs left behind. */
void spawn_end_strays(void);

void run_run(const struct request *request);

void serve_serve(const struct request *request);
void serve_ask(const struct request *request);
void serve_stop(const struct request *request);
void serve_end_all(void);
bool serve_has(pid_t pid);

/* Removes everything and exits. */
_Noreturn void agent_end(int code);

#endif
