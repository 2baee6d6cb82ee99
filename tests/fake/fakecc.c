/* SPDX-License-Identifier: MIT
 *
 * A compiler for tests: takes gcc's command line, knows a few options, and
 * makes programs that answer like the core's driver with speeds from a table.
 * Nothing is compiled and nothing takes time, so that whole searches are
 * exact and fast.
 *
 * What it makes is real enough for those who look: objects are ELF files
 * whose code is a text that is equal where the speed has the same reasons;
 * programs are scripts of this program.  Options are refused in gcc's words.
 *
 *   FAKECC_SURFACE  which table: default, flat, split, vector, wrong
 *   FAKECC_NOISE    standard deviation of a sample's logarithm
 *   FAKECC_SEED     of the noise; without it each process has its own
 *   FAKECC_LOG      file that gets a letter a run: c compile, l link, t time
 */
#include <config.h>

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "tests/fake/program.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { TEXT_MAX = FAKE_TEXT_MAX, OBJECTS_MAX = 64 };

/* ---- what flags do ---- */

static const struct effect {
    const char *surface;
    const char *unit;
    const char *implementation; /* NULL: any */
    const char *flag;
    const char *other; /* with or, after '!', without this one; NULL: any */
    double gain;       /* in log speed */
} effects[] = {
    {"default", "salsa20", "reference", "-O3", NULL, 0.60},
    {"default", "salsa20", "lanes8", "-O3", NULL, -1.20},
    {"default", "salsa20", "lanes8", "-O2", NULL, 0.75},
    {"default", "salsa20", "lanes8", "-fvect-cost-model=dynamic", "!-O3", 0.30},
    {"default", "salsa20", "lanes16", "-O2", NULL, 0.70},
    {"default", "salsa20", NULL, "-O1", NULL, -0.30},
    {"default", "salsa20", NULL, "-Os", NULL, -0.50},
    {"default", "salsa20", "lanes8", "-funroll-loops", NULL, 0.12},
    {"default", "salsa20", "reference", "-funroll-loops", NULL, 0.04},
    {"default", "salsa20", NULL, "-fpeel-loops", "-funroll-loops", 0.07},
    {"default", "salsa20", NULL, "-fpeel-loops", "!-funroll-loops", -0.03},
    {"default", "salsa20", NULL, "-fschedule-insns", NULL, 0.06},
    {"default", "salsa20", NULL, "-ftracer", NULL, -0.08},
    {"default", "salsa20", NULL, "--param=max-unroll-times=4", NULL, 0.05},
    {"default", "salsa20", NULL, "--param=max-unroll-times=16", NULL, -0.05},
    {"default", "poly1305", "lanes4", "-O2", NULL, 0.80},
    {"default", "poly1305", "lanes4", "-O3", NULL, 0.75},
    {"default", "poly1305", NULL, "-O1", NULL, -0.10},
    {"default", "poly1305", NULL, "-Os", NULL, -0.30},
    {"default", "poly1305", NULL, "-fschedule-insns", NULL, -0.02},
    {"default", "switch", NULL, "-O3", NULL, 0.03},
    {"default", "switch", NULL, "-fno-gcse", NULL, 0.05},
    {"default", "switch", "narrow", "-O2", NULL, 0.02},
    {"vector", "salsa20", NULL, "-O3", NULL, 0.10},
    {"vector", "salsa20", NULL, "-O3", "!-fno-tree-vectorize", -0.40},
    {"vector", "poly1305", NULL, "-O3", NULL, 0.10},
    {"vector", "poly1305", NULL, "-O3", "!-fno-tree-vectorize", -0.40},
    {"split", "salsa20", NULL, "-O2", NULL, 0.60},
    {"split", "switch", NULL, "-O3", NULL, 0.25},
    {"wrong", "salsa20", NULL, "-O3", NULL, 0.90},
    {"wrong", "salsa20", NULL, "-funroll-loops", NULL, 0.10},
};

/* Options that change code everywhere, but no speed: in "flat" all do. */
static const char *const idle[] = {"-fgcse-las", "-fno-ivopts"};

