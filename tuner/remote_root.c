/* SPDX-License-Identifier: MIT
 *
 * Records what the other side shows: another machine by its files, an
 * emulator by what a program sees in it.
 */
#include <config.h>

#include "tuner/remote_root.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/strvec.h"
#include "base/temporary.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/teller.h"
#include "search/runner.h"
#include "tuner/runner_bridge.h"

const char *const remote_root_files[] = {
    "/proc/cpuinfo",
    "/proc/device-tree/model",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/pressure/cpu",
    "/proc/pressure/memory",
    "/proc/sys/kernel/arch",
    "/proc/sys/kernel/hostname",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/ostype",
    "/proc/sys/kernel/version",
    "/sys/class/dmi/id/board_name",
    "/sys/class/dmi/id/product_name",
    "/sys/class/dmi/id/sys_vendor",
    "/sys/class/thermal/cooling_device*/cur_state",
    "/sys/class/thermal/thermal_zone*/temp",
    "/sys/class/thermal/thermal_zone*/type",
    "/sys/devices/cpu_atom/cpus",
    "/sys/devices/cpu_core/cpus",
    "/sys/devices/platform/soc/soc:firmware/get_throttled",
    "/sys/devices/system/cpu/cpu*/cpu_capacity",
    "/sys/devices/system/cpu/cpu*/cpufreq/cpuinfo_max_freq",
    "/sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq",
    "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor",
    "/sys/devices/system/cpu/cpu*/regs/identification/midr_el1",
    "/sys/devices/system/cpu/cpu*/thermal_throttle/core_throttle_count",
    "/sys/devices/system/cpu/cpu*/thermal_throttle/package_throttle_count",
    "/sys/devices/system/cpu/cpu*/topology/core_id",
    "/sys/devices/system/cpu/cpu*/topology/core_cpus",
    "/sys/devices/system/cpu/cpu*/topology/package_cpus",
    "/sys/devices/system/cpu/cpu*/topology/physical_package_id",
    "/sys/devices/system/cpu/cpu*/topology/thread_siblings",
    "/sys/devices/system/cpu/cpufreq/boost",
    "/sys/devices/system/cpu/intel_pstate/no_turbo",
    "/sys/devices/system/cpu/offline",
    "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/possible",
    "/sys/devices/system/cpu/present",
    "/sys/hypervisor/type",
    NULL,
};

static bool record_files(struct runner *runner, const char *root,
                         struct error *err)
{
    struct strvec patterns = {0};
    for (const char *const *at = remote_root_files; *at; at++)
        strvec_add(&patterns, *at);
    bool ok = runner_capture(runner, &patterns, root, err);
    strvec_release(&patterns);
    return ok;
}

static bool record_process(const struct runner_bridge *bridge, const char *data,
                           const struct compiler *compiler, const char *root,
                           struct error *err)
{
    struct catalogue catalogue = {0};
    if (!catalogue_load(&catalogue, data, err))
        return false;
    struct teller teller = {.compiler = compiler,
                            .catalogue = &catalogue,
                            .runner = &bridge->trial,
                            .runner_text = runner_text(bridge->runner)};
    bool ok = teller_record(&teller, root, err);
    catalogue_release(&catalogue);
    return ok;
}

bool remote_root_make(const char *data, const struct compiler *compiler,
                      const char *runner_text, struct str *root,
                      struct error *err)
{
    struct runner_bridge bridge = {0};
    struct str made = {0};
    bool ok = runner_bridge_open(&bridge, runner_text, compiler->cc, err) &&
              temporary_make("root", &made, err);
    if (ok)
        ok =
            runner_is_remote(bridge.runner)
                ? record_files(bridge.runner, str_text(&made), err)
                : record_process(&bridge, data, compiler, str_text(&made), err);
    if (ok)
        str_add(root, str_text(&made));
    else
        temporary_remove(str_text(&made));
    str_release(&made);
    runner_bridge_close(&bridge);
    return ok;
}
