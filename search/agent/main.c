/* SPDX-License-Identifier: MIT
 *
 * The helper's loop.  Its one argument is its own folder, which goes with it.
 */
#include "agent.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *verb;
    void (*answer)(const struct request *request);
} verbs[] = {
    {"put", files_put},     {"folder", files_folder}, {"file", files_file},
    {"link", files_link},   {"remove", files_remove}, {"sync", files_sync},
    {"read", files_read},   {"glob", files_glob},     {"run", run_run},
    {"serve", serve_serve}, {"ask", serve_ask},       {"stop", serve_stop},
};

static char own_folder[4096];

_Noreturn void agent_end(int code)
{
    serve_end_all();
    if (*own_folder && chdir("/") == 0)
        files_remove_tree(AT_FDCWD, own_folder);
    _exit(code);
}

static void on_signal(int number)
{
    (void)number;
    talk_stop();
}

static bool answer(const struct request *request)
{
    for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++)
        if (strcmp(verbs[i].verb, request->verb) == 0) {
            verbs[i].answer(request);
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    static struct request request;
    if (argc != 2 || !realpath(argv[1], own_folder) || chdir(own_folder) != 0) {
        fprintf(stderr, "usage: agent FOLDER\n");
        return 2;
    }
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    spawn_init();
    talk_text("ready", "%s", own_folder);
    while (talk_read(&request)) {
        if (!answer(&request))
            agent_end(1);
        talk_release(&request);
    }
    agent_end(0);
}
