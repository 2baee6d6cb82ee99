/* SPDX-License-Identifier: MIT
 *
 * Texts to files, pipes and stdout.
 */
#include <config.h>

#include "tuner/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/str.h"

static bool to_stdout(const struct str *text)
{
    fwrite(text->text, 1, text->length, stdout);
    return true; /* main() looks whether it went out */
}

/* "/dev/stdout" behind "> FILE" or ">> FILE" is that file, which the shell has
 * open. */
static bool is_stdout(const struct stat *info)
{
    struct stat own;
    return fstat(STDOUT_FILENO, &own) == 0 && own.st_dev == info->st_dev &&
           own.st_ino == info->st_ino;
}

static bool to_stream(const char *path, const struct str *text,
                      struct error *err)
{
    int fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    bool done = fd >= 0 && file_put(fd, str_text(text), text->length);
    if (!done)
        error_io(err, "write", path);
    if (fd >= 0 && close(fd) != 0 && done)
        done = error_io(err, "write", path);
    return done;
}

static bool to_file(const char *path, const struct str *text, struct error *err)
{
    char *real = realpath(path, NULL);
    if (!real && errno != ENOENT)
        return error_io(err, "write", path);
    bool done =
        file_write(real ? real : path, str_text(text), text->length, err);
    free(real);
    return done;
}

bool output_write(const char *path, const struct str *text, struct error *err)
{
    struct stat info;
    if (!path || strcmp(path, "-") == 0)
        return to_stdout(text);
    if (stat(path, &info) != 0)
        return to_file(path, text, err);
    if (is_stdout(&info))
        return to_stdout(text);
    return S_ISREG(info.st_mode) ? to_file(path, text, err)
                                 : to_stream(path, text, err);
}
