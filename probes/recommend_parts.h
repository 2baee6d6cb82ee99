/* SPDX-License-Identifier: MIT
 *
 * Shared by the files behind recommend.h; not for others.
 *
 * A build_*() function of an instruction set adds flag lists to try, best
 * first; the first that compiles without a word is taken.
 */
#ifndef PROBES_RECOMMEND_PARTS_H
#define PROBES_RECOMMEND_PARTS_H

#include <stdbool.h>

#include "base/strvec.h"
#include "probes/features.h"

struct catalogue;
struct compiler;
struct cpu;
struct cpu_kind;
struct macros;

struct recommend_memory;

struct recommend_job {
    const struct catalogue *catalogue;
    const struct compiler *compiler;
    const struct cpu *cpu;
    const char *isa;
    struct strvec words; /* that code may rely on */
    struct strvec *notes;
    /* What the compiler said before, by flags; NULL: nothing is kept, as for
     * jobs that several threads share. */
    struct recommend_memory *memory;
};

/* Each fills *flags and returns true, or false when nothing fits. */
bool recommend_aarch64(const struct recommend_job *job, struct strvec *flags);
bool recommend_arm(const struct recommend_job *job, struct strvec *flags);
bool recommend_x86(const struct recommend_job *job, struct strvec *flags);

/* What is on too much and what is missing under flags; false when the
 * compiler refuses them.  Both lists are the caller's to release. */
bool recommend_compare(const struct recommend_job *job,
                       const struct strvec *flags, struct feature_rows *surplus,
                       struct feature_rows *missing);
/* Whether the compiler takes one flag beside others. */
bool recommend_takes(const struct recommend_job *job,
                     const struct strvec *flags, const char *flag);
/* This compiler's spellings of a core (-mcpu or -march names): the "gcc" or
 * "clang" cell of configs/cores.tsv, added to *names. */
void recommend_core_names(const struct recommend_job *job, const char *core,
                          struct strvec *names);
/* Names that are good to tune for: of the pair or the fastest kind, its own
 * ones first. */
void recommend_tune_names(const struct recommend_job *job,
                          struct strvec *names);
/* Names for -mcpu that stand for the whole CPU: the kind's own, the pair's
 * where the table has one, or what all kinds have in common; none for three
 * kinds or an unknown pair. */
void recommend_whole_names(const struct recommend_job *job,
                           struct strvec *names);
/* Adds -mtune= with the first of recommend_tune_names() that is taken. */
void recommend_add_tuning(const struct recommend_job *job,
                          struct strvec *flags);

/* Tries the levels of configs/levels.tsv that the words reach, the highest
 * first, each as PREFIX followed by its name, until one fits. */
typedef bool recommend_fit(const struct recommend_job *job, const char *base,
                           struct strvec *flags);
bool recommend_by_level(const struct recommend_job *job, const char *prefix,
                        recommend_fit *fit, struct strvec *flags);

/* Fills *flags with a base ("-mcpu=NAME", for x86 the bare name) and what it
 * needs beside it on this CPU; false when the compiler refuses it or
 * something that the CPU lacks stays on. */
recommend_fit recommend_fit_aarch64, recommend_fit_arm, recommend_fit_x86;
/* As the last, but what the name lacks is not added: a narrower machine. */
bool recommend_cut_x86(const struct recommend_job *job, const char *name,
                       struct strvec *flags);
/* -march names of 32-bit ARM that the CPU reaches, best first. */
void recommend_arm_levels(const struct recommend_job *job,
                          struct strvec *names);
/* -mfpu names that the CPU has, best first. */
void recommend_arm_fpus(const struct cpu *cpu, struct strvec *names);
/* -march names of an x86 CPU: its own, then older ones, nearest first. */
void recommend_x86_names(const struct recommend_job *job, struct strvec *names);
/* Sets up a job; notes may be NULL where none are made. */
void recommend_job_init(struct recommend_job *self,
                        const struct catalogue *catalogue,
                        const struct compiler *compiler, const struct cpu *cpu);
void recommend_job_release(struct recommend_job *self);
/* Keeps answers from here on: the same flags are asked about several times. */
void recommend_job_remember(struct recommend_job *self);

#endif
