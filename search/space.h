/* SPDX-License-Identifier: MIT
 *
 * The space: every choice that the search may make, a dimension each.  A
 * value is a list of flags or an implementation of the workload; value 0 of a
 * dimension is what holds when nothing is said about it ("-O2" for the level,
 * no flag for the others, the reference implementation).  Of a flag, value 1
 * is "-fx" and value 2, where there is one, "-fno-x".
 *
 * Dimensions stand in the order in which their flags go on the command line:
 * level, machine, flags by name, parameters by name, implementations.  So a
 * candidate (one value index a dimension, see candidate.h) has one canonical
 * flag list.  Beside them the space keeps what was left out, with the reason,
 * for `tuner space --all`.
 *
 * Two facts make candidates equal without a compiler run:
 *   - a condition: a dimension has an effect only while another has one of
 *     some values (`-fsel-sched-pipelining` wants `-fselective-scheduling2`);
 *   - a level implies values (`-O3` implies `-fpeel-loops`): saying them is
 *     saying nothing.
 */
#ifndef SEARCH_SPACE_H
#define SEARCH_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/map.h"
#include "base/strvec.h"
#include "db/flag.h"

enum dimension_class {
    DIMENSION_LEVEL,
    DIMENSION_MACHINE,
    DIMENSION_FLAG,
    DIMENSION_PARAMETER,
    DIMENSION_IMPLEMENTATION,
    DIMENSION_CLASS_COUNT
};

enum {
    SPACE_VALUES_MAX = 64, /* values of a dimension: conditions are masks */
    SPACE_LEVELS_MAX = 8
};

struct value {
    char *label;         /* for people: the flags joined, or "lanes8" */
    struct strvec flags; /* empty: nothing on the command line */
};

struct dimension {
    char *name; /* "-funroll-loops", "-O", "machine", "salsa20" */
    enum dimension_class class;
    enum flag_class safety; /* worst of its values */
    char *group;            /* related flags share it; "" for none */
    unsigned priority;      /* 0: known to be useful, tried first */
    struct value *values;
    size_t value_count;
    uint16_t start;        /* the value where a search starts, 0 mostly */
    bool fixed;            /* stays at its start */
    bool is_number;        /* values stand in ascending order, after value 0 */
    uint16_t below;        /* how many of them are under the default */
    size_t choice;         /* an implementation's place in workload->choices */
    size_t needs_plus_one; /* dimension of the condition; 0: none */
    uint64_t needs_values; /* bit v: effective at value v of it */
    uint16_t implied[SPACE_LEVELS_MAX]; /* value that each level implies, or
                                           0 where that is not known */
};

/* A flag that is not tried. */
struct left_out {
    char *flag;
    enum flag_class safety;
    char *reason;
};

struct space {
    struct dimension *dimensions;
    size_t count;
    size_t capacity;
    struct left_out *left_out;
    size_t left_out_count;
    size_t left_out_capacity;
    struct strvec base;    /* flags before every candidate's own: the part of
                              the workload's default flags that is no choice */
    size_t level_plus_one; /* the level's dimension; 0: there is none */
    struct map places;     /* flag text -> place, see space_find_flag */
};

void space_release(struct space *self);

/* Adds a dimension with its value 0 (flags may be NULL); the result is
 * borrowed until the next is added. Call space_finish() after the last. */
struct dimension *space_add(struct space *self, enum dimension_class class,
                            const char *name);
/* Adds a value; flags may be NULL.  False when the dimension is full. */
bool dimension_add_value(struct dimension *self, const char *label,
                         const struct strvec *flags);
/* As above with one flag. */
bool dimension_add_flag(struct dimension *self, const char *flag);
/* Takes back the dimension that was added last. */
void space_drop_last(struct space *self);
void space_leave_out(struct space *self, const char *flag,
                     enum flag_class safety, const char *reason);

/* Sorts the dimensions into their order and builds the index of flags.
 * Indexes of dimensions are valid from here on; conditions and implied
 * values are set afterwards. */
void space_finish(struct space *self);

/* Adds a value to a finished space, without changing what is there; its index,
 * that of the same value where it is there, or 0 when the dimension is full. */
uint16_t space_add_value(struct space *self, size_t dimension,
                         const struct strvec *flags);

/* Index of a dimension by name plus one, 0 when there is none. */
size_t space_find(const struct space *self, const char *name);
/* Dimension and value whose only flag this is; false when there is none. */
bool space_find_flag(const struct space *self, const char *flag,
                     size_t *dimension, uint16_t *value);
/* Says that dimension `index` counts only while `flag` is given or implied;
 * false when no value has this flag. */
bool space_set_condition(struct space *self, size_t index, const char *flag);
/* Says that level value `level` implies `flag`; unknown flags are ignored. */
void space_set_implied(struct space *self, size_t level, const char *flag);

/* Natural logarithm of the number of combinations. */
double space_log_size(const struct space *self);
/* Names the space: names, values, conditions, base. */
struct digest space_digest(const struct space *self);
const char *dimension_class_word(enum dimension_class class);
/* True when the level, the machine or an implementation is chosen by it:
 * these decide which flags matter, so they are settled first. */
bool dimension_is_structural(const struct dimension *self);

#endif
