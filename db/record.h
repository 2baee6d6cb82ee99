/* SPDX-License-Identifier: MIT
 *
 * A record: what is kept of one tuning of one board, with one compiler and
 * one workload.  A plain struct: read and fill the members directly; every
 * `char *` is owned (set it with record_set) and NULL where nothing is known,
 * every array is a pointer and a count (grow it with the record_add_...
 * functions, which return a zeroed element to fill).  `{0}` is an empty
 * record.
 *
 * Conventions, the same for all members:
 *   - a ratio is winner over baseline in the sense of "better": 1.25 is 25 %
 *     better whether the metric is a rate or a time; 0 means not measured;
 *   - `low` and `high` bound a ratio with the confidence of `confirmation`;
 *   - a median or a sample is in the metric's own unit; 0 or an empty list
 *     is "not measured";
 *   - prices are US dollars, rates over the network Mbit/s, times seconds.
 *
 * As a file it is one JSON object, keys sorted, one value a line, whose
 * members are those of the structs below by the same names (shape tables in
 * record.c), absent where they are empty:
 *
 *   { "baselines": [{"flags": ["-O2"], "metrics": [{"median": 87013,
 *       "name": "salsa20/poly1305", "samples": [87013, 86962, 86830]}],
 *       "name": "-O2"}],
 *     "board": {"id": "orangepi-zero", "name": "Orange Pi Zero", ...},
 *     "schema": 3, "winner": {"flags": [...], "gain": 1.66, ...}, ... }
 *
 * Parsing is strict and all or nothing: an unknown or repeated key, a wrong
 * type, a number that is not finite or out of range, a control character, or
 * a flag that db/grammar.h refuses makes the whole record refused.  A record
 * of a newer schema is refused with the words "newer than"; older ones are
 * brought up to date while reading.
 *
 * Building one:
 *     struct record record = {0};
 *     record_set(&record.board.id, "orangepi-zero");
 *     struct record_metric *metric = record_add_metric(&record);
 *     record_set(&metric->name, "salsa20/poly1305"); ...
 *     record_derive(&record);            // record_stats.h: medians, gain
 *     if (!store_save(db, &record, &path, err)) ...
 *     record_release(&record);
 */
#ifndef DB_RECORD_H
#define DB_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "base/strvec.h"
#include "db/record_values.h"

struct error;

/* What a sample may be, in the unit of its metric. */
#define RECORD_SAMPLE_LOW 1e-15
#define RECORD_SAMPLE_HIGH 1e15

enum { RECORD_SCHEMA = 3, RECORD_ID_SIZE = 13, RECORD_BYTES_MAX = 8 << 20 };

struct record_board {
    char *id;   /* "orangepi-zero": lower case, digits, '-' and '_' */
    char *name; /* "Orange Pi Zero" */
    char *soc;  /* "Allwinner H2+" */
    double price_usd;
};

struct record_canary {
    double ratio; /* of the baseline's byte-copy to the baseline: about 1 */
    double low;
    double high;
};

/* The core of a processor that nothing names; like no other one. */
#define RECORD_CORE_UNKNOWN "unknown"

/* A set of equal CPUs. */
struct record_kind {
    char *core;                 /* "cortex-a7", "znver3": the compiler's word */
    char *implementer;          /* "0x41", "AuthenticAMD" */
    char *part;                 /* "0xc07"; x86: "family/model", "25/33" */
    struct record_numbers cpus; /* their numbers on this board */
    bool measured;              /* the timing ran on this kind */
    /* The winner's confirmation on this kind, where there are several and it
     * was pinned to each; 0 and NULL: not measured. */
    double cpu_plus_one; /* the CPU that it was pinned to, plus one */
    char *verdict;       /* as the winner's */
    double gain;
    double low;
    double high;
    double rounds; /* rounds times layouts */
    double layouts_agree;
    struct record_canary canary;
};

struct record_cpu {
    char *arch; /* of the kernel's view: "armv7l", "aarch64", "x86_64" */
    struct record_kind *kinds;
    size_t kind_count;
    struct strvec features; /* in the kernel's words, sorted */
};

struct record_compiler {
    char *family;       /* "gcc", "clang", "other", "unknown" */
    char *version;      /* "12.2.0" */
    char *target;       /* "arm-linux-gnueabihf" */
    char *float_abi;    /* "hard", "softfp", "soft"; NULL: no such choice */
    char *version_line; /* first line of --version */
};

