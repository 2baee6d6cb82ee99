/* SPDX-License-Identifier: MIT
 *
 * combinations [CC]: sweeps 1,440 combinations of {-O2,-O3} x 6 -march x
 * 5 -mcpu x 6 -mfpu x 4 -mfloat-abi for a 32-bit ARM compiler, with nogoods
 * and plainly, and compares. Started from the top folder of a built tree.
 */
#include <config.h>

#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "probes/agent.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/trial.h"
#include "search/combinations.h"
#include "search/object.h"

struct bench {
    struct compiler compiler;
    char *directory;
};

static const char *const lists[] = {
    "-O2 -O3",
    " -march=armv6kz -march=armv7-a -march=armv7ve -march=armv8-a "
    "-march=armv7-a+fp",
    " -mcpu=cortex-a7 -mcpu=cortex-a8 -mcpu=cortex-a53 -mcpu=arm1176jzf-s",
    " -mfpu=vfp -mfpu=vfpv3-d16 -mfpu=neon -mfpu=neon-vfpv4 "
    "-mfpu=neon-fp-armv8",
    " -mfloat-abi=soft -mfloat-abi=softfp -mfloat-abi=hard",
};

static bool compile(const struct strvec *flags, struct combination_result *out,
                    void *data, struct error *err)
{
    struct bench *bench = data;
    struct strvec arguments = {0};
    struct child_result result;
    struct object object;
    strvec_add_all(&arguments, flags);
    strvec_add_list(&arguments, "-c", "hosted.c", "-o", "hosted.o", NULL);
    bool ok = compiler_run(&bench->compiler, &arguments, bench->directory,
                           &result, err);
    strvec_release(&arguments);
    if (!ok)
        return false;
    out->refusal = trial_classify(&result, &out->message);
    child_result_release(&result);
    if (out->refusal != REFUSAL_NONE)
        return true;
    char *path = xasprintf("%s/hosted.o", bench->directory);
    ok = object_read(path, &object, err);
    free(path);
    if (ok)
        out->code = object.code;
    return ok;
}

static bool sweep(struct bench *bench, bool learn, struct combinations *out,
                  struct error *err)
{
    enum { CHOICES = sizeof(lists) / sizeof(*lists) };
    struct strvec choices[CHOICES] = {{0}};
    for (size_t c = 0; c < CHOICES; c++) {
        if (lists[c][0] == ' ')
            strvec_add(&choices[c], "");
        strvec_split(&choices[c], lists[c], " ");
    }
    struct combinations_request request = {.choices = choices,
                                           .choice_count = CHOICES,
                                           .learn = learn,
                                           .compile = compile,
                                           .data = bench};
    double start = clock_now_s();
    bool ok = combinations_sweep(&request, out, err);
    for (size_t c = 0; c < CHOICES; c++)
        strvec_release(&choices[c]);
    if (ok)
        printf("%-8s %zu combinations, %zu refused, %zu accepted in %zu "
               "classes; %zu runs, %zu nogoods, %.1f s\n",
               learn ? "learning" : "plain", out->total, out->refused,
               out->accepted, out->classes, out->runs, out->nogoods,
               clock_now_s() - start);
    return ok;
}

static size_t differences(const struct combinations *a,
                          const struct combinations *b)
{
    size_t count = 0;
    for (size_t i = 0; i < a->total; i++)
        count += (a->class_of[i] == COMBINATION_REFUSED) !=
                 (b->class_of[i] == COMBINATION_REFUSED);
    return count;
}

static bool run(const char *cc, struct error *err)
{
    struct bench bench = {0};
    struct catalogue catalogue = {0};
    struct str directory = {0};
    struct combinations learning = {0}, plain = {0};
    bool ok =
        catalogue_load(&catalogue, ".", err) &&
        compiler_probe(&bench.compiler, cc, err) &&
        file_make_temporary("tuner-combinations", &directory, err) &&
        agent_copy(&catalogue, AGENT_HOSTED, "", str_text(&directory), err);
    bench.directory = xstrdup(str_text(&directory));
    ok = ok && sweep(&bench, true, &learning, err) &&
         sweep(&bench, false, &plain, err);
    if (ok)
        printf("%zu of %zu verdicts differ; %.0f %% of the runs\n",
               differences(&learning, &plain), plain.total,
               100.0 * (double)learning.runs / (double)plain.runs);
    ok = ok && differences(&learning, &plain) == 0;
    if (directory.length)
        file_remove_tree(str_text(&directory), NULL);
    combinations_release(&learning);
    combinations_release(&plain);
    free(bench.directory);
    str_release(&directory);
    compiler_release(&bench.compiler);
    catalogue_release(&catalogue);
    return ok;
}

int main(int argc, char **argv)
{
    struct error err = {0};
    if (run(argc > 1 ? argv[1] : "arm-linux-gnueabihf-gcc", &err))
        return 0;
    fprintf(stderr, "combinations: %s\n",
            err.kind == ERROR_NONE ? "the sweeps differ" : err.text);
    return 1;
}
