/* SPDX-License-Identifier: MIT
 *
 * --user, and a word to root.
 */
#include <config.h>

#include "tuner/privilege.h"

#include <pthread.h>
#include <stddef.h>

#include "base/rights.h"
#include "tuner/message.h"
#include "tuner/options.h"

bool privilege_choose(const struct options *options, struct error *err)
{
    const char *name = options_text(options, "user", NULL);
    return !name || rights_use(name, err);
}

static void tell(void)
{
    if (rights_are_root())
        message_info("builds and benchmarks run as root: --user NAME runs "
                     "them as somebody else");
}

void privilege_tell(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, tell);
}
