/* SPDX-License-Identifier: MIT
 *
 * Writing compiler wrappers.
 */
#include <config.h>

#include "tuner/wrapper.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/child.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"

static const char *const usual_names[] = {"cc",  "gcc",   "c++",     "g++",
                                          "c99", "clang", "clang++", NULL};

/* `tr` is not started for arguments without line breaks, which is all of
 * them in practice: a wrapped build should stay a fast one. */
static void write_script(const char *calls, const char *name,
                         const char *program, struct str *out)
{
    str_add(out, "#!/bin/sh\n"
                 "# Writes down its arguments, then becomes the compiler.\n"
                 "line_break='\n'\n"
                 "{\n"
                 "    printf 'd%s\\n' \"$PWD\"\n"
                 "    printf 'a%s\\n' ");
    strvec_quote_shell(out, name);
    str_add(out, "\n"
                 "    for word\n"
                 "    do\n"
                 "        case $word in\n"
                 "        *\"$line_break\"*)\n"
                 "            word=$(printf %s \"$word\" | tr '\\n' ' ') ;;\n"
                 "        esac\n"
                 "        printf 'a%s\\n' \"$word\"\n"
                 "    done\n"
                 "    echo e\n"
                 "} >>");
    strvec_quote_shell(out, calls);
    str_add(out, "/$$\nexec ");
    strvec_quote_shell(out, program);
    str_add(out, " \"$@\"\n");
}

static bool write_wrapper(const char *directory, const char *calls,
                          const char *name, struct strvec *made,
                          struct error *err)
{
    struct str program = {0}, path = {0}, text = {0};
    bool done = true;
    if (child_find_program(name, &program)) {
        const char *base = file_base_name(name);
        file_join(&path, directory, base);
        write_script(calls, base, str_text(&program), &text);
        done = file_write_new(str_text(&path), text.text, text.length, err);
        if (done && chmod(str_text(&path), 0755) != 0)
            done = error_set(err, ERROR_IO, "cannot make '%s' executable: %s",
                             str_text(&path), strerror(errno));
        strvec_add(made, base);
    }
    str_release(&program);
    str_release(&path);
    str_release(&text);
    return done;
}

/* Scripts run in other folders than we. */
static bool absolute_path(const char *directory, struct str *out,
                          struct error *err)
{
    char *path = realpath(directory, NULL);
    if (!path)
        return error_io(err, "find", directory);
    str_add(out, path);
    free(path);
    return true;
}

static bool prepare(const char *directory, struct str *whole, struct str *calls,
                    struct error *err)
{
    struct strvec names = {0};
    bool done = file_make_directories(directory, err) &&
                file_list(directory, &names, err);
    if (done && names.count)
        done = error_set(err, ERROR_CONFLICT,
                         "folder '%s' of the wrapper is not empty", directory);
    strvec_release(&names);
    if (!done || !absolute_path(directory, whole, err))
        return false;
    file_join(calls, str_text(whole), WRAPPER_CALLS);
    return file_make_directories(str_text(calls), err);
}

static bool is_usual(const char *name)
{
    for (size_t i = 0; usual_names[i]; i++)
        if (strcmp(usual_names[i], file_base_name(name)) == 0)
            return true;
    return false;
}

bool wrapper_write(const char *directory, const char *extra,
                   struct strvec *made, struct error *err)
{
    struct str whole = {0}, calls = {0};
    bool done = prepare(directory, &whole, &calls, err);
    for (size_t i = 0; done && usual_names[i]; i++)
        done = write_wrapper(str_text(&whole), str_text(&calls), usual_names[i],
                             made, err);
    if (done && extra && !is_usual(extra))
        done =
            write_wrapper(str_text(&whole), str_text(&calls), extra, made, err);
    if (done && !made->count)
        done = error_set(err, ERROR_MISSING, "PATH has no compiler to wrap");
    str_release(&whole);
    str_release(&calls);
    return done;
}
