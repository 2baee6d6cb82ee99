/* SPDX-License-Identifier: MIT
 *
 * The machine's choices, and "native" in explicit flags. With cross compilers
 * where they are installed.
 */
#include <config.h>

#include "probes/dimensions.h"

#include "base/child.h"
#include "probes/compiler.h"
#include "probes/cpu.h"
#include "probes/native.h"
#include "probes/spelling.h"
#include "tests/unit/fake_root.h"
#include "tests/unit/tap.h"

static struct catalogue catalogue;
static struct compiler compiler;
static struct cpu cpu;
static struct dimensions dimensions;

/* False when the compiler is not there. */
static bool start(const char *cc, const char *part, const char *features)
{
    struct error err = {0};
    if (!child_find_program(cc, NULL))
        return false;
    catalogue = fake_catalogue();
    char *root = fake_root_new();
    char *text = xasprintf("processor\t: 0\nFeatures\t: %s\n"
                           "CPU implementer\t: 0x41\nCPU part\t: %s\n",
                           features, part);
    fake_root_put(root, "proc/cpuinfo", text);
    cpu_probe(&cpu, &catalogue, root);
    ck_assert_msg(compiler_probe(&compiler, cc, &err), "%s", err.text);
    dimensions_load(&dimensions, &catalogue, &compiler, &cpu, 2);
    free(text);
    fake_root_free(root);
    return true;
}

static void stop(void)
{
    dimensions_release(&dimensions);
    compiler_release(&compiler);
    cpu_release(&cpu);
    catalogue_release(&catalogue);
}

static bool has(const char *name, const char *flags)
{
    const struct dimension_values *values = dimensions_find(&dimensions, name);
    for (size_t i = 0; values && i < values->count; i++) {
        char *text = strvec_join(&values->lists[i], " ");
        bool same = strcmp(text, flags) == 0;
        free(text);
        if (same)
            return true;
    }
    return false;
}

static bool may_run(const char *flags)
{
    struct strvec list = {0};
    strvec_split(&list, flags, " ");
    bool ok = dimensions_may_run(&catalogue, &compiler, &cpu, &list);
    strvec_release(&list);
    return ok;
}

START_TEST(limits_arm_to_what_the_cpu_has)
{
    if (!start("arm-linux-gnueabihf-gcc", "0xc08",
               "swp half thumb fastmult vfp edsp thumbee neon vfpv3 tls"))
        return;
    ck_assert(has("-mcpu", "-mcpu=cortex-a8 -mfpu=neon"));
    ck_assert(!has("-mcpu", "-mcpu=cortex-a7 -mfpu=neon"));
    ck_assert(has("-mfpu", "-mfpu=neon"));
    ck_assert(!has("-mfpu", "-mfpu=neon-vfpv4"));
    ck_assert(has("state", "-marm") && has("state", "-mthumb"));
    const struct dimension_values *abi =
        dimensions_find(&dimensions, "-mfloat-abi");
    ck_assert_uint_eq(abi->count, 1);
    ck_assert(has("-mfloat-abi", "-mfloat-abi=hard"));
    ck_assert(may_run("-mcpu=cortex-a8 -mfpu=neon"));
    ck_assert(!may_run("-mcpu=cortex-a8 -mfpu=neon-vfpv4"));
    ck_assert(!may_run("-mcpu=cortex-a15 -mfpu=neon"));
    ck_assert(!may_run("-mcpu=no-such"));
    struct dimension_values lists;
    dimensions_combine(&dimensions, 4, &lists);
    ck_assert_uint_eq(lists.count, 4);
    ck_assert_str_eq(lists.lists[0].items[0], "-mcpu=cortex-a8");
    dimension_values_release(&lists);
    stop();
}
END_TEST

START_TEST(gives_an_armv6_no_thumb)
{
    if (!start("arm-linux-gnueabihf-gcc", "0xb76",
               "half thumb fastmult vfp edsp java tls"))
        return;
    ck_assert(has("-mcpu", "-mcpu=arm1176jzf-s -mfpu=vfp -marm"));
    ck_assert(has("state", "-marm") && !has("state", "-mthumb"));
    ck_assert(!may_run("-march=armv7-a+fp"));
    stop();
}
END_TEST

/* A2: no -mfpu, -mfloat-abi, -marm on AArch64; A14: less may be faster. */
START_TEST(gives_aarch64_no_flags_of_arm32)
{
    if (!start("aarch64-linux-gnu-gcc", "0xd03", "fp asimd crc32"))
        return;
    ck_assert(has("-mcpu", "-mcpu=cortex-a53"));
    ck_assert(has("-march", "-march=armv8-a+nosimd"));
    ck_assert(has("-mtune", "-mtune=cortex-a72"));
    ck_assert_ptr_null(dimensions_find(&dimensions, "-mfpu"));
    ck_assert_ptr_null(dimensions_find(&dimensions, "-mfloat-abi"));
    ck_assert_ptr_null(dimensions_find(&dimensions, "state"));
    ck_assert(!may_run("-mcpu=cortex-a53+crypto"));
    stop();
}
END_TEST

START_TEST(lists_the_names_that_a_compiler_knows)
{
    struct error err = {0};
    struct strvec names = {0};
    const char *cc = getenv("TEST_CC");
    ck_assert_msg(compiler_probe(&compiler, cc ? cc : "cc", &err), "%s",
                  err.text);
    spelling_names(&compiler, "-mtune=", &names);
    if (strcmp(compiler.arch, "x86_64") == 0 &&
        compiler.family == COMPILER_GCC) {
        ck_assert(strvec_contains(&names, "haswell"));
        ck_assert(!strvec_contains(&names, "native"));
    }
    strvec_release(&names);
    compiler_release(&compiler);
}
END_TEST

/* A25: what stands for native names no machine but by its features. */
START_TEST(native_becomes_explicit)
{
    struct error err = {0};
    struct native native;
    const char *cc = getenv("TEST_CC");
    catalogue = fake_catalogue();
    cpu_probe(&cpu, &catalogue, "");
    ck_assert_msg(compiler_probe(&compiler, cc ? cc : "cc", &err), "%s",
                  err.text);
    if (native_is_target(&compiler) &&
        native_resolve(&native, &catalogue, &compiler, &cpu)) {
        for (size_t i = 0; i < native.flags.count; i++) {
            const char *flag = native.flags.items[i];
            ck_assert_msg(!strstr(flag, "native") && !str_ends(flag, "="), "%s",
                          flag);
        }
        native_release(&native);
    }
    compiler_release(&compiler);
    cpu_release(&cpu);
    catalogue_release(&catalogue);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        limits_arm_to_what_the_cpu_has, gives_an_armv6_no_thumb,
        gives_aarch64_no_flags_of_arm32, lists_the_names_that_a_compiler_knows,
        native_becomes_explicit};
    return TAP_RUN("dimensions", tests);
}
