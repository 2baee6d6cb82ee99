/* SPDX-License-Identifier: MIT
 *
 * The driver that a candidate's objects are linked with.
 *
 *     driver verify   known answers; one line for each that is wrong
 *     driver exhaust  the same with every length to 4096 at every alignment
 *     driver serve    answers requests on stdin, see driver_serve.h
 *
 * Exit status: 0 done, 1 failed, 2 usage.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "driver_serve.h"
#include "driver_verify.h"

static bool verify(void)
{
    return driver_verify(stdout, false) == 0;
}

static bool exhaust(void)
{
    return driver_verify(stdout, true) == 0;
}

static bool serve(void)
{
    return driver_serve(stdin, stdout);
}

static const struct mode {
    const char *name;
    bool (*run)(void); /* false when failed */
} modes[] = {
    {"verify", verify},
    {"exhaust", exhaust},
    {"serve", serve},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof modes / sizeof modes[0]; i++)
        if (strcmp(argv[1], modes[i].name) == 0) {
            bool done = modes[i].run();
            return fflush(stdout) == 0 && done ? 0 : 1;
        }
    fputs("usage: driver verify|exhaust|serve\n", stderr);
    return 2;
}
