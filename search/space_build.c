/* SPDX-License-Identifier: MIT
 *
 * From configs, lists and probes to a space.
 */
#include <config.h>

#include "search/space_build.h"

#include <limits.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/grammar.h"
#include "probes/listing.h"
#include "search/space_config.h"
#include "search/workload.h"

/* Priorities of what has no section of its own. */
enum {
    PRIORITY_LISTED = 10,
    PRIORITY_NUMBER = 20,
    PRIORITY_PARAMETER = 30,
    SMALL_RANGE = 4
};

struct making {
    const struct space_request *request;
    struct space *space;
};

/* Why a flag is not tried, or NULL. */
static const char *find_reason(const struct making *making, const char *flag,
                               struct error *why)
{
    const struct space_request *request = making->request;
    const char *reason = space_matches_find(&request->config->left_out, flag);
    if (reason)
        return reason;
    if (!grammar_flag(flag, why))
        return why->text;
    enum flag_class safety = flag_class(flag);
    if (request->allowed[safety])
        return NULL;
    error_set(why, ERROR_UNTRUSTED, "%s: only with --allow %s",
              flag_class_explain(safety), flag_class_word(safety));
    return why->text;
}

static bool has_label(const struct dimension *dimension, const char *label)
{
    for (size_t i = 0; i < dimension->value_count; i++)
        if (strcmp(dimension->values[i].label, label) == 0)
            return true;
    return false;
}

/* Adds a value unless something speaks against it, which is noted. */
static void offer_value(const struct making *making,
                        struct dimension *dimension, const struct strvec *flags)
{
    char *text = strvec_join(flags, " ");
    const char *reason = NULL;
    struct error why = {0};
    for (size_t i = 0; i < flags->count && !reason; i++)
        reason = find_reason(making, flags->items[i], &why);
    const struct space_request *request = making->request;
    if (!reason && dimension->class == DIMENSION_MACHINE && request->may_run &&
        !request->may_run(flags, request->data))
        reason = "needs features that this CPU does not have";
    if (reason)
        space_leave_out(making->space, text, flag_class(flags->items[0]),
                        reason);
    else if (!has_label(dimension, text))
        dimension_add_value(dimension, text, flags);
    free(text);
}

static void offer_flags(const struct making *making,
                        struct dimension *dimension, const char *text)
{
    struct strvec flags = {0};
    strvec_split(&flags, text, " ");
    if (flags.count)
        offer_value(making, dimension, &flags);
    strvec_release(&flags);
}

static void set_group(struct dimension *dimension, const char *group)
{
    free(dimension->group);
    dimension->group = xstrdup(group ? group : "");
}

/* A dimension of one value is no choice. */
static void drop_if_single(struct space *space)
{
    struct dimension *last = &space->dimensions[space->count - 1];
    if (last->value_count < 2)
        space_drop_last(space);
}

static struct dimension *begin(const struct making *making,
                               enum dimension_class class, const char *name,
                               bool with_nothing)
{
    struct dimension *dimension = space_add(making->space, class, name);
    if (with_nothing)
        dimension_add_value(dimension, "", NULL);
    return dimension;
}

static void add_rule(const struct making *making, struct space_rule *rule)
{
    struct dimension *dimension =
        begin(making, rule->class, rule->name, rule->class != DIMENSION_LEVEL);
    dimension->priority = rule->priority;
    set_group(dimension, rule->group);
    const struct strvec *tunes = making->request->tunes;
    for (size_t i = 0;
         tunes && strcmp(rule->name, "-mtune") == 0 && i < tunes->count; i++)
        offer_flags(making, dimension, tunes->items[i]);
    for (size_t i = 0; i < rule->values.count; i++)
        offer_flags(making, dimension, rule->values.items[i]);
    drop_if_single(making->space);
}

/* The machine: what the compiler does by default, the recommendation, and
 * the steps below it. */
static void add_machine(const struct making *making)
{
    const struct space_request *request = making->request;
    const struct space_matches *machines = &request->config->machines;
    struct dimension *dimension =
        begin(making, DIMENSION_MACHINE, "machine", true);
    dimension->priority = 0;
    set_group(dimension, "machine");
    if (request->recommended && request->recommended->count)
        offer_value(making, dimension, request->recommended);
    for (size_t i = 0; i < request->machine_count; i++)
        offer_value(making, dimension, &request->machines[i]);
    for (size_t i = 0; i < machines->count; i++)
        if (strcmp(machines->items[i].word, request->isa) == 0)
            offer_flags(making, dimension, machines->items[i].pattern);
    drop_if_single(making->space);
}

