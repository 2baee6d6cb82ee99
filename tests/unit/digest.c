/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/digest.h"

#include "tests/unit/tap.h"

/* Values of `git hash-object`. */
START_TEST(is_gits_blob_hash)
{
    ck_assert_str_eq(digest_text("").hex,
                     "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    ck_assert_str_eq(digest_text("hello\n").hex,
                     "ce013625030ba8dba906f756967f9e9ca394464a");
}
END_TEST

START_TEST(bytes_may_hold_nul)
{
    struct digest whole = digest_bytes("a\0b", 3);
    ck_assert_str_ne(whole.hex, digest_bytes("a", 1).hex);
    ck_assert_str_ne(whole.hex, digest_bytes("a\0c", 3).hex);
    ck_assert_str_eq(digest_bytes("a", 1).hex, digest_text("a").hex);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {is_gits_blob_hash, bytes_may_hold_nul};
    return TAP_RUN("digest", tests);
}
