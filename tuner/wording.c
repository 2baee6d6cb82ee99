/* SPDX-License-Identifier: MIT
 *
 * Words and numbers for people.
 */
#include <config.h>

#include "tuner/wording.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "base/strvec.h"
#include "db/record.h"
#include "search/protocol.h"

/* From twice as fast on, factors are easier to read than percents. */
static const double factor_from = 2;

static void add_ratio(struct str *out, double ratio, bool factor)
{
    if (factor) {
        str_addf(out, "%.2f x", ratio);
        return;
    }
    double percent = 100 * (ratio - 1);
    bool zero = fabs(percent) < 0.05; /* no "-0.0 %" */
    str_addf(out, "%+.1f %%", zero ? 0 : percent);
}

/* Both ends in the same form. */
static void add_interval(struct str *out, double low, double high, bool factor)
{
    if (low <= 0 || high <= 0)
        return;
    str_add_char(out, '[');
    add_ratio(out, low, factor);
    str_add(out, ", ");
    add_ratio(out, high, factor);
    str_add_char(out, ']');
}

void wording_ratio(struct str *out, double ratio)
{
    add_ratio(out, ratio, ratio >= factor_from);
}

void wording_interval(struct str *out, double low, double high)
{
    add_interval(out, low, high, high >= factor_from);
}

void wording_gain(struct str *out, double ratio, double low, double high)
{
    if (ratio <= 0) {
        str_add(out, "not measured");
        return;
    }
    bool factor = fmax(ratio, high) >= factor_from;
    add_ratio(out, ratio, factor);
    if (low > 0 && high > 0)
        str_add_char(out, ' ');
    add_interval(out, low, high, factor);
}

/* Digits in groups of three: "1234567" -> "1 234 567". */
static void add_grouped(struct str *out, const char *digits, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            str_add_char(out, ' ');
        str_add_char(out, digits[i]);
    }
}

static int decimals_for(double size)
{
    return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 0.1 ? 2 : 4;
}

void wording_number(struct str *out, double value)
{
    struct str digits = {0};
    str_addf(&digits, "%.*f", decimals_for(fabs(value)), fabs(value));
    char *text = digits.text;
    size_t whole = strcspn(text, ".");
    if (text[whole]) {
        while (str_ends(text, "0"))
            text[strlen(text) - 1] = '\0';
        if (str_ends(text, "."))
            text[whole] = '\0';
    }
    if (value < 0 && strspn(text, "0.") != strlen(text))
        str_add_char(out, '-');
    add_grouped(out, text, whole);
    str_add(out, text + whole);
    str_release(&digits);
}

void wording_duration(struct str *out, double seconds)
{
    if (seconds < 10) {
        str_addf(out, "%.1f s", seconds);
        return;
    }
    unsigned long all = (unsigned long)(seconds + 0.5);
    if (all >= 3600)
        str_addf(out, "%lu h %lu min", all / 3600, all / 60 % 60);
    else if (all >= 60)
        str_addf(out, "%lu min %lu s", all / 60, all % 60);
    else
        str_addf(out, "%lu s", all);
}

void wording_count(struct str *out, double count, const char *word)
{
    wording_number(out, count);
    str_addf(out, " %s%s", word, count == 1 ? "" : "s");
}

bool wording_higher_is_better(const struct record_metric *metric)
{
    return !metric->better || strcmp(metric->better, "lower") != 0;
}

static void add_part(struct str *out, size_t start, const char *text)
{
    if (!text)
        return;
    if (out->length > start)
        str_add(out, ", ");
    str_add(out, text);
}

static void add_kinds(struct str *out, size_t start,
                      const struct record *record)
{
    for (size_t i = 0; i < record->cpu.kind_count; i++) {
        const struct record_kind *kind = &record->cpu.kinds[i];
        if (!kind->core)
            continue;
        struct str text = {0};
        if (kind->cpus.count > 1)
            str_addf(&text, "%zu x ", kind->cpus.count);
        str_add(&text, kind->core);
        add_part(out, start, str_text(&text));
        str_release(&text);
    }
}

void wording_machine(struct str *out, const struct record *record)
{
    const struct record_board *board = &record->board;
    size_t start = out->length;
    add_part(out, start, board->name ? board->name : board->id);
    add_part(out, start, board->soc);
    add_kinds(out, start, record);
    if (record->cpu.arch)
        str_addf(out, " (%s)", record->cpu.arch);
}

void wording_compiler(struct str *out, const struct record *record)
{
    const struct record_compiler *compiler = &record->compiler;
    str_add(out, compiler->family ? compiler->family : "unknown compiler");
    if (compiler->version)
        str_addf(out, " %s", compiler->version);
    if (compiler->target)
        str_addf(out, " for %s", compiler->target);
}

void wording_flags(struct str *out, const struct strvec *flags)
{
    if (flags->count)
        strvec_join_shell(flags, out);
    else
        str_add(out, "(no flags)");
}

void wording_code(struct str *out, const struct record_winner *winner)
{
    const struct record_pairs *pairs = &winner->implementations;
    for (size_t i = 0; i < pairs->count; i++)
        str_addf(out, "%s%s=%s", i ? " " : "", pairs->items[i].key,
                 pairs->items[i].value ? pairs->items[i].value : "");
}

static double largest(double a, double b)
{
    return a > b ? a : b;
}

double wording_floor(const struct record *record)
{
    const struct record_confirmation *how = &record->confirmation;
    double floor = largest(protocol_standard.smallest_gain, how->layout_floor);
    if (how->canary.low > 0)
        floor = largest(floor, fabs(log(how->canary.low)));
    if (how->canary.high > 0)
        floor = largest(floor, fabs(log(how->canary.high)));
    return exp(floor);
}

