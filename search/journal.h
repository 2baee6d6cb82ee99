/* SPDX-License-Identifier: MIT
 *
 * The journal of a run: JSON objects, one a line.  A line counts once it is
 * whole, so that a kill at any moment costs at most what was in flight;
 * journal_sync() puts what was appended on disk.
 *
 * Each line has "event".  What the events mean is the business of those who
 * write them (search/ledger.h, search/planner.h).
 *
 * Much of what is appended is outdated by what follows.  Somebody who can
 * write the state in short (journal_bound) keeps a journal from growing
 * without end: once it is twice as long as the state was the last time, the
 * state is written to a file beside it, put on disk and renamed over it.  The
 * first line, which says what the journal is of, stays.
 */
#ifndef SEARCH_JOURNAL_H
#define SEARCH_JOURNAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/str.h"

struct error;

enum {
    JOURNAL_LINE_MAX = 4 << 20, /* bytes of one line that is read */
    JOURNAL_BYTES_MAX = 256 << 20,
    JOURNAL_SHORT = 1 << 20 /* bytes: not worth shortening */
};

struct journal {
    char *path;
    int fd;          /* locked: one run at a time; -1: none */
    struct str text; /* appended, not yet written */
    int failed;      /* errno of the write that failed; no more are tried */
    bool told;       /* of it, by journal_sync */
    /* Writes the state; NULL: it grows. */
    void (*write)(struct journal *journal, void *data);
    void *write_data;
    off_t length;       /* on disk */
    off_t longest;      /* more is shortened */
    off_t short_length; /* not worth it: JOURNAL_SHORT; tests have less */
    size_t shortened;   /* how often that was done */
};

/* Starts an empty journal, or one that goes on after its last whole line
 * (what follows that is cut off).  Somebody else's lock on it is
 * ERROR_CONFLICT. */
bool journal_open(struct journal *self, const char *path, bool go_on,
                  struct error *err);
/* From now on its length is bounded: `write` appends the whole state to the
 * journal that it is given. A state that cannot be written (the disk is full)
 * leaves the long journal as it is. */
void journal_bound(struct journal *self,
                   void (*write)(struct journal *journal, void *data),
                   void *data);
/* Writes what is left, without a word, and closes. Safe on {0} with fd 0 or
 * -1. */
void journal_release(struct journal *self);
/* Takes the object, even when self is NULL: then nothing is kept. */
void journal_append(struct journal *self, json_t *event);
/* Writes and fsyncs what was appended, and shortens what has become long.
 * After a failure, told once, nothing more is kept. */
bool journal_sync(struct journal *self, struct error *err);

/* Who reads a journal. */
struct journal_reader {
    bool (*take)(const json_t *event, const char *name, void *data,
                 struct error *err);
    void *data;
};

/* Reads a whole journal: calls `take` with each line's object (borrowed). A
 * last line that is cut is left out; any other line that is no object with
 * "event" is ERROR_FORMAT with its number.  False from take stops, with its
 * error. */
bool journal_read(const char *path, const struct journal_reader *reader,
                  struct error *err);

#endif
