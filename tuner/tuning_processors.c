/* SPDX-License-Identifier: MIT
 *
 * Which processors to compile on, and which to time on.
 */
#include <config.h>

#include "tuner/tuning_processors.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/str.h"
#include "probes/quota.h"
#include "probes/root.h"
#include "search/runner.h"
#include "tuner/measuring.h"
#include "tuner/tuning.h"

static void allow_only(struct topology *topology, const int *cpus, size_t count)
{
    topology->allowed_count = 0;
    for (size_t i = 0; i < topology->count; i++) {
        struct topology_pu *pu = &topology->pus[i];
        pu->allowed = false;
        for (size_t c = 0; c < count; c++)
            pu->allowed |= cpus[c] == pu->cpu;
        topology->allowed_count += pu->allowed;
    }
}

/* What the other machine lets our programs use. */
static void ask_allowed(struct tuning *self)
{
    static const char key[] = "\nCpus_allowed_list:";
    struct str status = {0};
    int *cpus = NULL;
    size_t count = 0;
    if (runner_read(self->runner, "/proc/self/status", &status, NULL) ==
        RUNNER_OK) {
        const char *found = strstr(str_text(&status), key);
        const char *list = found ? found + strlen(key) : "";
        char *line = xstrndup(list, strcspn(list, "\n"));
        if (root_parse_cpu_list(line, &cpus, &count) && count)
            allow_only(&self->machine.topology, cpus, count);
        free(line);
    }
    free(cpus);
    str_release(&status);
}

static bool has_cpu(const struct cpu_kind *kind, int cpu)
{
    for (size_t i = 0; i < kind->cpu_count; i++)
        if (kind->cpus[i] == cpu)
            return true;
    return false;
}

/* One processor of each kind but the one that is timed on anyway. */
static void pick_others(struct tuning *self)
{
    const struct cpu *cpu = &self->machine.cpu;
    self->kind_cpus = xcalloc(cpu->kind_count + 1, sizeof(*self->kind_cpus));
    for (size_t k = 0; self->cpu >= 0 && k < cpu->kind_count; k++) {
        const struct cpu_kind *kind = &cpu->kinds[k];
        int picked = topology_pick(&self->machine.topology, kind);
        if (kind->cpu_count && picked >= 0 && !has_cpu(kind, self->cpu))
            self->kind_cpus[self->kind_cpu_count++] = picked;
    }
}

bool tuning_choose_processors(struct tuning *self, struct error *err)
{
    struct topology here = {0};
    struct machine *machine = &self->machine;
    bool remote = runner_is_remote(self->runner);
    bool is_known = !self->is_away && (machine->live || remote);
    const struct topology *ours = &machine->topology;
    if (!machine->live) {
        topology_probe(&here, "", NULL);
        ours = &here;
    }
    self->processors = quota_processors(quota_probe(""), ours->allowed_count);
    if (remote && is_known)
        ask_allowed(self);
    if (is_known)
        self->cpu =
            topology_pick(&machine->topology, cpu_fastest_kind(&machine->cpu));
    else if (!remote) /* behind an emulator any of ours is as good */
        self->cpu = topology_pick(ours, NULL);
    bool ok = measuring_take_cpu(self->options, remote ? NULL : ours,
                                 &self->cpu, err);
    if (ok && is_known)
        pick_others(self);
    topology_release(&here);
    return ok;
}
