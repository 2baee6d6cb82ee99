/* SPDX-License-Identifier: MIT
 *
 * Trial of flags: a program with a libc header, which must compile, assemble
 * and link without a word.
 */
#include <stdio.h>

#include "loops.h"

int main(void)
{
    int code = loops_check();
    printf("%d\n", code);
    return code;
}