static void add_implementations(const struct making *making)
{
    const struct space_request *request = making->request;
    const char *wanted = request->implementation;
    for (size_t c = 0; c < request->workload->choice_count; c++) {
        const struct workload_choice *choice = &request->workload->choices[c];
        struct dimension *dimension =
            space_add(making->space, DIMENSION_IMPLEMENTATION, choice->name);
        dimension->choice = c;
        dimension->priority = 0;
        for (size_t v = 0; v < choice->values.count; v++)
            dimension_add_value(dimension, choice->values.items[v], NULL);
        dimension->fixed = strcmp(wanted, "free") != 0;
        for (size_t v = 0; v < choice->values.count; v++)
            if (strcmp(choice->values.items[v], wanted) == 0)
                dimension->start = (uint16_t)v;
    }
}

static bool check_implementation(const struct space_request *request,
                                 struct error *err)
{
    const struct workload *workload = request->workload;
    const char *wanted = request->implementation;
    if (strcmp(wanted, "free") == 0 || strcmp(wanted, "reference") == 0)
        return true;
    for (size_t c = 0; c < workload->choice_count; c++)
        if (strvec_contains(&workload->choices[c].values, wanted))
            return true;
    return error_set(err, ERROR_USAGE,
                     "there is no implementation '%s' in '%s'", wanted,
                     workload->name);
}

static void add_switch(const struct making *making, struct dimension *dimension,
                       const char *name)
{
    char *other = xasprintf("-fno-%s", name + strlen("-f"));
    offer_flags(making, dimension, name);
    if (dimension->value_count == 2)
        offer_flags(making, dimension, other);
    free(other);
}

static void add_number(const struct making *making, struct dimension *dimension,
                       const struct listed_option *option, long number)
{
    bool outside =
        option->has_range && (number < option->low || number > option->high);
    char *flag = xasprintf("%s%ld", option->name, number);
    bool known = false;
    for (size_t v = 0; v < dimension->value_count; v++)
        known |= strcmp(dimension->values[v].label, flag) == 0;
    if (!outside && !known)
        offer_flags(making, dimension, flag);
    free(flag);
}

/* Whether the values of a number ascend, and how many stand below what is in
 * force. */
static void set_order(struct dimension *dimension,
                      const struct listed_option *option)
{
    long now, before = LONG_MIN;
    if (option->kind != LISTED_NUMBER || !str_parse_long(option->setting, &now))
        return;
    dimension->is_number = true;
    dimension->below = 0;
    for (size_t v = 1; v < dimension->value_count; v++) {
        long number;
        const char *digits = dimension->values[v].label + strlen(option->name);
        if (!str_parse_long(digits, &number) || number <= before) {
            dimension->is_number = false;
            return;
        }
        before = number;
        if (number < now)
            dimension->below++;
    }
}

/* Steps of a factor of four around the default, ascending; all of a small
 * range.  Of a setting that means "automatic" nothing is known. */
static void add_numbers(const struct making *making,
                        struct dimension *dimension,
                        const struct listed_option *option)
{
    static const double steps[] = {1.0 / 64, 1.0 / 16, 1.0 / 4, 4, 16, 64};
    long now;
    if (!str_parse_long(option->setting, &now) || now < 0)
        return;
    if (option->has_range && option->high - option->low <= SMALL_RANGE) {
        for (long n = option->low; n <= option->high; n++)
            if (n != now)
                add_number(making, dimension, option, n);
        return;
    }
    if (now == 0) {
        add_number(making, dimension, option, 1);
        add_number(making, dimension, option, 8);
        return;
    }
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
        long number = (long)((double)now * steps[i]);
        if (number != now)
            add_number(making, dimension, option, number);
    }
}

static bool is_parameter(const struct listed_option *option)
{
    return str_starts(option->name, "--param=");
}

static unsigned listed_priority(const struct listed_option *option)
{
    if (is_parameter(option))
        return PRIORITY_PARAMETER;
    return option->kind == LISTED_NUMBER ? PRIORITY_NUMBER : PRIORITY_LISTED;
}

static void add_listed_values(const struct making *making,
                              struct dimension *dimension,
                              const struct listed_option *option,
                              const struct space_rule *rule)
{
    if (rule && rule->values.count) {
        for (size_t i = 0; i < rule->values.count; i++)
            offer_flags(making, dimension, rule->values.items[i]);
    } else if (option->kind == LISTED_SWITCH) {
        add_switch(making, dimension, option->name);
    } else if (option->kind == LISTED_NUMBER) {
        add_numbers(making, dimension, option);
    } else {
        for (size_t i = 0; i < option->values.count; i++) {
            char *flag =
                xasprintf("%s%s", option->name, option->values.items[i]);
            offer_flags(making, dimension, flag);
            free(flag);
        }
    }
}

