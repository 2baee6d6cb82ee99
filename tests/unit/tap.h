/* SPDX-License-Identifier: MIT
 *
 * Runs the tests of one module with Check and prints TAP.  Each test runs in
 * a process of its own, so that a crash is one red test.
 *
 *     START_TEST(trims_both_ends)
 *     {
 *         ck_assert_str_eq(...);
 *     }
 *     END_TEST
 *
 *     int main(void)
 *     {
 *         const TTest *tests[] = {trims_both_ends};
 *         return TAP_RUN("str", tests);
 *     }
 *
 * A new program needs one line in tests/local.mk.
 */
#ifndef TESTS_UNIT_TAP_H
#define TESTS_UNIT_TAP_H

#include <check.h>
#include <stdlib.h>

#define TAP_RUN(name, tests)                                                   \
    tap_run((name), (tests), sizeof(tests) / sizeof(*(tests)))

/* A hang guard, not a time measurement: far above what any test needs, even
 * under valgrind on a small board. */
enum { TAP_TIMEOUT_S = 600 };

/* How much less work a test should do: 1, or more under tools like valgrind,
 * which set TUNER_TEST_SLOWDOWN. */
static inline unsigned tap_slowdown(void)
{
    const char *text = getenv("TUNER_TEST_SLOWDOWN");
    unsigned long value = text ? strtoul(text, NULL, 10) : 1;
    return value >= 1 && value <= 1000 ? (unsigned)value : 1;
}

/* Runs all tests in order; the exit code for main. */
static inline int tap_run(const char *name, const TTest *const *tests,
                          size_t count)
{
    Suite *suite = suite_create(name);
    TCase *group = tcase_create(name);
    suite_add_tcase(suite, group);
    tcase_set_timeout(group, TAP_TIMEOUT_S);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(group, tests[i]);

    SRunner *runner = srunner_create(suite);
    srunner_set_tap(runner, "-");
    srunner_run_all(runner, CK_SILENT);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
