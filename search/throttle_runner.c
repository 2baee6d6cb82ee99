/* SPDX-License-Identifier: MIT
 *
 * The throttle watch's files on the runner's machine.
 */
#include <config.h>

#include "search/runner.h"
#include "search/throttle.h"

static bool read_there(void *runner, const char *path, struct str *out)
{
    return runner_read(runner, path, out, NULL) == RUNNER_OK;
}

static bool glob_there(void *runner, const char *pattern, struct strvec *paths)
{
    return runner_glob(runner, pattern, paths, NULL) == RUNNER_OK;
}

struct throttle_reader throttle_runner_reader(struct runner *runner)
{
    return (struct throttle_reader){read_there, glob_there, runner};
}