struct flags {
    char *const *items;
    int count;
};

static bool has(const struct flags *flags, const char *flag)
{
    for (int i = 0; i < flags->count; i++)
        if (strcmp(flags->items[i], flag) == 0)
            return true;
    return false;
}

static const char *surface(void)
{
    const char *name = getenv("FAKECC_SURFACE");
    return name ? name : "default";
}

static bool applies(const struct effect *effect, const char *unit,
                    const char *implementation, const struct flags *flags)
{
    const char *other = effect->other;
    if (strcmp(effect->surface, surface()) != 0 ||
        strcmp(effect->unit, unit) != 0 || !has(flags, effect->flag))
        return false;
    if (effect->implementation &&
        strcmp(effect->implementation, implementation) != 0)
        return false;
    if (!other)
        return true;
    return other[0] == '!' ? !has(flags, other + 1) : has(flags, other);
}

/* "unit speed reasons": equal for equal reasons. */
static void describe_unit(const char *unit, const char *implementation,
                          const struct flags *flags, char *out)
{
    char reasons[TEXT_MAX / 2] = "";
    double speed = 0;
    for (size_t i = 0; i < COUNT(effects); i++) {
        if (!applies(&effects[i], unit, implementation, flags))
            continue;
        speed += effects[i].gain;
        size_t used = strlen(reasons);
        snprintf(reasons + used, sizeof(reasons) - used, ",%zu", i);
    }
    for (size_t i = 0; i < COUNT(idle); i++)
        if (has(flags, idle[i]))
            strncat(reasons, idle[i], 64);
    for (int i = 0; strcmp(surface(), "flat") == 0 && i < flags->count; i++)
        if (strncmp(flags->items[i], "-f", 2) == 0 ||
            strncmp(flags->items[i], "-O", 2) == 0)
            strncat(reasons, flags->items[i], 64);
    snprintf(out, TEXT_MAX, "%s %.6f %s%s\n", unit, speed, implementation,
             reasons);
    if (strcmp(surface(), "wrong") == 0 && has(flags, "-O3"))
        strncat(out, "wrong\n", 8);
    if (has(flags, "-fselective-scheduling2"))
        strncat(out, "crash\n", 8);
}

/* ---- options ---- */

static const char *const switches[] = {
    "-funroll-loops", "-fpeel-loops",  "-fschedule-insns",
    "-ftracer",       "-fgcse",        "-ftree-vectorize",
    "-fgcse-las",     "-fivopts",      "-fselective-scheduling2",
    "-fmodulo-sched", "-fweb",         "-frename-registers",
    "-fipa-pta",      "-fsplit-loops", "-ffast-math",
    "-fcaller-saves",
};

/* Listed, but refused when used. */
static const char *const unknown[] = {"-fsplit-loops", "-fno-split-loops"};

/* Takes what real drivers take besides. */
static const char *const quiet[] = {"-c", "-v",    "-dM", "-E",
                                    "-Q", "-pipe", "-S",  "-###"};
static const char *const quiet_heads[] = {
    "-std=", "-D", "-I", "-W",    "-g",      "-O",
    "-x",    "-L", "-l", "-nost", "-static", "-falign-"};

static bool in_list(const char *const *list, size_t count, const char *flag)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], flag) == 0)
            return true;
    return false;
}

static bool starts(const char *text, const char *head)
{
    return strncmp(text, head, strlen(head)) == 0;
}

static bool is_switch(const char *flag)
{
    char positive[128];
    if (starts(flag, "-fno-"))
        snprintf(positive, sizeof(positive), "-f%s", flag + 5);
    else
        snprintf(positive, sizeof(positive), "%s", flag);
    return in_list(switches, COUNT(switches), positive);
}

static bool is_taken(const char *flag)
{
    if (in_list(unknown, COUNT(unknown), flag))
        return false;
    for (size_t i = 0; i < COUNT(quiet_heads); i++)
        if (starts(flag, quiet_heads[i]))
            return true;
    return is_switch(flag) || in_list(quiet, COUNT(quiet), flag) ||
           starts(flag, "-fvect-cost-model=") ||
           starts(flag, "--param=max-unroll-times=");
}

