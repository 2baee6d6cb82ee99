/* SPDX-License-Identifier: MIT
 *
 * Compiles, links and runs under a set of flags.
 */
#include <config.h>

#include "probes/trial.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "base/child.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "base/temporary.h"
#include "probes/agent.h"
#include "probes/compiler.h"
#include "probes/features.h"

enum { RUN_TIMEOUT_MS = 20000, WRONG_SUMS = 3 };

/* File names have no folder in them, so that messages are the same every
 * time. */
#define HOSTED "hosted"
#define BARE "bare"

struct attempt {
    const struct trial *trial;
    const struct strvec *flags;
    const char *directory;
    struct trial_result *result;
};

void trial_result_release(struct trial_result *self)
{
    if (!self)
        return;
    free(self->message);
    *self = (struct trial_result){0};
}

/* One compiler run: base, the flags, then what the trial needs. */
static bool compile(const struct attempt *attempt, const struct strvec *tail,
                    struct error *err)
{
    struct strvec arguments = {0};
    struct child_result result;
    strvec_add(&arguments, "-O2");
    strvec_add_all(&arguments, attempt->flags);
    strvec_add_all(&arguments, tail);
    bool ok = compiler_run(attempt->trial->compiler, &arguments,
                           attempt->directory, &result, err);
    if (ok) {
        trial_result_release(attempt->result);
        attempt->result->refusal =
            trial_classify(&result, &attempt->result->message);
        child_result_release(&result);
    }
    strvec_release(&arguments);
    return ok;
}

static const char *const hosted_tails[][5] = {
    [TRIAL_COMPILE] = {"-S", HOSTED ".c", "-o", HOSTED ".s", NULL},
    [TRIAL_ASSEMBLE] = {"-c", HOSTED ".c", "-o", HOSTED ".o", NULL},
    [TRIAL_LINK] = {HOSTED ".c", "-o", HOSTED, NULL},
    [TRIAL_RUN] = {HOSTED ".c", "-o", HOSTED, NULL},
};

static bool build_hosted(const struct attempt *attempt, enum trial_depth depth,
                         struct error *err)
{
    struct strvec tail = {0};
    for (const char *const *word = hosted_tails[depth]; *word; word++)
        strvec_add(&tail, *word);
    bool ok = compile(attempt, &tail, err);
    strvec_release(&tail);
    return ok;
}

/* Where one run for everything fails in a way that its words do not place,
 * the stages are tried by themselves. */
static bool place_failure(const struct attempt *attempt, struct error *err)
{
    static const struct {
        enum trial_depth depth;
        enum refusal refusal;
    } stages[] = {{TRIAL_COMPILE, REFUSAL_COMPILE},
                  {TRIAL_ASSEMBLE, REFUSAL_ASSEMBLE}};
    enum refusal refusal = attempt->result->refusal;
    if (refusal != REFUSAL_COMPILE || attempt->trial->depth == TRIAL_COMPILE)
        return true;
    struct trial_result one = {0};
    struct attempt staged = *attempt;
    staged.result = &one;
    bool ok = true;
    enum refusal placed = REFUSAL_LINK;
    for (size_t i = 0; ok && i < 2; i++) {
        ok = build_hosted(&staged, stages[i].depth, err);
        if (ok && one.refusal != REFUSAL_NONE) {
            placed = stages[i].refusal;
            break;
        }
    }
    if (ok && placed != refusal && attempt->trial->depth >= TRIAL_LINK)
        attempt->result->refusal = placed;
    trial_result_release(&one);
    return ok;
}

/* Out of memory says nothing about the flags: once more, alone. */
static bool build(const struct attempt *attempt, struct error *err)
{
    if (!build_hosted(attempt, attempt->trial->depth, err))
        return false;
    if (attempt->result->refusal == REFUSAL_OUT_OF_MEMORY &&
        !build_hosted(attempt, attempt->trial->depth, err))
        return false;
    return place_failure(attempt, err);
}

/* Profiling, sanitizers and the like need a libc: then this is no program.
 * What it says is no verdict. */
