/* SPDX-License-Identifier: MIT
 *
 * Sweeps combinations and generalises refusals.
 */
#include <config.h>

#include "search/combinations.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/candidate.h"
#include "search/nogood.h"
#include "search/space.h"

/* Other values of a choice that must be refused alike before it is left out
 * of a nogood. */
enum { WITNESSES = 2 };

enum known { UNKNOWN, ACCEPTED, REFUSED };

struct sweep_state {
    const struct combinations_request *request;
    struct combinations *out;
    struct space space; /* value v + 1 of a dimension: value v of a choice */
    struct nogood_set nogoods;
    enum known *known;  /* of combinations that were compiled */
    char **complaints;  /* of refused ones that were compiled */
    struct map classes; /* digest -> number plus one, as in class_numbers */
    size_t *class_numbers;
};

void combinations_release(struct combinations *self)
{
    if (!self)
        return;
    free(self->class_of);
    *self = (struct combinations){0};
}

static void decode(const struct combinations_request *request, size_t number,
                   size_t *values)
{
    for (size_t c = request->choice_count; c-- > 0;) {
        values[c] = number % request->choices[c].count;
        number /= request->choices[c].count;
    }
}

static size_t encode(const struct combinations_request *request,
                     const size_t *values)
{
    size_t number = 0;
    for (size_t c = 0; c < request->choice_count; c++)
        number = number * request->choices[c].count + values[c];
    return number;
}

static void make_space(struct sweep_state *state)
{
    const struct combinations_request *request = state->request;
    for (size_t c = 0; c < request->choice_count; c++) {
        char name[32];
        snprintf(name, sizeof(name), "%02zu", c);
        struct dimension *dimension =
            space_add(&state->space, DIMENSION_MACHINE, name);
        dimension_add_value(dimension, "unsaid", NULL);
        for (size_t v = 0; v < request->choices[c].count; v++)
            dimension_add_value(dimension, request->choices[c].items[v], NULL);
    }
    space_finish(&state->space);
}

/* Only the choices of `part` are set. */
static void make_candidate(const struct sweep_state *state,
                           const size_t *values, const bool *part,
                           struct candidate *out)
{
    candidate_init(out, &state->space);
    for (size_t c = 0; c < state->request->choice_count; c++)
        if (!part || part[c])
            out->values[c] = (uint16_t)(values[c] + 1);
}

/* Names and values differ from one to the next, the complaint stays. */
static char *complaint_of(const struct combination_result *result)
{
    struct str text = {0};
    bool quoted = false;
    const char *at = result->message ? result->message : "";
    str_add(&text, refusal_word(result->refusal));
    for (; *at && *at != '\n'; at++) {
        if (*at == '\'')
            quoted = !quoted;
        else if (!quoted)
            str_add_char(&text, *at);
    }
    return str_detach(&text);
}

static void note_class(struct sweep_state *state, size_t number,
                       const struct digest *code)
{
    struct combinations *out = state->out;
    size_t *class = map_find(&state->classes, code->hex);
    if (!class) {
        class = &state->class_numbers[out->classes];
        *class = out->classes++;
        map_set(&state->classes, code->hex, class);
    }
    out->class_of[number] = *class;
}

static bool compile(struct sweep_state *state, size_t number,
                    const size_t *values, struct error *err)
{
    const struct combinations_request *request = state->request;
    struct strvec flags = {0};
    struct combination_result result = {0};
    if (state->known[number] != UNKNOWN)
        return true;
    for (size_t c = 0; c < request->choice_count; c++)
        if (*request->choices[c].items[values[c]])
            strvec_add(&flags, request->choices[c].items[values[c]]);
    bool ok = request->compile(&flags, &result, request->data, err);
    strvec_release(&flags);
    if (!ok)
        return false;
    state->out->runs++;
    if (result.refusal == REFUSAL_NONE) {
        state->known[number] = ACCEPTED;
        note_class(state, number, &result.code);
    } else {
        state->known[number] = REFUSED;
        state->complaints[number] = complaint_of(&result);
    }
    free(result.message);
    return true;
}

static bool is_alike(const struct sweep_state *state, size_t a, size_t b)
{
    return state->known[a] == REFUSED &&
           strcmp(state->complaints[a], state->complaints[b]) == 0;
}

/* Whether a few other values of a choice are refused with the same words;
 * those that were compiled already are asked first. */
