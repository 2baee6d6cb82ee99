/* SPDX-License-Identifier: MIT
 *
 * What is tuned: something that can be built under flags, verified and
 * measured.  The core, a user's program and the tests' fakes all stand behind
 * this table; the search knows nothing else of them.
 *
 * Building is done by several threads at once; everything else by one.
 */
#ifndef SEARCH_WORKLOAD_H
#define SEARCH_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/str.h"
#include "base/strvec.h"
#include "base/turn.h"
#include "probes/refusal.h"
#include "search/arm.h"

struct compiler_files;
struct error;
struct workload;

struct metric {
    char *name; /* "salsa20/poly1305" */
    char *unit; /* "kbit/s" */
    bool higher_is_better;
    double weight; /* in the objective; 0: reported only */
};

/* A choice that the workload itself offers: an implementation of a unit. */
struct workload_choice {
    char *name;           /* "salsa20" */
    struct strvec values; /* "reference", "lanes8", ...: first is reference */
};

/* Where code lies: part of a build, drawn for the confirmation. */
struct layout {
    unsigned padding_bytes;     /* before the hot section: 0, 16, 32, 48 */
    unsigned environment_bytes; /* extra size of the child's environment */
};

struct build_request {
    const char *cc;             /* compiler to use, as given to --cc */
    const struct strvec *flags; /* in the order of the command line */
    const size_t *choices;      /* value index of every workload_choice */
    struct layout layout;
    bool align; /* add the common alignment flags of the race */
};

/* One finished build.  `{0}` is valid and empty. */
struct build {
    enum refusal refusal;
    char *message;        /* the compiler's or program's own words, verbatim */
    struct digest code;   /* of all code: the build class; "" when refused */
    struct digest *units; /* of each unit, in the workload's order */
    size_t unit_count;
    uint64_t code_size; /* bytes of code and constants */
    char *directory;    /* private folder that holds it; removed by release */
    char *program;      /* what is run */
    bool verified;      /* verify() has passed */
    double build_s;     /* wall time that building took */
    /* When set, build_release() calls it and leaves the directory alone:
     * the workload shares or uses it again. */
    void (*drop)(struct build *self);
    void *owner; /* the workload's own, for drop() */
};

struct workload_operations {
    const char *kind; /* "core", "program", "fake" */
    /* Builds; a refusal is a result (true).  False only when the work must
     * stop.  *out is untouched on failure. */
    bool (*build)(struct workload *self, const struct build_request *request,
                  struct build *out, struct error *err);
    /* Runs the workload's own check on this machine and fills refusal and
     * message when it does not pass. */
    bool (*verify)(struct workload *self, struct build *build,
                   struct error *err);
    /* An arm that measures the build; the caller closes and frees it
     * (arm_free).  Fails like sample() does. */
    struct arm *(*open)(struct workload *self, const struct build *build,
                        const struct layout *layout, struct error *err);
    /* An arm whose one reading is the speed of a chain of dependent
     * additions on the measuring processor, in additions a nanosecond.  The
     * operation is NULL where there is none. */
    struct arm *(*open_clock)(struct workload *self, const struct build *build,
                              struct error *err);
    /* Arms that are opened from now on run on this processor (0: wherever);
     * false, and nothing changed, when what runs uses several at once.  The
     * operation is NULL where nothing can be pinned. */
    bool (*pin)(struct workload *self, int cpu_plus_one);
    void (*free)(struct workload *self);
};

/* Embedded first in each kind's own struct. */
struct workload {
    const struct workload_operations *operations;
    char *name;
    struct metric *metrics; /* at most ARM_METRICS_MAX */
    size_t metric_count;
    struct workload_choice *choices;
    size_t choice_count;
    char **units; /* names of the translation units or programs */
    size_t unit_count;
    /* metric_units[m] is a bit mask of the units that metric m depends on;
     * all bits where nothing is known. */
    uint64_t metric_units[ARM_METRICS_MAX];
    struct strvec default_flags; /* what its author builds it with */
    struct digest sources;       /* of everything that is compiled */
    bool emulated;               /* times mean nothing here */
    char *cycle_clock; /* what cycles are counted by, for people; NULL: nothing
                          was counted */
    unsigned long layouts; /* of the confirmation; 0: the protocol's */
    bool supports_padding;
    struct compiler_files *compiler; /* watched while building; borrowed; NULL:
                                        not watched */
    struct turn turn;    /* at the processor that it is measured on */
    bool turn_late;      /* the last wait for it was in vain */
    struct strvec notes; /* see workload_note() */
    size_t notes_taken;
};

/* operations->build(), and false with ERROR_UNTRUSTED when the compiler is
 * not what it was at the start. */
bool workload_build(struct workload *self, const struct build_request *request,
                    struct build *out, struct error *err);
/* Before and after a measurement that others would disturb: waits for other
 * tuners that measure on the same processor, not longer than that, and notes
 * it for the user. */
void workload_take_turn(struct workload *self, double wait_s);
void workload_give_turn(struct workload *self);
/* Removes the folder, too; {0} after it.  NULL and {0} are fine. */
void build_release(struct build *self);
/* For each metric the name of the code that it measures: builds with equal
 * names measure equal.  `classes` has room for all metrics. */
void build_classes(const struct workload *workload, const struct build *build,
                   struct digest *classes);
/* Closes and frees; NULL is fine. */
void workload_free(struct workload *self);
/* Frees the members above, for operations->free(). */
void workload_release(struct workload *self);

/* Something that the user should hear: "a run takes 12 ms: starting the
 * program is most of it".  Each text is kept once; any thread. */
void workload_note(struct workload *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds what was noted since the last call to *out. */
void workload_take_notes(struct workload *self, struct strvec *out);

#endif
