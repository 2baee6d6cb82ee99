/* SPDX-License-Identifier: MIT
 *
 * Replaying recorded landscapes.
 */
#include <config.h>

#include "search/landscape.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/arm.h"
#include "tests/unit/tap.h"

static char *recording(const char *name)
{
    const char *source = getenv("SOURCE_DIR");
    return xasprintf("%s/tests/bench/landscapes/%s", source ? source : ".",
                     name);
}

static void build(struct landscape *landscape, const char *text,
                  const size_t *choices, struct build *out)
{
    struct strvec flags = {0};
    struct error err = {0};
    strvec_split(&flags, text, " ");
    struct build_request request = {.flags = &flags, .choices = choices};
    ck_assert(landscape->workload.operations->build(&landscape->workload,
                                                    &request, out, &err));
    strvec_release(&flags);
}

static double sample(struct landscape *landscape, const struct build *made,
                     size_t metric)
{
    struct error err = {0};
    struct sample got;
    struct arm *arm = landscape->workload.operations->open(&landscape->workload,
                                                           made, NULL, &err);
    ck_assert_ptr_nonnull(arm);
    ck_assert_int_eq(arm->operations->sample(arm, metric, &got, &err), ARM_OK);
    arm_free(arm);
    return got.value;
}

START_TEST(two_recordings_make_one_landscape)
{
    struct landscape landscape;
    struct error err = {0};
    char *paths[] = {recording("salsa20.jsonl"), recording("poly1305.jsonl")};
    if (!landscape_load(&landscape, paths, 2, &err))
        ck_abort_msg("%s", err.text);
    ck_assert_uint_eq(landscape.workload.metric_count, 2);
    ck_assert_uint_eq(landscape.workload.choice_count, 2);
    struct build plain = {0}, other = {0}, both = {0};
    build(&landscape, "-O3", (size_t[]){0, 0}, &plain);
    build(&landscape, "-O3", (size_t[]){0, 1}, &other);
    ck_assert_int_eq(plain.refusal, REFUSAL_NONE);
    /* The implementation of one kernel is nothing to the other. */
    ck_assert_str_eq(plain.units[0].hex, other.units[0].hex);
    ck_assert_str_ne(plain.units[1].hex, other.units[1].hex);
    ck_assert_double_eq(sample(&landscape, &plain, 0),
                        sample(&landscape, &other, 0));
    build(&landscape, "-O3 -fnever-recorded", (size_t[]){0, 0}, &both);
    ck_assert_int_eq(both.refusal, REFUSAL_NONE); /* unknown words fall */
    ck_assert(landscape.best > 0);
    build_release(&plain);
    build_release(&other);
    build_release(&both);
    landscape_release(&landscape);
    free(paths[0]);
    free(paths[1]);
}
END_TEST

START_TEST(a_file_that_is_no_recording_is_told)
{
    struct landscape landscape;
    struct error err = {0};
    char *paths[] = {recording("core.conf")};
    ck_assert(!landscape_load(&landscape, paths, 1, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "core.conf"));
    free(paths[0]);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {two_recordings_make_one_landscape,
                            a_file_that_is_no_recording_is_told};
    return TAP_RUN("landscape", tests);
}
