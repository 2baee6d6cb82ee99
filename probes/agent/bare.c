/* SPDX-License-Identifier: MIT
 *
 * Trial of flags: executes an instruction of every feature that they switch
 * on, and real loops, without a libc.  features.h is made from
 * configs/features.tsv.
 */
#include "start.h"

#include "features.h"
#include "loops.h"

long agent_main(unsigned long *stack)
{
    (void)stack;
    features_execute();
    return loops_check();
}
