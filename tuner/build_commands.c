/* SPDX-License-Identifier: MIT
 *
 * Finding the files that tell compile commands.
 */
#include <config.h>

#include "tuner/build_commands.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/str.h"
#include "tuner/build_readers.h"
#include "tuner/wrapper.h"

enum {
    DEPTH_MAX = 16,            /* folders below the one that was given */
    BUILD_FILE_MAX = 256 << 20 /* big projects have big build.ninja files */
};

/* In one folder the first that is there tells all; the others say the same
 * again, less exactly. */
static const struct {
    const char *name;
    build_reader *read;
} build_files[] = {{"compile_commands.json", build_read_database},
                   {"build.ninja", build_read_ninja},
                   {"flags.make", build_read_flags},
                   {"Makefile", build_read_makefile}};

void build_commands_release(struct build_commands *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].what);
        free(self->items[i].directory);
        strvec_release(&self->items[i].arguments);
    }
    free(self->items);
    strvec_release(&self->sources);
    *self = (struct build_commands){0};
}

struct build_command *build_commands_add(struct build_commands *self)
{
    self->items = memory_grow(self->items, &self->capacity, self->count + 1,
                              sizeof(*self->items));
    struct build_command *command = &self->items[self->count++];
    *command = (struct build_command){0};
    return command;
}

static bool ends_with_one_of(const char *text, const char *const *endings)
{
    for (; *endings; endings++)
        if (str_ends(text, *endings))
            return true;
    return false;
}

/* Files by which build systems find out what the compiler can do. */
static bool is_a_try(const char *file)
{
    static const char *const folders[] = {"CMakeFiles/CMakeTmp", "CMakeScratch",
                                          "meson-private", "CompilerIdC", NULL};
    for (size_t i = 0; folders[i]; i++)
        if (strstr(file, folders[i]))
            return true;
    const char *name = file_base_name(file);
    return str_starts(name, "conftest") || str_starts(name, "testCCompiler") ||
           str_starts(name, "testCXXCompiler") ||
           str_starts(name, "CMakeCCompilerABI") ||
           str_starts(name, "CMakeCXXCompilerABI");
}

static bool is_word(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(text, *words) == 0)
            return true;
    return false;
}

bool build_command_compiles(const struct strvec *arguments, const char **what)
{
    static const char *const endings[] = {".c",   ".cc", ".cpp",
                                          ".cxx", ".C",  NULL};
    static const char *const not_compiling[] = {"-E", "-M", "-MM",
                                                "-fsyntax-only", NULL};
    static const char *const with_value[] = {"-o",       "-MF", "-MT", "-MQ",
                                             "-include", "-x",  NULL};
    const char *found = NULL;
    for (size_t i = 1; i < arguments->count; i++) {
        const char *word = arguments->items[i];
        if (is_word(word, not_compiling))
            return false;
        if (is_word(word, with_value))
            i++;
        else if (*word != '-' && ends_with_one_of(word, endings))
            found = word;
    }
    if (!found || is_a_try(found))
        return false;
    *what = found;
    return true;
}

/* "arm-linux-gnueabihf-gcc-12.2" -> "gcc" at *start. */
static size_t compiler_stem(const char *name, const char **start)
{
    size_t length = strlen(name);
    while (length && (isdigit((unsigned char)name[length - 1]) ||
                      name[length - 1] == '.'))
        length--;
    bool version = name[length] && length && name[length - 1] == '-';
    length = version ? length - 1 : strlen(name);
    size_t begin = length;
    while (begin && name[begin - 1] != '-')
        begin--;
    *start = name + begin;
    return length - begin;
}

bool build_command_is_compiler(const char *word)
{
    static const char *const stems[] = {"cc",  "gcc",   "c++",     "g++",
                                        "c99", "clang", "clang++", NULL};
    const char *start;
    size_t length = compiler_stem(file_base_name(word), &start);
    for (size_t i = 0; stems[i]; i++)
        if (strlen(stems[i]) == length && memcmp(stems[i], start, length) == 0)
            return true;
    return false;
}

static bool read_one(struct build_commands *self, const char *path,
                     const char *directory, build_reader *read,
                     struct error *err)
{
    struct str text = {0};
    bool done = file_read(path, BUILD_FILE_MAX, &text, err);
    struct build_file file = {
        .path = path, .directory = directory, .text = str_text(&text)};
    size_t before = self->count;
    done = done && read(self, &file, err);
    if (done && self->count > before)
        strvec_add(&self->sources, path);
    str_release(&text);
    return done;
}

static bool read_calls(struct build_commands *self, const char *directory,
                       const struct strvec *names, struct error *err)
{
    struct str path = {0};
    bool done = true;
    for (size_t i = 0; done && i < names->count; i++) {
        str_reset(&path);
        file_join(&path, directory, names->items[i]);
        done =
            read_one(self, str_text(&path), directory, build_read_calls, err);
    }
    str_release(&path);
    return done;
}

static bool read_known_file(struct build_commands *self, const char *directory,
                            const struct strvec *names, struct error *err)
{
    for (size_t i = 0; i < sizeof(build_files) / sizeof(*build_files); i++) {
        if (!strvec_contains(names, build_files[i].name))
            continue;
        struct str path = {0};
        file_join(&path, directory, build_files[i].name);
        bool done = read_one(self, str_text(&path), directory,
                             build_files[i].read, err);
        str_release(&path);
        return done;
    }
    return true;
}

static bool is_real_directory(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool walk(struct build_commands *self, const char *directory,
                 unsigned depth, struct error *err)
{
    struct strvec names = {0};
    struct str path = {0};
    bool done = file_list(directory, &names, err);
    if (done && strcmp(file_base_name(directory), WRAPPER_CALLS) == 0)
        done = read_calls(self, directory, &names, err);
    else if (done)
        done = read_known_file(self, directory, &names, err);
    for (size_t i = 0; done && depth < DEPTH_MAX && i < names.count; i++) {
        str_reset(&path);
        file_join(&path, directory, names.items[i]);
        if (names.items[i][0] != '.' && is_real_directory(str_text(&path)))
            done = walk(self, str_text(&path), depth + 1, err);
    }
    str_release(&path);
    strvec_release(&names);
    return done;
}

bool build_commands_load(struct build_commands *self, const char *path,
                         struct error *err)
{
    *self = (struct build_commands){0};
    bool done = file_is_directory(path)
                    ? walk(self, path, 0, err)
                    : read_one(self, path, ".", build_read_output, err);
    if (done && !self->count)
        done = error_set(err, ERROR_MISSING,
                         "no compile command found in '%s': give a build "
                         "folder of CMake, Meson or configure, the folder of "
                         "'%s export --wrapper', or a file with the "
                         "output of make",
                         path, program_name());
    if (!done)
        build_commands_release(self);
    return done;
}
