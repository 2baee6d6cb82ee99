/* SPDX-License-Identifier: MIT
 *
 * Recognises build systems by their files.
 */
#include <config.h>

#include "search/project.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/pattern.h"
#include "base/printable.h"
#include "base/str.h"
#include "base/strvec.h"

/* Build systems, the surest first: a folder with CMakeLists.txt and a
 * Makefile is CMake's. */
static const struct {
    const char *file, *kind, *build;
    const char *programs; /* folder where they most likely are */
    bool incremental;
} systems[] = {
    {"meson.build", "meson",
     "{ test -d build || meson setup build --buildtype=plain; } && "
     "ninja -C build",
     "build/", false},
    {"CMakeLists.txt", "cmake",
     "cmake -S . -B build -DCMAKE_BUILD_TYPE=None "
     "-DCMAKE_C_FLAGS='{flags}' -DCMAKE_CXX_FLAGS='{flags}' && "
     "cmake --build build",
     "build/", true},
    {"configure", "configure",
     "sh configure CFLAGS='{flags}' CXXFLAGS='{flags}' && make", "./", false},
    {"configure.ac", "autoconf",
     "autoreconf -fi && "
     "sh configure CFLAGS='{flags}' CXXFLAGS='{flags}' && make",
     "./", false},
    {"GNUmakefile", "make", NULL, "./", false},
    {"makefile", "make", NULL, "./", false},
    {"Makefile", "make", NULL, "./", false},
};

enum { SECTION_NAME_MAX = 60 };

static const char make_command[] =
    "make CC='{cc}' CXX='{cxx}' CFLAGS='{flags}' CXXFLAGS='{flags}'";

/* A file that only the sources of a preset's program have. */
static const struct {
    const char *preset, *file;
} presets[] = {
    {"cjdns", "node_build/make.js"},  {"nettle", "nettle.pc.in"},
    {"openssl", "apps/speed.c"},      {"iperf3", "src/iperf_api.c"},
    {"coremark", "core_list_join.c"}, {"7zip", "CPP/7zip/7zip_gcc.mak"},
    {"sqlite", "test/speedtest1.c"},  {"zstd", "programs/zstdcli.c"},
};

static bool has(const char *folder, const char *name)
{
    struct str path = {0};
    file_join(&path, folder, name);
    bool found = file_exists(path.text);
    str_release(&path);
    return found;
}

static bool text_of(const char *folder, const char *name, struct str *out)
{
    struct str path = {0};
    file_join(&path, folder, name);
    bool ok = file_read(path.text, 0, out, NULL);
    str_release(&path);
    return ok;
}

static bool matches(const struct str *text, const char *pattern)
{
    struct pattern *compiled =
        pattern_new(pattern, PATTERN_MULTILINE | PATTERN_ANY_NEWLINE, NULL);
    bool found =
        compiled &&
        pattern_match(compiled,
                      (struct pattern_text){str_text(text), text->length, 0},
                      NULL, 0);
    pattern_free(compiled);
    return found;
}

/* Rules of a makefile that we have a use for. */
static void look_at_makefile(struct project *self, const char *folder,
                             const char *name)
{
    struct str text = {0};
    self->build = xstrdup(make_command);
    if (text_of(folder, name, &text)) {
        if (matches(&text, "^clean:"))
            self->clean = xstrdup("make clean");
        if (matches(&text, "^check:"))
            self->verify = xstrdup("make check");
        else if (matches(&text, "^test:"))
            self->verify = xstrdup("make test");
    }
    str_release(&text);
}

static bool look_at_systems(struct project *self, const char *folder)
{
    for (size_t i = 0; i < sizeof(systems) / sizeof(*systems); i++) {
        if (!has(folder, systems[i].file))
            continue;
        self->kind = systems[i].kind;
        self->incremental = systems[i].incremental;
        struct str run = {0};
        str_add(&run, systems[i].programs);
        strvec_quote_shell(&run, self->name);
        self->run = str_detach(&run);
        if (systems[i].build)
            self->build = xstrdup(systems[i].build);
        else
            look_at_makefile(self, folder, systems[i].file);
        return true;
    }
    return false;
}

static const char *const cxx_endings[] = {".cc", ".cpp", ".cxx", ".C", NULL};
static const char *const c_endings[] = {".c", NULL};

static bool ends_in(const char *name, const char *const *endings)
{
    for (; *endings; endings++)
        if (str_ends(name, *endings) && name[0] != '.')
            return true;
    return false;
}

/* Names in the folder that end so, quoted for a shell. */
static size_t find_sources(const char *folder, const char *const *endings,
                           struct str *quoted, char **last)
{
    struct strvec names = {0};
    size_t count = 0;
    file_list(folder, &names, NULL);
    for (size_t i = 0; i < names.count; i++) {
        if (!ends_in(names.items[i], endings))
            continue;
        if (count++)
            str_add_char(quoted, ' ');
        if (names.items[i][0] == '-') /* no option */
            str_add(quoted, "./");
        strvec_quote_shell(quoted, names.items[i]);
        free(*last);
        *last = xstrdup(names.items[i]);
    }
    strvec_release(&names);
    return count;
}

/* "a/b c.d" -> "b c": a program's name from a file's. */
static char *stem(const char *path)
{
    const char *base = file_base_name(path);
    const char *dot = strrchr(base, '.');
    return dot && dot > base ? xstrndup(base, (size_t)(dot - base))
                             : xstrdup(base);
}

