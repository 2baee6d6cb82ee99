/* SPDX-License-Identifier: MIT
 *
 * From how a run ended and what it printed to samples.
 */
#include <config.h>

#include "search/program_reading.h"

#include <math.h>

#include "base/child.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/pattern.h"
#include "base/str.h"
#include "db/record.h"
#include "search/build_output.h"
#include "search/extract.h"
#include "search/workload_file.h"

enum { TAIL_LINES = 3, TAIL_BYTES = 300 };

static bool found(const struct pattern *pattern, const struct str *text)
{
    return pattern_match(pattern,
                         (struct pattern_text){str_text(text), text->length, 0},
                         NULL, 0);
}

static bool check_patterns(const struct pattern *must,
                           const struct pattern *must_not, const char *name,
                           const struct str *text, struct error *err)
{
    if (must && !found(must, text))
        return error_set(err, ERROR_CHILD,
                         "%s: the output lacks what it must match", name);
    if (must_not && found(must_not, text))
        return error_set(err, ERROR_CHILD,
                         "%s: the output holds what it must not match", name);
    return true;
}

static bool check_end(const struct child_result *result, struct error *err)
{
    if (child_succeeded(result))
        return true;
    struct str text = {0};
    build_output_describe(result, &text);
    if (result->out.length) {
        str_add(&text, ": ");
        build_output_tail(&result->out, TAIL_LINES, TAIL_BYTES, &text);
    }
    error_set(err, ERROR_CHILD, "%s", str_text(&text));
    str_release(&text);
    return false;
}

bool program_reading_check(const struct program_reading *self,
                           struct error *err)
{
    const struct workload_file *file = self->file;
    const struct str *text = &self->result->out;
    bool ok = check_end(self->result, err) &&
              check_patterns(file->must_match, file->must_not_match, "run",
                             text, err);
    for (size_t i = 0; i < file->metric_count && ok; i++)
        ok = check_patterns(file->metrics[i].must_match,
                            file->metrics[i].must_not_match,
                            file->metrics[i].name, text, err);
    return ok;
}

static struct sample both(double value)
{
    return (struct sample){.value = value, .wall = value};
}

static struct sample own_metric(const struct program_reading *self,
                                enum metric_source source)
{
    const struct child_result *result = self->result;
    double cpu_s = result->user_s + result->system_s;
    switch (source) {
    case METRIC_TIME:
        return self->threads
                   ? both(result->wall_s)
                   : (struct sample){.value = cpu_s, .wall = result->wall_s};
    case METRIC_WALL:
        return both(result->wall_s);
    case METRIC_CPU:
        return both(cpu_s);
    case METRIC_PEAK_MEMORY:
        return both((double)result->peak_memory_kib * 1024);
    case METRIC_SIZE:
        return both((double)self->size_bytes);
    case METRIC_PATTERN:
        break;
    }
    return both(NAN);
}

static bool read_metric(const struct program_reading *self,
                        const struct workload_metric *metric,
                        struct sample *sample, struct error *err)
{
    const struct str *text = &self->result->out;
    struct sample read = own_metric(self, metric->source);
    if (metric->source == METRIC_PATTERN) {
        struct extract_question question = {metric->match, str_text(text),
                                            text->length};
        double value;
        if (!extract_value(metric->extract, &question, &value, err))
            return error_wrap(err, "metric '%s' has no value", metric->name);
        read = both(value);
    }
    /* Comparisons are of ratios. */
    if (!(read.value > 0))
        return error_set(err, ERROR_CHILD, "metric '%s' is %g, not above 0",
                         metric->name, read.value);
    if (read.value < RECORD_SAMPLE_LOW || read.value > RECORD_SAMPLE_HIGH)
        return error_set(
            err, ERROR_CHILD, "metric '%s' is %g, not within %g and %g",
            metric->name, read.value, RECORD_SAMPLE_LOW, RECORD_SAMPLE_HIGH);
    *sample = read;
    return true;
}

bool program_reading_samples(const struct program_reading *self,
                             struct sample *samples, struct error *err)
{
    for (size_t i = 0; i < self->file->metric_count; i++)
        if (!read_metric(self, &self->file->metrics[i], &samples[i], err))
            return false;
    return true;
}

bool program_reading_has_threads(const struct child_result *result)
{
    return result->user_s + result->system_s >
           PROGRAM_THREADS_RATIO * result->wall_s;
}
