/* SPDX-License-Identifier: MIT
 *
 * Finds the command, runs it, prints the one error, checks stdout.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/child.h"
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/program.h"
#include "tuner/command.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/privilege.h"

enum { EXIT_USAGE = 2, EXIT_SIGNAL_BASE = 128 };

static volatile sig_atomic_t stop_signal;

/* The first signal asks everything to end in order, the next one kills. */
static void on_stop(int number)
{
    stop_signal = number;
    child_cancel_all();
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_stop,
                               .sa_flags = (int)SA_RESETHAND};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        struct sigaction now;
        /* nohup's ignored SIGHUP stays ignored. */
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit on files is an error of the write */
}

/* What careless parents leave: blocked signals, so that nothing stops us; an
 * ignored SIGCHLD, with which the kernel swallows how children end; a umask
 * that keeps us out of our own files. */
static void undo_inheritance(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGCHLD, SIG_DFL);
    umask(umask(077) & 077);
}

/* A missing descriptor 0, 1 or 2 would be taken by the next file opened. */
static void open_standard_descriptors(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDONLY); /* writing to it fails */
    while (fd >= 0 && fd <= 2);
    if (fd > 2)
        close(fd);
}

static bool finish_stdout(struct error *err)
{
    bool failed = ferror(stdout) != 0;
    if (fflush(stdout) != 0 || failed)
        return error_set(err, ERROR_IO, "cannot write the output: %s",
                         strerror(errno));
    return true;
}

static void set_level(const struct options *options)
{
    if (options_has(options, "quiet"))
        message_set_level(MESSAGE_QUIET);
    if (options_has(options, "verbose"))
        message_set_level(MESSAGE_VERBOSE);
}

static bool run_command(const struct command *command, int argc, char **argv,
                        struct error *err)
{
    struct options options = {0};
    bool ok = options_parse(&options, command, argc, argv, err);
    if (ok && options_has(&options, "help")) {
        command_help(command);
    } else if (ok) {
        set_level(&options);
        ok = privilege_choose(&options, err) && command->run(&options, err);
    }
    options_release(&options);
    return ok;
}

static int exit_code(bool ok, const struct error *err)
{
    message_progress_clear();
    if (!ok && err->kind != ERROR_NONE && err->kind != ERROR_CANCELLED)
        message_error("%s", err->text);
    if (!ok && err->kind == ERROR_USAGE)
        fprintf(stderr, "try '%s --help'\n", program_name());
    if (stop_signal)
        return EXIT_SIGNAL_BASE + stop_signal;
    if (ok)
        return EXIT_SUCCESS;
    return err->kind == ERROR_USAGE ? EXIT_USAGE : EXIT_FAILURE;
}

static bool run(int argc, char **argv, struct error *err)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name)
        return error_set(err, ERROR_USAGE, "no command given");
    if (strcmp(name, "--help") == 0 || strcmp(name, "help") == 0 ||
        strcmp(name, "-h") == 0) {
        const struct command *topic = argc > 2 ? command_find(argv[2]) : NULL;
        if (argc > 2 && !topic)
            return error_set(err, ERROR_USAGE, "there is no command '%s'",
                             argv[2]);
        if (topic)
            command_help(topic);
        else
            command_overview();
        return true;
    }
    if (strcmp(name, "--version") == 0) {
        puts(PACKAGE_STRING);
        return true;
    }
    const struct command *command = command_find(name);
    if (!command)
        return command_unknown(name, err);
    return run_command(command, argc - 1, argv + 1, err);
}

int main(int argc, char **argv)
{
    struct error err = {0};
    open_standard_descriptors();
    undo_inheritance();
    program_start(argv[0]);
    catch_signals();
    json_start();
    setlocale(LC_CTYPE, ""); /* numbers stay in the C locale */
    bool ok = run(argc, argv, &err);
    if (!finish_stdout(ok ? &err : NULL))
        ok = false;
    return exit_code(ok, &err);
}
