/* SPDX-License-Identifier: MIT
 *
 * Where a run keeps its journal and what it remembers of code: files in the
 * cache folder whose names follow from the job.
 */
#ifndef TUNER_AUTO_FILES_H
#define TUNER_AUTO_FILES_H

#include <stdbool.h>

struct error;
struct journal;
struct str;
struct tuning;

/* What makes two runs the same job, so that one can go on where the other was
 * stopped. */
struct auto_job {
    const struct tuning *tuning;
    const char *strategy;
    const char *effort;
    unsigned long seed;
};

/* Its folder is made. */
bool auto_journal_path(const struct auto_job *job, struct str *out,
                       struct error *err);
/* By compiler, target and sources only: shared by all jobs.  False when there
 * is no cache. */
bool auto_cache_path(const struct auto_job *job, struct str *out);
/* The first line of a journal: what job it is, with the space, so that it
 * can be replayed elsewhere. */
void auto_write_job(const struct auto_job *job, struct journal *journal);

#endif
