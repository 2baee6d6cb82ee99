/* SPDX-License-Identifier: MIT
 *
 * Getting the helper (search/agent/) to another machine: it is compiled
 * here, by the compiler that makes programs for that machine, and copied
 * over the first connection.  For search/runner_remote.c.
 */
#ifndef SEARCH_REMOTE_AGENT_H
#define SEARCH_REMOTE_AGENT_H

#include <stdbool.h>

struct error;
struct str;
struct strvec;

/* Compiles the helper, linked statically where that is possible, and adds
 * the program's bytes. */
bool remote_agent_compile(const char *cc, struct str *program,
                          struct error *err);
/* Makes a command line of the runner that has a shell run a script. */
struct remote_shell {
    void (*command)(const void *runner, const char *script,
                    struct strvec *argv);
    const void *runner;
};

/* Copies it to a new folder over there, whose path is added. */
bool remote_agent_copy(const struct remote_shell *shell,
                       const struct str *program, struct str *folder,
                       struct error *err);

#endif
