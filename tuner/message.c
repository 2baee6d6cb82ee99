/* SPDX-License-Identifier: MIT
 *
 * Talk on stderr.
 */
#include <config.h>

#include "tuner/message.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/printable.h"
#include "base/str.h"

enum { PROGRESS_INTERVAL_MS = 100, WIDTH_DEFAULT = 80 };

/* The only state of the program that is not passed around. */
static struct {
    enum message_level level;
    bool progress_shown;
    uint64_t progress_ns;
} state = {.level = MESSAGE_NORMAL};

void message_set_level(enum message_level level)
{
    state.level = level;
}

static bool is_terminal(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) && term && *term && strcmp(term, "dumb") != 0;
}

void message_progress_clear(void)
{
    if (!state.progress_shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    state.progress_shown = false;
}

static void __attribute__((format(printf, 2, 0)))
say(const char *prefix, const char *format, va_list args)
{
    char *text = xvasprintf(format, args);
    printable_clean(text, "\n\t");
    message_progress_clear();
    fprintf(stderr, "%s%s\n", prefix, text);
    free(text);
}

void message_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("tuner: ", format, args);
    va_end(args);
}

void message_info(const char *format, ...)
{
    if (state.level < MESSAGE_NORMAL)
        return;
    va_list args;
    va_start(args, format);
    say("", format, args);
    va_end(args);
}

void message_detail(const char *format, ...)
{
    if (state.level < MESSAGE_VERBOSE)
        return;
    va_list args;
    va_start(args, format);
    say("", format, args);
    va_end(args);
}

static int terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10)
        return size.ws_col;
    return WIDTH_DEFAULT;
}

void message_progress(const char *format, ...)
{
    uint64_t now_ns = clock_now_ns();
    bool soon = state.progress_shown &&
                now_ns - state.progress_ns < PROGRESS_INTERVAL_MS * 1000000u;
    if (state.level < MESSAGE_NORMAL || soon || !is_terminal(STDERR_FILENO))
        return;
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    printable_clean(line, "");
    fprintf(stderr, "\r\033[K%.*s", terminal_width() - 1, line);
    fflush(stderr);
    state.progress_shown = true;
    state.progress_ns = now_ns;
}

bool message_use_colour(void)
{
    return is_terminal(STDOUT_FILENO) && !getenv("NO_COLOR");
}
