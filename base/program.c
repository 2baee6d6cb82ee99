/* SPDX-License-Identifier: MIT
 *
 * How the program was started.
 */
#include <config.h>

#include "base/program.h"

#include <string.h>

#include "base/str.h"
#include "base/strvec.h"

/* Set once and read by all, as the level of messages is. */
static struct str path;

void program_start(const char *argv0)
{
    str_reset(&path);
    if (argv0 && strchr(argv0, '/'))
        strvec_quote_shell(&path, argv0);
}

const char *program_name(void)
{
    return path.length ? path.text : "tuner";
}
