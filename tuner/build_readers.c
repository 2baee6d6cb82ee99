/* SPDX-License-Identifier: MIT
 *
 * Readers of build files.  They understand as much of each syntax as it
 * takes to see the flags of a compile step.
 */
#include <config.h>

#include "tuner/build_readers.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "tuner/build_commands.h"

/* Keeps a command line when it compiles; takes the arguments. */
static void add_command_take(struct build_commands *commands,
                             struct strvec *arguments, const char *directory,
                             const char *source)
{
    const char *what;
    if (build_command_compiles(arguments, &what)) {
        struct build_command *command = build_commands_add(commands);
        command->what = xstrdup(what);
        command->directory = xstrdup(directory);
        command->source = source;
        command->arguments = *arguments;
        *arguments = (struct strvec){0};
    }
    strvec_release(arguments);
}

/* Flags that are not said of one source file but of a whole target. */
static void add_flags(struct build_commands *commands, const char *what,
                      const char *flags, const char *directory,
                      const char *source)
{
    struct build_command *command = build_commands_add(commands);
    command->what = xstrdup(what);
    command->directory = xstrdup(directory);
    command->source = source;
    strvec_add(&command->arguments, "cc");
    strvec_split_shell(&command->arguments, flags);
}

static bool read_entry(struct build_commands *commands, const json_t *entry,
                       struct error *err)
{
    struct strvec arguments = {0};
    const char *directory = json_string_or(entry, "directory", ".");
    const char *command = json_string_or(entry, "command", NULL);
    if (!command && !json_get_strings(entry, "arguments", &arguments, err)) {
        strvec_release(&arguments);
        return false;
    }
    if (command && !strvec_split_shell(&arguments, command)) {
        strvec_release(&arguments);
        return error_set(err, ERROR_FORMAT, "an open quote in a command");
    }
    add_command_take(commands, &arguments, directory, "compile_commands.json");
    return true;
}

bool build_read_database(struct build_commands *commands,
                         const struct build_file *file, struct error *err)
{
    json_t *root = json_parse(file->text, strlen(file->text), file->path, err);
    if (!root)
        return false;
    bool done = json_is_array(root) ||
                error_set(err, ERROR_FORMAT, "'%s' is no list", file->path);
    for (size_t i = 0; done && i < json_array_size(root); i++)
        done = read_entry(commands, json_array_get(root, i), err) ||
               error_wrap(err, "%s: entry %zu", file->path, i + 1);
    json_decref(root);
    return done;
}

/* The next line, without its end, in *line; false at the end of the text.
 * A line that ends in `joiner` goes on in the next. */
static bool next_line(const char **text, char joiner, struct str *line)
{
    str_reset(line);
    if (!**text)
        return false;
    bool more = true;
    while (more && **text) {
        size_t length = strcspn(*text, "\n");
        more = length && (*text)[length - 1] == joiner;
        str_add_bytes(line, *text, length - (more ? 1 : 0));
        *text += length + ((*text)[length] == '\n');
    }
    return true;
}

/* Value of `NAME = value` or `NAME := value`, blanks before it allowed. */
static const char *assigned(const char *line, const char *name)
{
    line += strspn(line, " \t");
    if (!str_starts(line, name))
        return NULL;
    line += strlen(name);
    line += strspn(line, " \t");
    line += *line == ':';
    if (*line != '=')
        return NULL;
    return line + 1 + strspn(line + 1, " \t");
}

/* Ninja's own escape is '$'; what is left is a shell's. */
static char *ninja_unescape(const char *text)
{
    struct str out = {0};
    for (; *text; text++) {
        if (*text == '$' && text[1] && strchr("$ :", text[1]))
            text++;
        str_add_char(&out, *text);
    }
    return str_detach(&out);
}

/* "build a.o: c_COMPILER ../a.c | x" -> "../a.c"; NULL when no object file
 * is built. */
static char *ninja_source(const char *line)
{
    const char *colon = strstr(line, ": ");
    if (!str_starts(line, "build ") || !colon || colon[-1] != 'o' ||
        colon[-2] != '.')
        return NULL;
    struct strvec words = {0};
    strvec_split(&words, colon + 2, " ");
    char *source = words.count > 1 ? xstrdup(words.items[1]) : NULL;
    strvec_release(&words);
    return source;
}

