/* SPDX-License-Identifier: MIT
 *
 * Stand-ins for compilers: one small shell script each.
 */
#include <config.h>

#include "search/shims.h"

#include <sys/stat.h>

#include "base/child.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"

enum { TRY_TIMEOUT_MS = 20000 };

/* Names that builds call without asking; those in PATH get a stand-in. */
static const char *const usual_names[] = {"cc",    "c++",     "gcc", "g++",
                                          "clang", "clang++", "c99"};

/* Ends of a C compiler's name, and what the C++ compiler has there; longer
 * ones first. */
static const struct {
    const char *c, *cxx;
} name_pairs[] = {{"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}};

static const char script[] =
    "#!/bin/sh\n"
    "# Notes the command line, then runs the real program.\n"
    "PATH=%s\n"
    "export PATH\n"
    "if [ -n \"${" SHIMS_LOG "-}\" ]; then\n"
    "    printf '%%s\\n' %s\" $*\" >>\"$" SHIMS_LOG "\"\n"
    "fi\n"
    "%s"
    "exec %s \"$@\"\n";

static const char map_lines[] =
    "case \" $*\" in\n"
    "*[\\ =]\"${" SHIMS_FOLDER ":-/dev/null}\"/*)\n"
    "    exec %s \"$@\" \"-ffile-prefix-map=$" SHIMS_FOLDER "=.\" ;;\n"
    "esac\n";

char *shims_cxx_name(const char *cc)
{
    const char *base = file_base_name(cc);
    for (size_t i = 0; i < sizeof(name_pairs) / sizeof(*name_pairs); i++) {
        const char *found = strstr(base, name_pairs[i].c);
        if (!found)
            continue;
        const char *rest = found + strlen(name_pairs[i].c);
        if (*rest && *rest != '-')
            continue;
        return xasprintf("%.*s%s%s", (int)(found - cc), cc, name_pairs[i].cxx,
                         rest);
    }
    return NULL;
}

/* Whether the compiler takes the flags without a word. */
static bool takes(const char *compiler, const char *first, const char *second)
{
    struct strvec argv = {0};
    struct child_result result = {0};
    strvec_add_list(&argv, compiler, "-Werror", first, second, "-S", "-x", "c",
                    "/dev/null", "-o", "/dev/null", NULL);
    struct child_options options = {.argv = strvec_argv(&argv),
                                    .timeout_ms = TRY_TIMEOUT_MS,
                                    .merge_output = true,
                                    .offline = true};
    child_limit_compiler(&options);
    bool ok = child_run(&options, &result, NULL) && child_succeeded(&result) &&
              result.out.length == 0;
    child_result_release(&result);
    strvec_release(&argv);
    return ok;
}

struct maker {
    struct shims *shims;
    char *real_path; /* PATH behind the stand-ins, quoted */
    bool maps_prefixes;
};

/* A stand-in of this name for the program at `real`. */
static bool make_shim(const struct maker *maker, const char *name,
                      const char *real, struct error *err)
{
    struct str path = {0}, text = {0}, quoted = {0}, said = {0};
    strvec_quote_shell(&quoted, real);
    strvec_quote_shell(&said, name);
    char *map =
        maker->maps_prefixes ? xasprintf(map_lines, quoted.text) : xstrdup("");
    file_join(&path, maker->shims->folder, name);
    str_addf(&text, script, maker->real_path, said.text, map, quoted.text);
    bool ok = file_write_new(path.text, text.text, text.length, err);
    if (ok && chmod(path.text, 0755) != 0)
        ok = error_io(err, "change the rights of", path.text);
    str_release(&path);
    str_release(&text);
    str_release(&quoted);
    str_release(&said);
    free(map);
    return ok;
}

/* A stand-in for what PATH has under this name, unless there is one. */
static bool make_usual(const struct maker *maker, const char *name,
                       struct error *err)
{
    struct str real = {0}, made = {0};
    file_join(&made, maker->shims->folder, name);
    bool ok = file_exists(made.text) || !child_find_program(name, &real) ||
              make_shim(maker, name, real.text, err);
    str_release(&real);
    str_release(&made);
    return ok;
}

/* What stands in for the compiler that was asked for.  One with words in it
 * ("ccache gcc", "gcc -m32") stays as it is: its parts are found in PATH. */
static bool make_asked(const struct maker *maker, const char *compiler,
                       char **value, struct error *err)
{
    struct str real = {0};
    bool ok = true;
    if (!child_find_program(compiler, &real)) {
        *value = xstrdup(compiler);
    } else {
        const char *name = file_base_name(compiler);
        bool by_path = strchr(compiler, '/') != NULL;
        ok = make_shim(maker, name, real.text, err);
        *value = by_path ? xasprintf("%s/%s", maker->shims->folder, name)
                         : xstrdup(compiler);
    }
    str_release(&real);
    return ok;
}

static bool make_all(struct maker *maker, const char *compiler,
                     struct error *err)
{
    struct shims *shims = maker->shims;
    char *cxx = shims_cxx_name(compiler);
    bool ok = file_make_directories(shims->folder, err) &&
              make_asked(maker, compiler, &shims->cc, err);
    if (ok && cxx && child_find_program(cxx, NULL))
        ok = make_asked(maker, cxx, &shims->cxx, err);
    free(cxx);
    for (size_t i = 0; ok && i < sizeof(usual_names) / sizeof(*usual_names);
         i++)
        ok = make_usual(maker, usual_names[i], err);
    return ok;
}

bool shims_make(struct shims *self, const char *folder, const char *compiler,
                struct error *err)
{
    const char *path = getenv("PATH");
    struct str quoted = {0};
    struct shims made = {.compiler = xstrdup(compiler),
                         .folder = xstrdup(folder)};
    if (!path || !*path)
        path = "/usr/local/bin:/usr/bin:/bin";
    strvec_quote_shell(&quoted, path);
    made.path = xasprintf("%s:%s", folder, path);
    made.takes_alignment =
        takes(compiler, "-falign-functions=64", "-falign-loops=64");
    struct maker maker = {
        .shims = &made,
        .real_path = quoted.text,
        .maps_prefixes = takes(compiler, "-ffile-prefix-map=/a=/b", "-O0"),
    };
    bool ok = make_all(&maker, compiler, err);
    str_release(&quoted);
    if (ok)
        *self = made;
    else
        shims_release(&made);
    return ok;
}

void shims_release(struct shims *self)
{
    free(self->compiler);
    free(self->folder);
    free(self->cc);
    free(self->cxx);
    free(self->path);
    *self = (struct shims){0};
}