struct record_workload {
    char *name;           /* "core", "cjdns", a user's workload */
    char *version;        /* of the program, where it has one */
    char *source;         /* digest of its sources, 40 hex digits */
    char *implementation; /* which were allowed: "free", "reference", NAME */
};

/* What one baseline did in one metric. */
struct record_reading {
    char *name;    /* of the metric */
    double median; /* 0: it was not measured */
    struct record_numbers samples;
};

struct record_baseline {
    char *name;          /* "default", "-O2", "-O3 -march=native" */
    struct strvec flags; /* with native resolved */
    struct record_reading *metrics;
    size_t metric_count;
    bool reference;    /* the ratios of this record are against this one */
    double code_bytes; /* of code and constants */
};

/* A flag set and how it did against the reference baseline. */
struct record_winner {
    struct strvec flags;
    struct record_pairs implementations; /* kernel -> implementation */
    double gain; /* weighted geometric mean of the metrics' ratios */
    double low;
    double high;
    /* "proven"; "no-proven-gain" (then the baseline is the answer);
     * "not-measured" (only the default is known) */
    char *verdict;
};

/* The confirmation of the winner in one metric. */
struct record_metric {
    char *name;      /* "salsa20/poly1305" */
    char *unit;      /* "kbit/s" */
    char *better;    /* "higher" or "lower" */
    double weight;   /* in the objective; 1 by default, 0: reported only */
    double baseline; /* medians of the samples */
    double winner;
    double ratio;      /* by confirmation.method */
    double wall_ratio; /* the same by wall time, where CPU time counts */
    double low;
    double high;
    /* One a round and layout, in order; equal places are pairs. */
    struct record_numbers baseline_samples;
    struct record_numbers winner_samples;
    /* ln ratio of each round, better is positive; may stand alone, else it
     * is taken from the samples */
    struct record_numbers log_ratios;
};

/* Where the code lay in some rounds, and the gain there. */
struct record_layout {
    double padding_bytes;
    double environment_bytes;
    double rounds;
    double gain;
};

struct record_confirmation {
    /* How ratios come of samples: "paired", "layouts" or "medians"
     * (record_figures.h). */
    char *method;
    double confidence; /* 0.99 */
    double rounds;
    double void_rounds; /* run again: throttled, interrupted */
    struct record_layout *layouts;
    size_t layout_count;
    struct record_numbers round_layouts; /* index into layouts, one a pair */
    double layouts_agree;                /* in how many the winner is better */
    struct record_canary canary;
    double layout_floor; /* largest |ln ratio| that layout alone gave */
    double cpu_plus_one; /* the CPU that it was pinned to, plus one */
};

struct record_example {
    struct strvec flags;
    char *message; /* the compiler's own words */
};

struct record_refusal {
    char *word; /* of design.md: "conflict", "illegal-instruction" */
    double count;
    struct record_example *examples;
    size_t example_count;
};

struct record_counts {
    double considered;
    double refused;
    double equal; /* same code as another: not measured again */
    double measured;
    double classes; /* different builds seen */
    double skipped; /* held a nogood: no compiler run */
};

/* One step of the best so far. */
struct record_progress {
    double evaluations;
    double seconds;
    double best; /* ratio against the baseline, as the search saw it */
};

/* What one flag of the winner contributes. */
struct record_share {
    char *flag;
    double ratio; /* winner over winner without the flag; 0: not measured */
    double low;
    double high;
    char *reason; /* why it stands there without a measured share */
};

/* What else there is to choose from, the winner among it: builds that no
 * other beats in both speed and size, as the search saw them.  Where only size
 * counted it is the winner alone, without a gain. */
struct record_choice {
    struct strvec flags;
    struct record_pairs implementations; /* kernel -> implementation */
    double gain;                         /* over the reference; not confirmed */
    double code_bytes;                   /* of code and constants */
};

/* The best for a group of files whose metrics no other file has a part in, as
 * the search saw it: what each file gets when it may have flags of its own,
 * against "one set for all", the winner's.  Not confirmed. */
struct record_file {
    struct strvec units; /* names of the files: "salsa20", "poly1305" */
    struct strvec flags;
    struct record_pairs implementations; /* of these files */
    double gain;                         /* over the reference */
    double shared_gain;                  /* of the winner's flags, here */
};

/* The winner of one of several compilers, all of them measured together. */
struct record_rival {
    struct record_compiler compiler;
    struct strvec flags;
    struct record_pairs implementations; /* kernel -> implementation */
    double gain; /* over the first of the list, which has 1; 0: not measured */
    double low;
    double high;
};