static bool build_bare(const struct attempt *attempt, bool *built,
                       struct error *err)
{
    struct strvec tail = {0};
    struct trial_result own = {0};
    struct attempt bare = *attempt;
    bare.result = &own;
    strvec_add_list(&tail, BARE ".c", "-o", BARE, NULL);
    agent_add_bare_flags(&tail);
    bool ok = agent_copy(attempt->trial->catalogue, AGENT_BARE,
                         features_isa(attempt->trial->compiler),
                         attempt->directory, err) &&
              compile(&bare, &tail, err);
    *built = ok && own.refusal == REFUSAL_NONE;
    trial_result_release(&own);
    strvec_release(&tail);
    return ok;
}

static bool run_here(void *data, const char *directory, const char *program,
                     struct child_result *result, struct error *err)
{
    struct strvec none = {0};
    (void)data;
    return trial_run_prefixed(&none, directory, program, result, err);
}

bool trial_run_prefixed(void *data, const char *directory, const char *program,
                        struct child_result *result, struct error *err)
{
    const struct strvec *prefix = data;
    struct strvec argv = {0};
    strvec_add_all(&argv, prefix);
    strvec_addf(&argv, "%s/%s", directory, program);
    struct child_options options = {.argv = strvec_argv(&argv),
                                    .directory = directory,
                                    .timeout_ms = RUN_TIMEOUT_MS};
    bool ok = child_run(&options, result, err);
    strvec_release(&argv);
    return ok;
}

static enum refusal judge_run(const struct child_result *result)
{
    if (result->end == CHILD_TIMEOUT)
        return REFUSAL_TIMEOUT;
    int number = child_signal(result);
    if (number == SIGILL)
        return REFUSAL_ILLEGAL_INSTRUCTION;
    if (number == SIGKILL)
        return REFUSAL_OUT_OF_MEMORY;
    if (number)
        return REFUSAL_CRASH;
    if (child_succeeded(result))
        return REFUSAL_NONE;
    return result->code == WRONG_SUMS ? REFUSAL_WRONG_OUTPUT : REFUSAL_CRASH;
}

static void take_run(struct trial_result *out,
                     const struct child_result *result)
{
    enum { WORDS_MAX = 300 };
    enum refusal refusal = judge_run(result);
    if (refusal == REFUSAL_NONE)
        return;
    struct str message = {0};
    const char *words = str_text(&result->err);
    str_add(&message, "the program: ");
    child_describe_end(result, &message);
    if (refusal == REFUSAL_ILLEGAL_INSTRUCTION && result->end == CHILD_EXITED)
        str_add(&message, " (128 + SIGILL)");
    size_t length = strcspn(words, "\n");
    if (length)
        str_addf(&message, ": %.*s",
                 (int)(length < WORDS_MAX ? length : WORDS_MAX), words);
    trial_result_release(out);
    *out = (struct trial_result){.refusal = refusal,
                                 .message = str_detach(&message)};
}

static bool run_program(const struct attempt *attempt, const char *program,
                        struct error *err)
{
    static const struct trial_runner here = {.run = run_here};
    const struct trial_runner *runner =
        attempt->trial->runner ? attempt->trial->runner : &here;
    struct child_result result;
    if (!runner->run(runner->data, attempt->directory, program, &result, err))
        return error_wrap(err, "running a test program");
    take_run(attempt->result, &result);
    child_result_release(&result);
    return true;
}

static bool try_in(const struct attempt *attempt, struct error *err)
{
    const struct trial *trial = attempt->trial;
    const char *isa = features_isa(trial->compiler);
    if (!agent_copy(trial->catalogue, AGENT_HOSTED, isa, attempt->directory,
                    err) ||
        !build(attempt, err))
        return false;
    if (attempt->result->refusal != REFUSAL_NONE || trial->depth != TRIAL_RUN)
        return true;
    bool bare = false;
    if (*isa && !build_bare(attempt, &bare, err))
        return false;
    return run_program(attempt, bare ? BARE : HOSTED, err);
}

bool trial_run(const struct trial *self, const struct strvec *flags,
               struct trial_result *out, struct error *err)
{
    struct str directory = {0};
    struct trial_result result = {0};
    if (!temporary_make("trial", &directory, err))
        return false;
    struct attempt attempt = {.trial = self,
                              .flags = flags,
                              .directory = str_text(&directory),
                              .result = &result};
    bool ok = try_in(&attempt, err);
    temporary_remove(str_text(&directory));
    str_release(&directory);
    if (ok)
        *out = result;
    else
        trial_result_release(&result);
    return ok;
}