/* Exits like gcc when it does not like its flags. */
static void judge(const struct flags *flags)
{
    bool failed = false;
    for (int i = 0; i < flags->count; i++) {
        if (flags->items[i][0] != '-' || is_taken(flags->items[i]))
            continue;
        fprintf(stderr,
                "fakecc: error: unrecognized command-line option '%s'\n",
                flags->items[i]);
        failed = true;
    }
    if (failed)
        exit(1);
    if (has(flags, "-fweb") && has(flags, "-frename-registers"))
        fprintf(stderr, "cc1: warning: '-fweb' and '-frename-registers' are "
                        "not supported together\n");
    if (has(flags, "-fmodulo-sched"))
        abort();
}

/* The vectoriser comes with -O3, as it did in gcc before 12. */
static bool is_enabled(const char *flag, const struct flags *flags)
{
    return strcmp(flag, "-fgcse") == 0 || strcmp(flag, "-fivopts") == 0 ||
           (strcmp(flag, "-ftree-vectorize") == 0 && has(flags, "-O3"));
}

static int list_optimizers(const struct flags *flags)
{
    puts("The following options control optimizations:");
    for (size_t i = 0; i < COUNT(switches); i++)
        printf("  %-28s\t[%s]\n", switches[i],
               is_enabled(switches[i], flags) ? "enabled" : "disabled");
    puts("  -fvect-cost-model=[unlimited|dynamic|cheap] \tcheap");
    return 0;
}

static int list_parameters(void)
{
    puts("The following options control parameters:");
    puts("  --param=max-unroll-times= \t8");
    return 0;
}

static int print_macros(void)
{
    puts("#define __GNUC__ 12\n#define __GNUC_MINOR__ 2\n"
         "#define __GNUC_PATCHLEVEL__ 0\n#define __VERSION__ \"12.2.0\"\n"
         "#define __STDC__ 1\n#define __ELF__ 1\n#define __linux__ 1\n"
         "#define __SIZEOF_INT128__ 16\n#define __SIZEOF_POINTER__ 8");
    fprintf(stderr, "Target: fake-linux-gnu\ngcc version 12.2.0 (fake)\n");
    return 0;
}

/* ---- objects and programs ---- */

struct object {
    Elf64_Ehdr header;
    Elf64_Shdr sections[3];
    char names[32];
    char text[TEXT_MAX];
};

static void write_file(const char *path, const void *bytes, size_t length,
                       mode_t mode)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    if (fd < 0 || write(fd, bytes, length) != (ssize_t)length) {
        fprintf(stderr, "fakecc: fatal error: cannot write %s: %s\n", path,
                strerror(errno));
        exit(1);
    }
    close(fd);
}

static void write_object(const char *path, const char *text)
{
    static const char names[] = "\0.text\0.shstrtab";
    static struct object object;
    memset(&object, 0, sizeof(object));
    size_t length = strlen(text);
    memcpy(object.header.e_ident, ELFMAG, SELFMAG);
    object.header.e_ident[EI_CLASS] = ELFCLASS64;
    object.header.e_ident[EI_DATA] = ELFDATA2LSB;
    object.header.e_ident[EI_VERSION] = EV_CURRENT;
    object.header.e_type = ET_REL;
    object.header.e_machine = EM_X86_64;
    object.header.e_version = EV_CURRENT;
    object.header.e_ehsize = sizeof(Elf64_Ehdr);
    object.header.e_shentsize = sizeof(Elf64_Shdr);
    object.header.e_shoff = offsetof(struct object, sections);
    object.header.e_shnum = 3;
    object.header.e_shstrndx = 2;
    object.sections[1] =
        (Elf64_Shdr){.sh_name = 1,
                     .sh_type = SHT_PROGBITS,
                     .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                     .sh_offset = offsetof(struct object, text),
                     .sh_size = length,
                     .sh_addralign = 1};
    object.sections[2] =
        (Elf64_Shdr){.sh_name = 7,
                     .sh_type = SHT_STRTAB,
                     .sh_offset = offsetof(struct object, names),
                     .sh_size = sizeof(names),
                     .sh_addralign = 1};
    memcpy(object.names, names, sizeof(names));
    memcpy(object.text, text, length);
    write_file(path, &object, offsetof(struct object, text) + length, 0666);
}

