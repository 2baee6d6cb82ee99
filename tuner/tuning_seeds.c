/* SPDX-License-Identifier: MIT
 *
 * Seeds from the databases: the nearest records, cut to what this compiler
 * and this space know.
 */
#include <config.h>

#include "base/error.h"
#include "base/memory.h"
#include "db/index.h"
#include "db/lookup.h"
#include "db/record.h"
#include "db/signature.h"
#include "search/lanes.h"
#include "search/workload.h"
#include "tuner/database.h"
#include "tuner/machine.h"
#include "tuner/tuning.h"

enum { SEEDS_MAX = 4 };

/* "NAME:VALUE" words as candidate_parse() takes them. */
static void add_words(const struct record_winner *winner, struct strvec *words)
{
    strvec_add_all(words, &winner->flags);
    for (size_t i = 0; i < winner->implementations.count; i++)
        strvec_addf(words, "%s:%s", winner->implementations.items[i].key,
                    winner->implementations.items[i].value);
}

/* Implementations that are fixed stay so. */
static void keep_fixed(const struct space *space, struct candidate *candidate)
{
    for (size_t d = 0; d < space->count; d++)
        if (space->dimensions[d].fixed)
            candidate->values[d] = space->dimensions[d].start;
    candidate_canonicalise(candidate, space);
}

static bool is_seed(const struct tuning *self,
                    const struct candidate *candidate)
{
    for (size_t i = 0; i < self->seeds.count; i++)
        if (candidate_equal(&self->seeds.items[i], candidate))
            return true;
    for (size_t i = 0; i < self->baseline_count; i++)
        if (candidate_equal(&self->baselines[i].candidate, candidate))
            return true;
    return false;
}

static void add_seed(struct tuning *self, const struct record *record,
                     const struct record_winner *winner)
{
    struct strvec words = {0}, unknown = {0};
    struct candidate candidate;
    add_words(winner, &words);
    candidate_parse(&candidate, &self->space, &words, &unknown);
    keep_fixed(&self->space, &candidate);
    if (!is_seed(self, &candidate)) {
        char *dropped = strvec_join(&unknown, " ");
        candidate_list_add(&self->seeds, &candidate);
        strvec_addf(&self->seed_notes, "seed from %s, %s %s%s%s",
                    record->board.id, record->compiler.family,
                    record->compiler.version,
                    unknown.count ? ", left out: " : "", dropped);
        free(dropped);
    }
    candidate_release(&candidate);
    strvec_release(&words);
    strvec_release(&unknown);
}

static void add_matches(struct tuning *self,
                        const struct lookup_matches *matches)
{
    for (size_t i = 0; i < matches->count && self->seeds.count < SEEDS_MAX;
         i++) {
        struct record record = {0};
        struct error why = {0};
        if (!lookup_load(&matches->items[i], &record, &why)) {
            strvec_add(&self->seed_notes, why.text);
            continue;
        }
        add_seed(self, &record, &record.winner);
        if (record.plain.flags.count)
            add_seed(self, &record, &record.plain);
        record_release(&record);
    }
}

/* Bits of the widest vectors that a CPU of these macros has. */
static unsigned vector_bits(const struct macros *macros)
{
    static const struct {
        const char *macro;
        unsigned bits;
    } table[] = {{"__AVX512F__", 512}, {"__AVX2__", 256},
                 {"__SSE2__", 128},    {"__ARM_NEON", 128},
                 {"__ALTIVEC__", 128}, {"__mips_msa", 128}};
    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
        if (macros_has(macros, table[i].macro))
            return table[i].bits;
    return 0;
}

enum { LANE_BITS = 32 };

static unsigned lanes_under(const struct tuning *self,
                            const struct strvec *flags)
{
    struct macros macros = {0};
    unsigned lanes = 0;
    if (compiler_macros(&self->compiler, flags, &macros))
        lanes = vector_bits(&macros) / LANE_BITS;
    macros_release(&macros);
    return lanes;
}

/* Implementations that fill the vectors of a machine. */
static void add_wide(struct tuning *self, const char *level,
                     const struct strvec *machine, unsigned lanes)
{
    struct strvec flags = {0};
    struct candidate candidate;
    strvec_add(&flags, level);
    strvec_add_all(&flags, machine);
    tuning_make_candidate(self, &flags, &candidate);
    if (lanes_choose(&self->space, lanes, &candidate) &&
        !is_seed(self, &candidate))
        candidate_list_add(&self->seeds, &candidate);
    candidate_release(&candidate);
    strvec_release(&flags);
}

/* The machine of few flags with the widest vectors; NULL: there is none. */
static const struct strvec *find_brief_machine(const struct tuning *self,
                                               unsigned *lanes)
{
    enum { FLAGS_FEW = 3 };
    const struct strvec *found = NULL;
    *lanes = 0;
    for (size_t d = 0; d < self->space.count; d++) {
        const struct dimension *dimension = &self->space.dimensions[d];
        for (size_t v = 1; dimension->class == DIMENSION_MACHINE &&
                           v < dimension->value_count;
             v++) {
            const struct strvec *flags = &dimension->values[v].flags;
            if (!flags->count || flags->count > FLAGS_FEW)
                continue;
            unsigned own = lanes_under(self, flags);
            if (own <= *lanes)
                continue;
            *lanes = own;
            found = flags;
        }
    }
    return found;
}

/* What the CPU promises. Where naming it takes more flags than an answer may
 * have, a shorter name is tried from the start, too, lest there be no short
 * answer when the time is up. */
static void add_promising(struct tuning *self)
{
    const struct strvec *machine = &self->recommendation.flags;
    unsigned lanes = lanes_under(self, machine);
    const struct strvec *brief = machine->count < MINIMISE_FLAGS_MAX
                                     ? NULL
                                     : find_brief_machine(self, &lanes);
    if (brief) {
        add_wide(self, "-O2", brief, lanes);
        add_wide(self, "-O3", brief, lanes);
    }
    lanes = lanes_under(self, machine);
    add_wide(self, "-O2", machine, lanes);
    add_wide(self, "-O3", machine, lanes);
}

bool tuning_add_seeds(struct tuning *self, struct error *err)
{
    struct database database = {0};
    struct signature signature = {0};
    struct lookup_matches matches = {0};
    bool ok = database_open(self->options, &database, err);
    if (ok) {
        machine_fill_signature(&self->machine, &self->compiler, &signature);
        signature.workload = xstrdup(self->workload->name);
        signature.source = xstrdup(self->workload->sources.hex);
        lookup_find(database_indexes(&database), database.index_count,
                    &signature, &matches);
        add_matches(self, &matches);
        lookup_matches_release(&matches);
        add_promising(self);
    }
    signature_release(&signature);
    database_release(&database);
    return ok;
}