static bool is_irrelevant(struct sweep_state *state, const size_t *values,
                          size_t choice, bool *irrelevant, struct error *err)
{
    const struct combinations_request *request = state->request;
    size_t number = encode(request, values);
    size_t count = request->choices[choice].count;
    size_t other[COMBINATIONS_CHOICES_MAX];
    size_t alike = 0;
    memcpy(other, values, request->choice_count * sizeof(*other));
    *irrelevant = true;
    for (int fresh = 0; *irrelevant && fresh < 2; fresh++) {
        for (size_t v = 0; *irrelevant && v < count; v++) {
            other[choice] = v;
            size_t another = encode(request, other);
            bool unknown = state->known[another] == UNKNOWN;
            if (another == number || unknown != (fresh == 1) ||
                (fresh && alike >= WITNESSES))
                continue;
            if (!compile(state, another, other, err))
                return false;
            *irrelevant = is_alike(state, another, number);
            alike++;
        }
    }
    return true;
}

static bool generalise(struct sweep_state *state, size_t number,
                       const size_t *values, struct error *err)
{
    size_t count = state->request->choice_count;
    bool part[COMBINATIONS_CHOICES_MAX];
    struct candidate core;
    for (size_t c = 0; c < count; c++) {
        bool irrelevant;
        if (!is_irrelevant(state, values, c, &irrelevant, err))
            return false;
        part[c] = !irrelevant;
    }
    make_candidate(state, values, part, &core);
    if (nogood_add(&state->nogoods, &core, REFUSAL_CONFLICT,
                   state->complaints[number]))
        state->out->nogoods++;
    candidate_release(&core);
    return true;
}

static bool is_pruned(struct sweep_state *state, const size_t *values)
{
    struct candidate candidate;
    make_candidate(state, values, NULL, &candidate);
    bool found = nogood_find(&state->nogoods, &candidate) != NULL;
    candidate_release(&candidate);
    return found;
}

static bool visit(struct sweep_state *state, size_t number, struct error *err)
{
    size_t values[COMBINATIONS_CHOICES_MAX] = {0};
    const struct combinations_request *request = state->request;
    decode(request, number, values);
    if (state->known[number] == UNKNOWN && request->learn &&
        is_pruned(state, values))
        return true;
    if (!compile(state, number, values, err))
        return false;
    if (state->known[number] == REFUSED && request->learn &&
        !is_pruned(state, values))
        return generalise(state, number, values, err);
    return true;
}

/* By first combination, whatever the order of the compiler runs was. */
static void renumber_classes(struct sweep_state *state)
{
    struct combinations *out = state->out;
    size_t *fresh = xcalloc(out->classes + 1, sizeof(*fresh));
    size_t count = 0;
    for (size_t i = 0; i < out->total; i++) {
        if (out->class_of[i] == COMBINATION_REFUSED)
            continue;
        size_t *number = &fresh[out->class_of[i]];
        if (*number == 0)
            *number = ++count;
        out->class_of[i] = *number - 1;
    }
    free(fresh);
}

static void count_results(struct sweep_state *state)
{
    struct combinations *out = state->out;
    for (size_t i = 0; i < out->total; i++)
        out->accepted += state->known[i] == ACCEPTED;
    out->refused = out->total - out->accepted;
    renumber_classes(state);
}

static void release_state(struct sweep_state *state)
{
    for (size_t i = 0; i < state->out->total; i++)
        free(state->complaints[i]);
    free(state->complaints);
    free(state->known);
    free(state->class_numbers);
    map_release(&state->classes);
    nogood_set_release(&state->nogoods);
    space_release(&state->space);
}

bool combinations_sweep(const struct combinations_request *request,
                        struct combinations *out, struct error *err)
{
    struct combinations made = {.total = 1};
    struct sweep_state state = {.request = request, .out = &made};
    for (size_t c = 0; c < request->choice_count; c++)
        made.total *= request->choices[c].count;
    made.class_of = xcalloc(made.total + 1, sizeof(*made.class_of));
    for (size_t i = 0; i < made.total; i++)
        made.class_of[i] = COMBINATION_REFUSED;
    state.known = xcalloc(made.total + 1, sizeof(*state.known));
    state.complaints = xcalloc(made.total + 1, sizeof(*state.complaints));
    state.class_numbers = xcalloc(made.total + 1, sizeof(*state.class_numbers));
    make_space(&state);
    bool ok = true;
    for (size_t i = 0; ok && i < made.total; i++)
        ok = visit(&state, i, err);
    count_results(&state);
    release_state(&state);
    if (ok)
        *out = made;
    else
        combinations_release(&made);
    return ok;
}
