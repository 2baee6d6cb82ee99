/* SPDX-License-Identifier: MIT
 *
 * Servers that stay: a line in, a line out.
 */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_BYTES = 65536 };

struct server {
    pid_t pid; /* 0: free */
    int in, out;
    char *pending;
    size_t used;
};

static struct server servers[SERVERS_MAX];

bool serve_has(pid_t pid)
{
    for (int i = 0; i < SERVERS_MAX; i++)
        if (servers[i].pid == pid)
            return true;
    return false;
}

void serve_serve(const struct request *request)
{
    int to[2], from[2], number = 0;
    while (number < SERVERS_MAX && servers[number].pid)
        number++;
    spawn_check(request);
    if (number == SERVERS_MAX) {
        talk_text("fail", "over %d servers", SERVERS_MAX);
        return;
    }
    struct server *server = &servers[number];
    spawn_pipe(to);
    spawn_pipe(from);
    server->pid =
        spawn(request, to[0], from[1], open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (server->pid < 0)
        agent_end(1);
    server->in = to[1];
    server->out = from[0];
    server->pending = calloc(1, LINE_BYTES);
    server->used = 0;
    long long numbers[] = {number};
    talk_answer("ok", numbers, 1, "", 0);
}

static struct server *server_of(const struct request *request)
{
    long long number = request->numbers[0];
    if (number < 0 || number >= SERVERS_MAX || !servers[number].pid)
        return NULL;
    return &servers[number];
}

/* Answers with the server's line when there is a whole one. */
static bool answer_line(struct server *server)
{
    char *end = memchr(server->pending, '\n', server->used);
    if (!end)
        return false;
    size_t length = (size_t)(end - server->pending);
    talk_answer("line", NULL, 0, server->pending, length);
    server->used -= length + 1;
    memmove(server->pending, end + 1, server->used);
    return true;
}

static bool send_line(const struct server *server,
                      const struct request *request)
{
    size_t done = 0;
    request->bytes[request->length] = '\n'; /* over the last NUL */
    while (done < request->length + 1) {
        ssize_t put = write(server->in, request->bytes + done,
                            request->length + 1 - done);
        if (put <= 0)
            return false;
        done += (size_t)put;
    }
    return true;
}

/* Milliseconds until the deadline, at least none. */
static int left_ms(long long deadline_ns)
{
    long long left = (deadline_ns - now_ns()) / 1000000;
    return left > 0 ? (int)left + 1 : 0;
}

/* Reads more of the answer; why it cannot, or NULL. */
static const char *read_more(struct server *server, long long deadline_ns)
{
    if (server->used == LINE_BYTES)
        return "its line is too long";
    int wait_ms = left_ms(deadline_ns);
    if (wait_ms == 0)
        return "no answer in time";
    if (!spawn_wait(server->out, wait_ms))
        return NULL;
    ssize_t got = read(server->out, server->pending + server->used,
                       LINE_BYTES - server->used);
    if (got <= 0)
        return "it has ended";
    server->used += (size_t)got;
    return NULL;
}

static void answer_ended(struct server *server, const char *why)
{
    int status = 0;
    usleep(10000); /* its end comes after that of its output */
    if (waitpid(server->pid, &status, WNOHANG) == server->pid) {
        server->pid = -1; /* reaped, but the number is taken until `stop` */
        if (WIFSIGNALED(status))
            talk_text("ended", "signal %d (%s)", WTERMSIG(status),
                      strsignal(WTERMSIG(status)));
        else
            talk_text("ended", "exit %d", WEXITSTATUS(status));
    } else {
        talk_text("ended", "%s", why);
    }
}

void serve_ask(const struct request *request)
{
    struct server *server = server_of(request);
    if (!server || server->pid < 0 || !server->pending) {
        talk_text("ended", "the server has ended");
        return;
    }
    long long deadline_ns = now_ns() + request->numbers[1] * 1000000;
    const char *why = NULL;
    if (!send_line(server, request))
        why = "it does not read";
    while (!why && !answer_line(server))
        why = read_more(server, deadline_ns);
    if (why)
        answer_ended(server, why);
}

static void end_server(struct server *server)
{
    close(server->in);
    close(server->out);
    if (server->pid > 0) {
        kill(-server->pid, SIGKILL);
        while (waitpid(server->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    free(server->pending);
    memset(server, 0, sizeof(*server));
}

void serve_stop(const struct request *request)
{
    struct server *server = server_of(request);
    if (server)
        end_server(server);
    spawn_end_strays();
    talk_text("ok", "%s", "");
}

void serve_end_all(void)
{
    for (int i = 0; i < SERVERS_MAX; i++)
        if (servers[i].pid)
            end_server(&servers[i]);
    spawn_end_strays();
}