static void fill_single(struct project *self, const struct str *sources,
                        const char *compiler, const char *program)
{
    struct str quoted = {0};
    strvec_quote_shell(&quoted, program);
    self->build =
        xasprintf("%s %s -o ./%s -lm", compiler, sources->text, quoted.text);
    self->run = xasprintf("./%s", quoted.text);
    self->run_is_sure = true;
    str_release(&quoted);
}

/* No build system, only sources that lie side by side. */
static bool look_at_sources(struct project *self, const char *folder)
{
    struct str sources = {0};
    char *last = NULL;
    bool cxx = false;
    size_t count = find_sources(folder, c_endings, &sources, &last);
    if (count == 0) {
        cxx = true;
        count = find_sources(folder, cxx_endings, &sources, &last);
    }
    if (count) {
        char *program = count == 1 ? stem(last) : xstrdup(self->name);
        fill_single(self, &sources, cxx ? "$CXX $CXXFLAGS" : "$CC $CFLAGS",
                    program);
        self->kind = count > 1 ? "C files" : cxx ? "C++ file" : "C file";
        free(self->name);
        self->name = program;
    }
    str_release(&sources);
    free(last);
    return count > 0;
}

static char *folder_name(const char *folder)
{
    char *absolute = realpath(folder, NULL);
    const char *base = absolute ? file_base_name(absolute) : "";
    char *name = xstrdup(*base ? base : "program");
    free(absolute);
    return name;
}

bool project_look(struct project *self, const char *folder, struct error *err)
{
    struct project made = {.name = folder_name(folder)};
    bool found =
        look_at_systems(&made, folder) || look_at_sources(&made, folder);
    if (!found) {
        error_set(err, ERROR_MISSING,
                  "'%s' holds nothing that tells how it is built: no "
                  "Makefile, configure, CMakeLists.txt, meson.build or C file",
                  folder);
        project_release(&made);
        return false;
    }
    for (size_t i = 0; i < sizeof(presets) / sizeof(*presets); i++)
        if (has(folder, presets[i].file))
            made.preset = presets[i].preset;
    *self = made;
    return true;
}

void project_release(struct project *self)
{
    free(self->name);
    free(self->build);
    free(self->run);
    free(self->verify);
    free(self->clean);
    *self = (struct project){0};
}

/* A value as git-config reads it back. */
static void add_value(struct str *out, const char *value)
{
    str_add_char(out, '"');
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            str_add_char(out, '\\');
        if (*value == '\n')
            str_add(out, "\\n");
        else
            str_add_char(out, *value);
    }
    str_add_char(out, '"');
}

static void add_key(struct str *out, const char *key, const char *value,
                    const char *otherwise)
{
    if (value) {
        str_addf(out, "\t%s = ", key);
        add_value(out, value);
        str_add_char(out, '\n');
    } else {
        str_addf(out, "\t; %s = %s\n", key, otherwise);
    }
}

/* A section's name; control characters are not allowed in one. */
static void add_section(struct str *out, const struct project *self)
{
    str_add(out, "[workload \"");
    char *name = xstrndup(self->name, SECTION_NAME_MAX);
    printable_clean(name, "");
    for (const char *p = name; *p; p++) {
        if (*p == '"' || *p == '\\')
            str_add_char(out, '\\');
        str_add_char(out, *p == '?' ? '_' : *p);
    }
    str_add(out, "\"]\n");
    free(name);
}

static const char metric_text[] =
    "\n"
    "# What is better? Without a pattern: time, wall, cpu, peak-memory, size.\n"
    "# Several metrics count by their weights (default 1).\n"
    "[metric \"time\"]\n"
    "\n"
    "# A number that the program prints: the group `value` of a PCRE2 "
    "pattern,\n"
    "# every backslash written twice; try it with tuner extract --workload.\n"
    "; [metric \"speed\"]\n"
    ";\tpattern = ^speed: (?<value>[0-9.]+) (?<prefix>[kMG]?)bit/s\n"
    ";\tmatch = last\n"
    ";\tunit = bit/s\n"
    ";\tbetter = higher\n"
    ";\tmust-not-match = error\n";

void project_format(const struct project *self, struct str *out)
{
    str_addf(
        out,
        "# A workload for tuner (%s). Lines with # or ; are comments.\n"
        "# Commands are run by /bin/sh in a private copy of this folder.\n",
        self->kind);
    if (self->preset)
        str_addf(out,
                 "# There is a preset for these sources: "
                 "tuner auto --workload %s\n",
                 self->preset);
    add_section(out, self);
    str_add(out, "\t# Flags come in by CFLAGS, CXXFLAGS and LDFLAGS, and where "
                 "{flags} stands.\n\t# Double quotes inside a command are "
                 "written \\\".\n");
    add_key(out, "build", self->build, "");
    if (!self->run_is_sure)
        str_add(out, "\t# A guess: what is to be made faster? Half a second "
                     "or more is good.\n");
    add_key(out, "run", self->run, "");
    str_add(out, "\t# Exit code 0 when the program is right; wrong builds are "
                 "never chosen.\n");
    add_key(out, "verify", self->verify, "make check");
    str_add(out, "\t# Lets a built folder be used again for the next flags.\n");
    add_key(out, "clean", self->clean, "make clean");
    if (self->incremental)
        str_add(out, "\tincremental = true\n");
    str_add(out, "\t; default-flags = -O2\n"
                 "\t; artefacts = prog\n"
                 "\t; env = NAME=value\n"
                 "\t; timeout = 60s\n"
                 "\t; memory = 2g\n"
                 "\t; must-match = ^all tests passed$\n");
    str_add(out, metric_text);
}