/* One run over the network, iperf3 or the like. */
struct record_throughput {
    char *build;     /* "default", "winner" */
    char *direction; /* "send", "receive" (iperf3 -R) */
    double seconds;
    double mbit;      /* Mbit/s as the receiver saw it */
    double sent_mbit; /* as the sender saw it */
    double retransmits;
};

struct record_source {
    char *title;      /* "Pine A64" */
    char *repository; /* "phillymesh/cjdns-optimizations", a list's name */
    char *citation;   /* where in it and when, in words */
};

struct record_provenance {
    char *tuner; /* version */
    char *date;  /* "2026-03-04T05:06:07Z" */
    char *strategy;
    char *effort;
    double seed;
    double budget_s;
    double seconds;
};

struct record {
    double schema; /* of the file that it came from; 0: RECORD_SCHEMA */
    struct record_board board;
    struct record_cpu cpu;
    /* "uname", "os-image", "kernel", "governor", "hypervisor", ... */
    struct record_pairs system;
    struct record_compiler compiler;
    struct record_workload workload;
    struct record_baseline *baselines;
    size_t baseline_count;
    struct record_winner winner;
    struct record_winner plain;    /* best for plain one-block code */
    struct record_metric *metrics; /* of winner against the reference */
    size_t metric_count;
    struct record_confirmation confirmation;
    struct record_refusal *refusals;
    size_t refusal_count;
    struct record_counts counts;
    struct record_progress *progress;
    size_t progress_count;
    struct record_share *shares;
    size_t share_count;
    struct record_choice *choices;
    size_t choice_count;
    struct record_file *files;
    size_t file_count;
    struct record_rival *compilers; /* this record's among them */
    size_t compiler_count;
    struct strvec needs; /* CPU features that the winner's code uses */
    struct record_throughput *throughput;
    size_t throughput_count;
    double cost_usd_per_mbit;
    bool published; /* somebody else's figures; then source says whose */
    bool emulated;  /* the times mean nothing on real hardware */
    struct record_source source;
    struct strvec allowed; /* classes of --allow that were in the space */
    struct strvec notes;
    struct record_provenance provenance;
};

void record_release(struct record *self);
/* New zeroed elements, borrowed until the next of the same kind is added. */
struct record_kind *record_add_kind(struct record *self);
struct record_baseline *record_add_baseline(struct record *self);
struct record_reading *record_add_reading(struct record_baseline *self);
struct record_metric *record_add_metric(struct record *self); /* weight 1 */
struct record_layout *record_add_layout(struct record *self);
struct record_refusal *record_add_refusal(struct record *self);
struct record_example *record_add_example(struct record_refusal *self);
struct record_progress *record_add_progress(struct record *self);
struct record_share *record_add_share(struct record *self);
struct record_choice *record_add_choice(struct record *self);
struct record_file *record_add_file(struct record *self);
struct record_rival *record_add_rival(struct record *self);
struct record_throughput *record_add_throughput(struct record *self);

/* Borrowed, or NULL. */
struct record_metric *record_find_metric(const struct record *self,
                                         const char *name);
const struct record_baseline *record_reference(const struct record *self);

/* The flags that the record gives as its answer: the winner's when it is
 * proven, else those of the reference baseline; borrowed, NULL when it has no
 * answer. */
const struct strvec *record_answer(const struct record *self);

/* The file's content, with a newline at the end. */
void record_format(const struct record *self, struct str *out);
/* The same as a JSON object, for --json; the caller's. */
json_t *record_json(const struct record *self);
/* `name` is for messages: a file's path.  *out is untouched on failure, else
 * the caller releases it. */
bool record_parse(const char *text, size_t length, const char *name,
                  struct record *out, struct error *err);
/* Whether the content obeys all rules that parsing obeys: called by
 * record_parse, and by store_save before anything is written. */
bool record_check(const struct record *self, struct error *err);
/* First 12 digits of the content's digest. */
void record_id(const struct record *self, char out[RECORD_ID_SIZE]);
/* The same of a text that record_format() gave. */
void record_id_of_text(const char *text, size_t length,
                       char out[RECORD_ID_SIZE]);
/* "<target>-<compiler>-<version>-<workload>-<id>.json"; the folder is
 * board.id. */
void record_file_name(const struct record *self, const char *id,
                      struct str *out);

#endif
