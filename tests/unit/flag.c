/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "db/flag.h"

#include "base/strvec.h"
#include "tests/unit/tap.h"

struct known {
    const char *flag;
    enum flag_class class;
};

START_TEST(flags_have_the_class_of_what_they_change)
{
    static const struct known known[] = {
        {"-O3", FLAG_SAFE},
        {"-funroll-loops", FLAG_SAFE},
        {"-fno-fast-math", FLAG_SAFE},
        {"-mcpu=cortex-a7", FLAG_SAFE},
        {"-fno-strict-aliasing", FLAG_SAFE},
        {"-Ofast", FLAG_CHANGES_FLOAT},
        {"-ffast-math", FLAG_CHANGES_FLOAT},
        {"-funsafe-math-optimizations", FLAG_CHANGES_FLOAT},
        {"-ffinite-math-only", FLAG_CHANGES_FLOAT},
        {"-fno-math-errno", FLAG_CHANGES_FLOAT},
        {"-fno-signed-zeros", FLAG_CHANGES_FLOAT},
        {"-fassociative-math", FLAG_CHANGES_FLOAT},
        {"-ffp-contract=fast", FLAG_CHANGES_FLOAT},
        {"-mfpmath=387", FLAG_CHANGES_FLOAT},
        {"-mrecip=all", FLAG_CHANGES_FLOAT},
        {"-mfloat-abi=soft", FLAG_CHANGES_ABI},
        {"-fshort-enums", FLAG_CHANGES_ABI},
        {"-fpack-struct", FLAG_CHANGES_ABI},
        {"-fpack-struct=4", FLAG_CHANGES_ABI},
        {"-m32", FLAG_CHANGES_ABI},
        {"-mabi=ilp32", FLAG_CHANGES_ABI},
        {"-DNDEBUG", FLAG_CHANGES_MEANING},
        {"-fno-stack-protector", FLAG_CHANGES_MEANING},
        {"-fno-exceptions", FLAG_CHANGES_MEANING},
        {"-std=c99", FLAG_CHANGES_MEANING},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
        ck_assert_msg(flag_class(known[i].flag) == known[i].class,
                      "%s is %s, not %s", known[i].flag,
                      flag_class_word(flag_class(known[i].flag)),
                      flag_class_word(known[i].class));
}
END_TEST

START_TEST(words_go_both_ways)
{
    enum flag_class found;
    for (unsigned i = 0; i < FLAG_CLASS_COUNT; i++) {
        ck_assert(
            flag_class_parse(flag_class_word((enum flag_class)i), &found));
        ck_assert_uint_eq(found, i);
        ck_assert_str_ne(flag_class_explain((enum flag_class)i), "");
    }
    ck_assert(!flag_class_parse("fast", &found));
}
END_TEST

START_TEST(classes_of_a_list_stand_once)
{
    struct strvec flags = {0}, classes = {0};
    strvec_add_list(&flags, "-O3", "-ffast-math", "-m32", "-Ofast", NULL);
    flag_classes(&flags, &classes);
    ck_assert_uint_eq(classes.count, 2);
    ck_assert_str_eq(classes.items[0], "changes-abi");
    ck_assert_str_eq(classes.items[1], "changes-float");
    strvec_release(&flags);
    strvec_release(&classes);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {flags_have_the_class_of_what_they_change,
                            words_go_both_ways, classes_of_a_list_stand_once};
    return TAP_RUN("flag", tests);
}