/* The unit of a source: its name without folder and ending. */
static void unit_name(const char *source, char *out, size_t size)
{
    const char *slash = strrchr(source, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : source);
    char *dot = strrchr(out, '.');
    if (dot)
        *dot = '\0';
}

static int compile(const struct flags *flags, const char *source,
                   const char *output)
{
    char unit[128], text[TEXT_MAX] = "";
    const char *implementation = "reference";
    judge(flags);
    fake_note('c');
    for (int i = 0; i < flags->count; i++) {
        const char *equals = strchr(flags->items[i], '=');
        if (starts(flags->items[i], "-D") && equals &&
            strstr(flags->items[i], "_IMPLEMENTATION="))
            implementation = equals + 1;
    }
    unit_name(source, unit, sizeof(unit));
    describe_unit(unit, implementation, flags, text);
    write_object(output, text);
    return 0;
}

static void add_text(const char *path, char *out, size_t size)
{
    static struct object object;
    memset(&object, 0, sizeof(object));
    int fd = open(path, O_RDONLY);
    ssize_t got = fd < 0 ? -1 : read(fd, &object, sizeof(object) - 1);
    if (fd >= 0)
        close(fd);
    if (got < 0 || memcmp(object.header.e_ident, ELFMAG, SELFMAG) != 0)
        return;
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%s", object.text);
}

static int link_program(const struct flags *flags, const char *output)
{
    static char script[TEXT_MAX * 8];
    /* The path that we were started by; there may be no /proc. */
    const char *self = (const char *)getauxval(AT_EXECFN);
    judge(flags);
    fake_note('l');
    snprintf(script, sizeof(script), "#!%s --serve\n", self);
    for (int i = 0; i < flags->count; i++)
        if (flags->items[i][0] != '-')
            add_text(flags->items[i], script, sizeof(script));
    write_file(output, script, strlen(script), 0777);
    return 0;
}

/* ---- the command line ---- */

static bool is_source(const char *word)
{
    size_t length = strlen(word);
    return word[0] != '-' && length > 2 &&
           (strcmp(word + length - 2, ".c") == 0 ||
            strcmp(word + length - 2, ".S") == 0 ||
            strcmp(word + length - 2, ".s") == 0);
}

int main(int argc, char **argv)
{
    char *flags_items[OBJECTS_MAX * 8];
    struct flags flags = {.items = flags_items};
    const char *source = NULL, *output = "a.out";
    if (argc > 2 && strcmp(argv[1], "--serve") == 0)
        return fake_program(argc, argv);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            output = argv[++i];
        else if (strcmp(argv[i], "-x") == 0 && i + 1 < argc)
            i++;
        else if (is_source(argv[i]))
            source = argv[i];
        else if (flags.count < (int)COUNT(flags_items))
            flags_items[flags.count++] = argv[i];
    }
    if (has(&flags, "-dumpmachine"))
        return puts("fake-linux-gnu") < 0;
    if (has(&flags, "--version"))
        return puts("fakecc (fake) 12.2.0") < 0;
    if (has(&flags, "--help=optimizers"))
        return list_optimizers(&flags);
    if (has(&flags, "--help=params"))
        return list_parameters();
    if (has(&flags, "-dM")) {
        judge(&flags);
        return print_macros();
    }
    if (has(&flags, "-###")) {
        fputs(" fakeld\n", stderr);
        return 0;
    }
    if (source && has(&flags, "-c"))
        return compile(&flags, source, output);
    if (source)
        return compile(&flags, source, output) || link_program(&flags, output);
    return link_program(&flags, output);
}
