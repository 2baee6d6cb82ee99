/* SPDX-License-Identifier: MIT
 *
 * The sweep with nogoods gives what the plain one gives, on a made-up
 * compiler with the quirks of a 32-bit ARM one, and on a sample with a real
 * one where it is installed.
 */
#include <config.h>

#include "search/combinations.h"

#include "base/child.h"
#include "base/digest.h"
#include "probes/agent.h"
#include "probes/compiler.h"
#include "probes/trial.h"
#include "search/object.h"
#include "tests/unit/fake_root.h"
#include "tests/unit/tap.h"

enum { CHOICES = 5 };

static void split(const char *const *lists, struct strvec *choices)
{
    for (size_t c = 0; c < CHOICES; c++) {
        if (lists[c][0] == ' ')
            strvec_add(&choices[c], "");
        strvec_split(&choices[c], lists[c], " ");
    }
}

static bool refuse(struct combination_result *out, enum refusal refusal,
                   const char *message)
{
    out->refusal = refusal;
    out->message = xstrdup(message);
    return true;
}

/* A level without an FPU is refused, unless an -mfpu mends it; two names
 * fight; another float ABI does not fit the libc; names say the level. */
static bool fake(const struct strvec *flags, struct combination_result *out,
                 void *data, struct error *err)
{
    (void)data;
    (void)err;
    char *text = strvec_join(flags, " ");
    bool march = strstr(text, "-march=") != NULL;
    bool mcpu = strstr(text, "-mcpu=") != NULL;
    bool mfpu = strstr(text, "-mfpu=") != NULL;
    bool ok = true;
    if (strstr(text, "-mfpu=no-such"))
        refuse(out, REFUSAL_UNKNOWN_FLAG, "error: unrecognized 'no-such'");
    else if (march && mcpu)
        refuse(out, REFUSAL_CONFLICT, "warning: 'x' conflicts with 'y'");
    else if (strstr(text, "-mfloat-abi=soft"))
        refuse(out, REFUSAL_COMPILE, "stubs.h: fatal error");
    else if (march && !mfpu && !strstr(text, "+fp"))
        refuse(out, REFUSAL_CONFLICT, "error: 'abi': lacks an FPU");
    else {
        char *plain = xstrdup(text);
        char *abi = strstr(plain, " -mfloat-abi=hard");
        if (abi) /* what holds anyway */
            memset(abi, ' ', strlen(" -mfloat-abi=hard"));
        out->code = digest_text(str_trim(plain));
        free(plain);
    }
    free(text);
    return ok;
}

static struct combinations sweep(const char *const *lists, bool learn,
                                 bool (*compile)(const struct strvec *,
                                                 struct combination_result *,
                                                 void *, struct error *),
                                 void *data)
{
    struct error err = {0};
    struct strvec choices[CHOICES] = {{0}};
    struct combinations out;
    split(lists, choices);
    struct combinations_request request = {.choices = choices,
                                           .choice_count = CHOICES,
                                           .learn = learn,
                                           .compile = compile,
                                           .data = data};
    ck_assert_msg(combinations_sweep(&request, &out, &err), "%s", err.text);
    for (size_t c = 0; c < CHOICES; c++)
        strvec_release(&choices[c]);
    return out;
}

static void equal(const struct combinations *a, const struct combinations *b)
{
    ck_assert_uint_eq(a->total, b->total);
    ck_assert_uint_eq(a->refused, b->refused);
    ck_assert_uint_eq(a->classes, b->classes);
    for (size_t i = 0; i < a->total; i++)
        ck_assert_uint_eq(a->class_of[i], b->class_of[i]);
}

START_TEST(learns_what_the_plain_sweep_finds)
{
    static const char *const lists[CHOICES] = {
        "-O2 -O3",
        " -march=a -march=b -march=c -march=d -march=a+fp",
        " -mcpu=a -mcpu=b -mcpu=c -mcpu=d",
        " -mfpu=a -mfpu=b -mfpu=c -mfpu=d -mfpu=no-such",
        " -mfloat-abi=soft -mfloat-abi=softfp -mfloat-abi=hard",
    };
    struct combinations learnt = sweep(lists, true, fake, NULL);
    struct combinations plain = sweep(lists, false, fake, NULL);
    ck_assert_uint_eq(plain.total, 1440);
    ck_assert_uint_eq(plain.runs, 1440);
    equal(&learnt, &plain);
    ck_assert_uint_gt(plain.refused, 0);
    ck_assert_uint_gt(learnt.nogoods, 3);
    ck_assert_uint_le(learnt.runs, 480);
    combinations_release(&learnt);
    combinations_release(&plain);
}
END_TEST

struct real {
    struct compiler compiler;
    char *directory;
};

static bool compile(const struct strvec *flags, struct combination_result *out,
                    void *data, struct error *err)
{
    struct real *real = data;
    struct strvec arguments = {0};
    struct child_result result;
    strvec_add_all(&arguments, flags);
    strvec_add_list(&arguments, "-c", "hosted.c", "-o", "hosted.o", NULL);
    bool ok = compiler_run(&real->compiler, &arguments, real->directory,
                           &result, err);
    strvec_release(&arguments);
    if (!ok)
        return false;
    out->refusal = trial_classify(&result, &out->message);
    child_result_release(&result);
    if (out->refusal != REFUSAL_NONE)
        return true;
    struct object object;
    char *path = xasprintf("%s/hosted.o", real->directory);
    ok = object_read(path, &object, err);
    free(path);
    if (ok)
        out->code = object.code;
    return ok;
}

/* A sample of the 1,440 combinations of tests/bench/combinations.c. */
START_TEST(agrees_with_a_real_compiler_on_a_sample)
{
    static const char *const lists[CHOICES] = {
        "-O2",
        " -march=armv6kz -march=armv7-a",
        " -mcpu=cortex-a7 -mcpu=cortex-a8",
        " -mfpu=neon",
        " -mfloat-abi=softfp",
    };
    struct real real = {0};
    struct error err = {0};
    if (!child_find_program("arm-linux-gnueabihf-gcc", NULL))
        return;
    struct catalogue catalogue = fake_catalogue();
    real.directory = fake_root_new();
    ck_assert_msg(
        compiler_probe(&real.compiler, "arm-linux-gnueabihf-gcc", &err) &&
            agent_copy(&catalogue, AGENT_HOSTED, "", real.directory, &err),
        "%s", err.text);
    struct combinations learnt = sweep(lists, true, compile, &real);
    struct combinations plain = sweep(lists, false, compile, &real);
    equal(&learnt, &plain);
    ck_assert_uint_gt(plain.refused, plain.accepted);
    ck_assert_uint_lt(learnt.runs, plain.runs);
    combinations_release(&learnt);
    combinations_release(&plain);
    compiler_release(&real.compiler);
    catalogue_release(&catalogue);
    fake_root_free(real.directory);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {learns_what_the_plain_sweep_finds,
                            agrees_with_a_real_compiler_on_a_sample};
    return TAP_RUN("combinations", tests);
}
