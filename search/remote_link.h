/* SPDX-License-Identifier: MIT
 *
 * The connection to the helper on another machine: requests out, answers in,
 * the words of search/agent/agent.h.  For search/runner_remote.c.
 */
#ifndef SEARCH_REMOTE_LINK_H
#define SEARCH_REMOTE_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/child.h"
#include "base/str.h"

struct error;
struct strvec;

enum { LINK_NUMBERS_MAX = 8 };

struct remote_link {
    struct child child; /* ssh, srun, ... */
    struct str input;   /* bytes that came and were not asked for yet */
    size_t taken;       /* of them */
};

struct remote_answer {
    char word[16];
    long long numbers[LINK_NUMBERS_MAX]; /* without the length */
    int count;
    struct str bytes;
};

/* Starts the command and waits for the helper's "ready". */
bool remote_link_open(struct remote_link *self, const struct strvec *argv,
                      unsigned timeout_ms, struct error *err);
/* The helper ends what it runs and removes its folder.  Safe on {0}. */
void remote_link_close(struct remote_link *self);
bool remote_link_is_open(const struct remote_link *self);

/* Sends "head LENGTH\n" and the bytes.  False with ERROR_CANCELLED, or when
 * the connection is gone. */
bool remote_link_send(struct remote_link *self, const char *head,
                      const void *bytes, size_t length, struct error *err);
/* Sends bytes that a head has told of. */
bool remote_link_send_bytes(struct remote_link *self, const void *bytes,
                            size_t length, struct error *err);
/* timeout_ms 0: as long as the connection stands. */
bool remote_link_receive(struct remote_link *self, unsigned timeout_ms,
                         struct remote_answer *out, struct error *err);
void remote_answer_release(struct remote_answer *self);

#endif
