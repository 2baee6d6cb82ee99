/* SPDX-License-Identifier: MIT
 *
 * From names to the core's metrics.
 */
#include <config.h>

#include "search/core_metrics.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "search/core_arm.h"
#include "search/core_config.h"
#include "search/workload.h"

static const char cycles_suffix[] = ":cycles";

struct chooser {
    struct workload *workload;
    struct core_timing *timing;
    const struct core_config *config;
};

static bool name_metrics(const struct core_config *config, const char *name,
                         struct error *err)
{
    struct str known = {0};
    for (size_t i = 0; i < config->kernel_count; i++)
        str_addf(&known, "%s%s", i > 0 ? ", " : "", config->kernels[i].name);
    error_set(err, ERROR_USAGE,
              "no metric '%s' in the core; there are %s, and with %s behind "
              "the name cycles a block where it has blocks",
              name, str_text(&known), cycles_suffix);
    str_release(&known);
    return false;
}

static void add_metric(struct chooser *self, const struct core_kernel *kernel,
                       bool cycles)
{
    struct workload *workload = self->workload;
    size_t index = workload->metric_count++;
    self->timing->metrics[index] =
        (struct core_metric){.kernel = kernel, .cycles = cycles};
    self->timing->metric_count = workload->metric_count;
    workload->metrics[index] = (struct metric){
        .name = xasprintf("%s%s", kernel->name, cycles ? cycles_suffix : ""),
        .unit = xstrdup(cycles ? "cycles/block" : kernel->measure),
        .higher_is_better = cycles ? false : kernel->higher_is_better,
        .weight = 1,
    };
}

static bool add_named(struct chooser *self, const char *name, struct error *err)
{
    bool cycles = str_ends(name, cycles_suffix);
    size_t length = strlen(name) - (cycles ? strlen(cycles_suffix) : 0);
    for (size_t i = 0; i < self->config->kernel_count; i++) {
        const struct core_kernel *kernel = &self->config->kernels[i];
        if (strlen(kernel->name) != length ||
            strncmp(kernel->name, name, length) != 0 ||
            (cycles && !(kernel->blocks > 0)))
            continue;
        add_metric(self, kernel, cycles);
        return true;
    }
    return name_metrics(self->config, name, err);
}

static bool choose(struct chooser *self, const struct strvec *names,
                   struct error *err)
{
    self->workload->metrics =
        xcalloc(ARM_METRICS_MAX, sizeof *self->workload->metrics);
    if (names && names->count > ARM_METRICS_MAX)
        return error_set(err, ERROR_USAGE, "more than %d metrics",
                         ARM_METRICS_MAX);
    for (size_t i = 0; names && i < names->count; i++)
        if (!add_named(self, names->items[i], err))
            return false;
    if (self->workload->metric_count > 0)
        return true;
    for (size_t i = 0; i < self->config->kernel_count; i++)
        if (self->config->kernels[i].is_default)
            add_metric(self, &self->config->kernels[i], false);
    if (self->workload->metric_count == 0)
        return error_set(err, ERROR_FORMAT,
                         "kernels.conf has no default metric");
    return true;
}

bool core_metrics_choose(struct workload *workload, struct core_timing *timing,
                         const struct core_config *config,
                         const struct strvec *names, struct error *err)
{
    struct chooser self = {workload, timing, config};
    return choose(&self, names, err);
}