bool build_read_ninja(struct build_commands *commands,
                      const struct build_file *file, struct error *err)
{
    (void)err;
    struct str line = {0};
    char *source = NULL;
    const char *text = file->text;
    while (next_line(&text, '$', &line)) {
        if (str_text(&line)[0] != ' ') {
            free(source);
            source = ninja_source(str_text(&line));
            continue;
        }
        const char *value = assigned(str_text(&line), "FLAGS");
        value = value ? value : assigned(str_text(&line), "ARGS");
        if (!source || !value)
            continue;
        char *flags = ninja_unescape(value);
        add_flags(commands, source, flags, file->directory, "build.ninja");
        free(flags);
    }
    free(source);
    str_release(&line);
    return true;
}

static void read_variables(struct build_commands *commands,
                           const struct build_file *file,
                           const char *const *names, const char *source)
{
    struct str line = {0};
    const char *text = file->text;
    while (next_line(&text, '\\', &line))
        for (size_t i = 0; names[i]; i++) {
            const char *value = assigned(str_text(&line), names[i]);
            if (value && str_text(&line)[0] != '\t')
                add_flags(commands, names[i], value, file->directory, source);
        }
    str_release(&line);
}

bool build_read_flags(struct build_commands *commands,
                      const struct build_file *file, struct error *err)
{
    static const char *const names[] = {"C_FLAGS", "CXX_FLAGS", NULL};
    (void)err;
    read_variables(commands, file, names, "flags.make");
    return true;
}

/* Only what configure wrote says what a build really gets: in other
 * makefiles, the command line of make may say otherwise. */
bool build_read_makefile(struct build_commands *commands,
                         const struct build_file *file, struct error *err)
{
    static const char *const names[] = {"CFLAGS", "CXXFLAGS", NULL};
    (void)err;
    struct str status = {0};
    file_join(&status, file->directory, "config.status");
    if (strstr(file->text, "generated by automake") ||
        file_exists(str_text(&status)))
        read_variables(commands, file, names, "Makefile");
    str_release(&status);
    return true;
}

/* See wrapper.h for the form of a call. */
bool build_read_calls(struct build_commands *commands,
                      const struct build_file *file, struct error *err)
{
    struct str line = {0}, directory = {0};
    struct strvec arguments = {0};
    const char *text = file->text;
    bool good = true;
    while (good && next_line(&text, '\n', &line)) {
        const char *rest = str_text(&line) + (line.length ? 1 : 0);
        switch (str_text(&line)[0]) {
        case 'd':
            str_reset(&directory);
            str_add(&directory, rest);
            break;
        case 'a':
            strvec_add(&arguments, rest);
            break;
        case 'e':
            add_command_take(commands, &arguments, str_text(&directory),
                             "wrapper");
            break;
        default:
            good = false;
        }
    }
    strvec_release(&arguments);
    str_release(&directory);
    str_release(&line);
    return good || error_set(err, ERROR_FORMAT, "'%s' is no log of a wrapper",
                             file->path);
}

/* From a line like "cd x && gcc -c a.c": from the compiler to the next
 * operator of the shell. */
static void read_output_line(struct build_commands *commands, const char *line,
                             const char *directory)
{
    struct strvec words = {0}, arguments = {0};
    bool whole = strvec_split_shell(&words, line);
    for (size_t i = 0; whole && i < words.count; i++) {
        const char *word = words.items[i];
        bool end = strcmp(word, "&&") == 0 || strcmp(word, ";") == 0 ||
                   strcmp(word, "||") == 0 || strcmp(word, "|") == 0;
        if (end)
            add_command_take(commands, &arguments, directory, "output");
        else if (arguments.count || build_command_is_compiler(word))
            strvec_add(&arguments, word);
    }
    add_command_take(commands, &arguments, directory, "output");
    strvec_release(&words);
}

/* "make[1]: Entering directory '/x'" -> "/x" without quotes. */
static void read_directory(const char *line, struct strvec *stack)
{
    const char *enter = strstr(line, ": Entering directory ");
    if (enter) {
        enter += strlen(": Entering directory ");
        enter += *enter == '\'' || *enter == '`';
        strvec_add_take(stack, xstrndup(enter, strcspn(enter, "'")));
    } else if (strstr(line, ": Leaving directory ") && stack->count) {
        strvec_remove(stack, stack->count - 1);
    }
}

bool build_read_output(struct build_commands *commands,
                       const struct build_file *file, struct error *err)
{
    (void)err;
    struct str line = {0};
    struct strvec stack = {0};
    const char *text = file->text;
    while (next_line(&text, '\\', &line)) {
        read_directory(str_text(&line), &stack);
        read_output_line(commands, str_text(&line),
                         stack.count ? stack.items[stack.count - 1]
                                     : file->directory);
    }
    strvec_release(&stack);
    str_release(&line);
    return true;
}