static const char emulated_words[] = "emulated, not a result";

static const char *proven_word(const struct record *record)
{
    return record->published ? "published" : "proven";
}

const char *wording_metric_verdict(const struct record *record,
                                   const struct record_metric *metric)
{
    if (metric->ratio <= 0)
        return "not measured";
    if (record->emulated)
        return emulated_words;
    double floor = wording_floor(record);
    bool bounded = metric->low > 0 && metric->high > 0;
    if (metric->ratio > floor && (!bounded || metric->low > 1))
        return bounded ? proven_word(record) : "no interval";
    if (metric->ratio < 1 / floor && (!bounded || metric->high < 1))
        return bounded ? "slower" : "no interval";
    return "no proven gain";
}

double wording_reading(const struct record_baseline *baseline,
                       const struct record_metric *metric)
{
    for (size_t i = 0; metric->name && i < baseline->metric_count; i++) {
        const struct record_reading *reading = &baseline->metrics[i];
        if (reading->name && strcmp(reading->name, metric->name) == 0)
            return reading->median;
    }
    return baseline->reference ? metric->baseline : 0;
}

bool wording_has_readings(const struct record *record,
                          const struct record_baseline *baseline)
{
    for (size_t i = 0; i < record->metric_count; i++)
        if (wording_reading(baseline, &record->metrics[i]) > 0)
            return true;
    return false;
}

bool wording_plain_is_winner(const struct record *record)
{
    const struct record_pairs *pairs = &record->winner.implementations;
    for (size_t i = 0; i < pairs->count; i++)
        if (!pairs->items[i].value ||
            strcmp(pairs->items[i].value, "reference") != 0)
            return false;
    return strvec_equal(&record->winner.flags, &record->plain.flags);
}

bool wording_is_measured(const struct record_winner *winner)
{
    return winner->verdict && strcmp(winner->verdict, "not-measured") != 0;
}

static const char *verdict_words(const struct record *record,
                                 const char *verdict)
{
    if (!verdict || strcmp(verdict, "not-measured") == 0)
        return "not measured";
    if (record->emulated)
        return emulated_words;
    return strcmp(verdict, "proven") == 0 ? proven_word(record)
                                          : "no proven gain";
}

const char *wording_verdict(const struct record *record,
                            const struct record_winner *winner)
{
    return verdict_words(record, winner->verdict);
}

void wording_workload(struct str *out, const struct record *record)
{
    const char *name = record->workload.name,
               *version = record->workload.version;
    bool twice = name && version && str_starts(version, name);
    if (name && !twice)
        str_add(out, name);
    if (version)
        str_addf(out, "%s%s", name && !twice ? " " : "", version);
}

static void add_canary(struct str *out, const struct record_canary *canary)
{
    if (canary->ratio <= 0)
        return;
    str_add(out, ", canary ");
    wording_gain(out, canary->ratio, canary->low, canary->high);
}

/* Where cycles were counted: by what. */
static void add_cycle_clock(struct str *out, const struct record *record)
{
    const char *clock = record_pair_find(&record->system, "cycle-clock");
    for (size_t i = 0; clock && i < record->metric_count; i++)
        if (record->metrics[i].unit &&
            strcmp(record->metrics[i].unit, WORDING_CYCLES) == 0) {
            str_addf(out, ", cycles by the %s", clock);
            return;
        }
}

void wording_evidence(struct str *out, const struct record *record)
{
    const struct record_confirmation *how = &record->confirmation;
    wording_count(out, how->rounds, "round");
    if (how->void_rounds > 0) {
        str_add(out, " (");
        wording_number(out, how->void_rounds);
        str_add(out, " void, run again)");
    }
    if (how->layout_count)
        str_addf(out, ", %.0f of %zu layouts agree", how->layouts_agree,
                 how->layout_count);
    add_canary(out, &how->canary);
    if (how->layout_count)
        str_addf(out, ", layout alone %.1f %%", 100 * how->layout_floor);
    str_add(out, ", floor ");
    wording_ratio(out, wording_floor(record));
    add_cycle_clock(out, record);
}

bool wording_caveat(struct str *out, const struct record *record)
{
    if (record->emulated)
        str_add(out, emulated_words);
    if (!record->published)
        return record->emulated;
    if (record->emulated)
        str_add(out, "; ");
    str_add(out, "published figures, not measured by tuner");
    const char *const parts[] = {record->source.title,
                                 record->source.repository,
                                 record->source.citation};
    for (size_t i = 0; i < 3; i++)
        if (parts[i])
            str_addf(out, "%s%s", i ? ", " : ": ", parts[i]);
    return true;
}

bool wording_has_kinds(const struct record *record)
{
    for (size_t i = 0; i < record->cpu.kind_count; i++)
        if (record->cpu.kinds[i].verdict)
            return true;
    return false;
}

void wording_kind(struct str *out, const struct record_kind *kind)
{
    str_add(out, kind->core ? kind->core : "unknown");
    if (kind->cpu_plus_one > 0)
        str_addf(out, ", CPU %.0f", kind->cpu_plus_one - 1);
}

void wording_kind_result(struct str *out, const struct record *record,
                         const struct record_kind *kind)
{
    str_add(out, verdict_words(record, kind->verdict));
    if (kind->gain <= 0)
        return;
    str_add(out, ": ");
    wording_gain(out, kind->gain, kind->low, kind->high);
    if (kind->rounds <= 0)
        return;
    str_add(out, ", ");
    wording_count(out, kind->rounds, "round");
    str_addf(out, ", %.0f of %zu layouts agree", kind->layouts_agree,
             record->confirmation.layout_count);
    add_canary(out, &kind->canary);
}