static void add_listed(const struct making *making,
                       const struct listed_option *option)
{
    const struct space_config *config = making->request->config;
    /* Levels and what belongs to no class of options are listed, too. */
    if (!str_starts(option->name, "-f") && !is_parameter(option))
        return;
    const char *reason = space_matches_find(&config->left_out, option->name);
    if (reason) {
        space_leave_out(making->space, option->name, flag_class(option->name),
                        reason);
        return;
    }
    struct space_rule *rule =
        space_config_find(config, option->name, making->request->isa);
    struct dimension *dimension = begin(
        making, is_parameter(option) ? DIMENSION_PARAMETER : DIMENSION_FLAG,
        option->name, true);
    dimension->priority = rule ? rule->priority : listed_priority(option);
    set_group(dimension,
              rule ? rule->group
                   : space_matches_find(&config->groups, option->name));
    if (rule)
        rule->used = true;
    add_listed_values(making, dimension, option, rule);
    set_order(dimension, option);
    drop_if_single(making->space);
}

/* What the config has and the compiler did not list: machine tuning, and all
 * of a compiler without a list. */
static void add_rules(const struct making *making)
{
    const struct space_request *request = making->request;
    for (size_t i = 0; i < request->config->count; i++) {
        struct space_rule *rule = &request->config->rules[i];
        bool is_here = !rule->isa || strcmp(rule->isa, request->isa) == 0;
        bool lists = request->listing && request->listing->count;
        bool listable =
            rule->class == DIMENSION_PARAMETER || str_starts(rule->name, "-f");
        if (rule->used || !is_here)
            continue;
        if (lists && listable)
            space_leave_out(making->space, rule->name, FLAG_SAFE,
                            "this compiler does not list it");
        else
            add_rule(making, rule);
    }
}

static void set_conditions(const struct making *making)
{
    const struct space_config *config = making->request->config;
    struct space *space = making->space;
    for (size_t d = 0; d < space->count; d++) {
        const struct space_rule *rule = space_config_find(
            config, space->dimensions[d].name, making->request->isa);
        for (size_t i = 0; rule && i < rule->needs.count; i++)
            space_set_condition(space, d, rule->needs.items[i]);
    }
}

static void set_implied_by(struct space *space, size_t level,
                           const struct listing *listing)
{
    for (size_t i = 0; i < listing->count; i++) {
        const struct listed_option *option = &listing->items[i];
        if (!*option->setting)
            continue;
        bool off = strcmp(option->setting, "disabled") == 0;
        char *flag = option->kind != LISTED_SWITCH
                         ? xasprintf("%s%s", option->name, option->setting)
                     : off ? xasprintf("-fno-%s", option->name + strlen("-f"))
                           : xstrdup(option->name);
        space_set_implied(space, level, flag);
        free(flag);
    }
}

static void set_implied(const struct making *making)
{
    const struct space_request *request = making->request;
    for (size_t i = 0; i < request->level_count; i++) {
        size_t dimension;
        uint16_t value;
        if (space_find_flag(making->space, request->levels[i].flag, &dimension,
                            &value))
            set_implied_by(making->space, value, request->levels[i].listing);
    }
}

/* What the search decides, whatever the author's flags say of it. */
static bool is_decided(const char *flag)
{
    static const char *const heads[] = {
        "-O", "-march=", "-mcpu=", "-mtune=", "-mfpu="};
    for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
        if (str_starts(flag, heads[i]))
            return true;
    return false;
}

/* Of the author's flags, all that is no value of the space stays. */
static void set_base(const struct making *making)
{
    const struct space_request *request = making->request;
    const struct strvec *flags = &request->workload->default_flags;
    for (size_t i = 0; i < flags->count; i++) {
        size_t dimension;
        uint16_t value;
        const char *flag = flags->items[i];
        bool kept = space_matches_find(&request->config->kept, flag);
        bool found = space_find_flag(making->space, flag, &dimension, &value);
        if (kept && found)
            making->space->dimensions[dimension].fixed = true;
        if (kept || (!found && !is_decided(flag)))
            strvec_add(&making->space->base, flag);
    }
}

bool space_build(const struct space_request *request, struct space *out,
                 struct error *err)
{
    struct making making = {.request = request, .space = out};
    if (!check_implementation(request, err))
        return false;
    for (size_t i = 0; i < request->config->count; i++)
        request->config->rules[i].used = false;
    *out = (struct space){0};
    for (size_t i = 0; request->listing && i < request->listing->count; i++)
        add_listed(&making, &request->listing->items[i]);
    add_rules(&making);
    add_machine(&making);
    add_implementations(&making);
    space_finish(out);
    set_conditions(&making);
    set_implied(&making);
    set_base(&making);
    return true;
}
