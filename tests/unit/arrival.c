/* SPDX-License-Identifier: MIT
 *
 * Whether flags arrived: what later options take back, and reading compile
 * commands from the files that builds leave.
 */
#include <config.h>

#include "tuner/arrival.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "tests/unit/tap.h"
#include "tuner/build_commands.h"
#include "tuner/build_readers.h"

static void words(struct strvec *out, const char *text)
{
    strvec_split(out, text, " ");
}

/* "missing|overridden by X|rivals" of a command. */
static void expect(const char *flags, const char *command, const char *wanted)
{
    struct strvec wish = {0}, arguments = {0};
    struct arrival arrival;
    words(&wish, flags);
    words(&arguments, command);
    arrival_judge(&wish, &arguments, &arrival);
    char *missing = strvec_join(&arrival.missing, " ");
    char *over = strvec_join(&arrival.overridden, " ");
    char *by = strvec_join(&arrival.by, " ");
    char *rivals = strvec_join(&arrival.rivals, " ");
    char *got = xasprintf("%s|%s<%s|%s", missing, over, by, rivals);
    ck_assert_str_eq(got, wanted);
    free(got);
    free(missing);
    free(over);
    free(by);
    free(rivals);
    arrival_release(&arrival);
    strvec_release(&wish);
    strvec_release(&arguments);
}

START_TEST(all_flags_there_is_whole)
{
    expect("-O2 -mcpu=x", "cc -g -O2 -mcpu=x -c a.c", "|<|");
}
END_TEST

START_TEST(an_absent_flag_is_missing)
{
    expect("-O2 -funroll-loops", "cc -O2 -c a.c", "-funroll-loops|<|");
}
END_TEST

START_TEST(the_last_level_wins)
{
    expect("-O3", "cc -O3 -O2 -c a.c", "|-O3<-O2|");
    expect("-O3", "cc -O2 -O3 -c a.c", "|<|");
    expect("-O3", "cc -O2 -c a.c", "-O3|<|");
    expect("-O3", "cc -O3 -Os -O3 -c a.c", "|<|");
}
END_TEST

START_TEST(a_later_negative_takes_back)
{
    expect("-ftree-vectorize", "cc -ftree-vectorize -fno-tree-vectorize",
           "|-ftree-vectorize<-fno-tree-vectorize|");
    expect("-fno-plt", "cc -fno-plt -fplt", "|-fno-plt<-fplt|");
    expect("-mno-avx2", "cc -mno-avx2 -mavx2", "|-mno-avx2<-mavx2|");
}
END_TEST

START_TEST(another_value_takes_back)
{
    expect("-mcpu=a", "cc -mcpu=a -mcpu=b", "|-mcpu=a<-mcpu=b|");
    expect("--param=x=1", "cc --param=x=1 --param=y=2", "|<|");
    expect("--param=x=1", "cc --param=x=1 --param x=2",
           "|--param=x=1<--param=x=2|");
    expect("--param=x=1", "cc --param x=1", "|<|");
}
END_TEST

START_TEST(another_choice_of_machine_is_a_rival)
{
    expect("-mcpu=a", "cc -mcpu=a -march=b -c a.c", "|<|-march=b");
    expect("-mcpu=a", "cc -march=b -c a.c", "-mcpu=a|<|-march=b");
}
END_TEST

START_TEST(a_list_that_overrides_itself_wants_its_last)
{
    expect("-O2 -O3", "cc -O2 -O3 -c a.c", "|<|");
}
END_TEST

/* "what: argument argument; ..." of all commands that a reader found. */
static void expect_read(build_reader *reader, const char *text,
                        const char *wanted)
{
    struct build_commands commands = {0};
    struct build_file file = {.path = "f", .directory = "d", .text = text};
    struct error err = {0};
    struct str got = {0};
    ck_assert_msg(reader(&commands, &file, &err), "%s", err.text);
    for (size_t i = 0; i < commands.count; i++) {
        char *line = strvec_join(&commands.items[i].arguments, " ");
        str_addf(&got, "%s%s: %s", i ? "; " : "", commands.items[i].what, line);
        free(line);
    }
    ck_assert_str_eq(str_text(&got), wanted);
    str_release(&got);
    build_commands_release(&commands);
}

static void expect_refused(build_reader *reader, const char *text)
{
    struct build_commands commands = {0};
    struct build_file file = {.path = "f", .directory = "d", .text = text};
    struct error err = {0};
    ck_assert(!reader(&commands, &file, &err));
    ck_assert_int_ne(err.kind, ERROR_NONE);
    build_commands_release(&commands);
}

START_TEST(reads_a_compilation_database)
{
    expect_read(build_read_database,
                "[{\"directory\": \"/b\", \"file\": \"a.c\","
                " \"command\": \"cc -O2 '-DA=b c' -c a.c\"},"
                " {\"directory\": \"/b\", \"file\": \"b.c\","
                " \"arguments\": [\"cc\", \"-O3\", \"-c\", \"b.c\"]}]",
                "a.c: cc -O2 -DA=b c -c a.c; b.c: cc -O3 -c b.c");
    expect_refused(build_read_database, "{}");
    expect_refused(build_read_database, "[{\"command\": 1}]");
    expect_refused(build_read_database, "[{}]");
    expect_refused(build_read_database, "[{\"command\": \"cc 'x\"}]");
    expect_refused(build_read_database, "nonsense");
}
END_TEST

START_TEST(reads_ninja_files_of_cmake_and_meson)
{
    expect_read(build_read_ninja,
                "rule C\n  command = cc $FLAGS\n"
                "build a.o: C a.c | x\n  FLAGS = -O2 -DX='a$ b'\n"
                "build prog: LINK a.o\n  FLAGS = -O9\n"
                "build p/b.c.o: c_COMPILER ../b.c\n"
                " ARGS = -Ip -O3 $\n  -g\n",
                "a.c: cc -O2 -DX=a b; ../b.c: cc -Ip -O3 -g");
}
END_TEST

START_TEST(reads_flags_of_cmake)
{
    expect_read(build_read_flags,
                "# x\nC_DEFINES = -DA\nC_FLAGS = -O2 -g\nCXX_FLAGS = -O3\n",
                "C_FLAGS: cc -O2 -g; CXX_FLAGS: cc -O3");
}
END_TEST

START_TEST(reads_only_makefiles_that_configure_wrote)
{
    expect_read(build_read_makefile,
                "# Makefile.in generated by automake 1.16\nCFLAGS = -O2\n",
                "CFLAGS: cc -O2");
    expect_read(build_read_makefile, "CFLAGS = -O2\n", "");
}
END_TEST

START_TEST(reads_calls_of_a_wrapper)
{
    expect_read(build_read_calls,
                "d/x\nagcc\na-O2\naa.c\ne\nd/x\nagcc\na--version\ne\n"
                "d/x\nagcc\naconftest.c\ne\n",
                "a.c: gcc -O2 a.c");
    expect_refused(build_read_calls, "what is this\n");
}
END_TEST

START_TEST(reads_the_output_of_make)
{
    expect_read(build_read_output,
                "make[1]: Entering directory '/s'\n"
                "cd x && /usr/bin/arm-linux-gnueabihf-gcc-12 -O2 \\\n"
                "  -c a.c && echo done\n"
                "checking for gcc... gcc\n"
                "ar rc x.a a.o\nclang++ -O3 -c b.cpp\n",
                "a.c: /usr/bin/arm-linux-gnueabihf-gcc-12 -O2 -c a.c; "
                "b.cpp: clang++ -O3 -c b.cpp");
}
END_TEST

START_TEST(names_of_compilers)
{
    static const char *const yes[] = {"cc",           "gcc-12",
                                      "/usr/bin/c++", "aarch64-linux-gnu-gcc",
                                      "clang-14",     "clang++"};
    static const char *const no[] = {"ccache", "gccgo", "arm-linux-ar", "-",
                                     "",       "12",    "make"};
    for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++)
        ck_assert_msg(build_command_is_compiler(yes[i]), "%s", yes[i]);
    for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
        ck_assert_msg(!build_command_is_compiler(no[i]), "%s", no[i]);
}
END_TEST

START_TEST(readers_survive_anything)
{
    build_reader *const readers[] = {build_read_database, build_read_ninja,
                                     build_read_flags,    build_read_makefile,
                                     build_read_calls,    build_read_output};
    static const char *const texts[] = {"",
                                        "\n",
                                        "build",
                                        "build : ",
                                        "build .o: ",
                                        "build o: \n FLAGS = x",
                                        "build a.o: \n FLAGS = $",
                                        "[]",
                                        "\\",
                                        "a\\",
                                        "'",
                                        "gcc '",
                                        "\t\t\n \\\n",
                                        "[[[[",
                                        "CFLAGS",
                                        "C_FLAGS=",
                                        "aaaa\ne",
                                        ": Entering directory ",
                                        ": Leaving directory "};
    for (size_t i = 0; i < sizeof(readers) / sizeof(*readers); i++)
        for (size_t j = 0; j < sizeof(texts) / sizeof(*texts); j++) {
            struct build_commands commands = {0};
            struct build_file file = {
                .path = "f", .directory = "d", .text = texts[j]};
            struct error err = {0};
            if (!readers[i](&commands, &file, &err))
                ck_assert_int_ne(err.kind, ERROR_NONE);
            build_commands_release(&commands);
        }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {all_flags_there_is_whole,
                            an_absent_flag_is_missing,
                            the_last_level_wins,
                            a_later_negative_takes_back,
                            another_value_takes_back,
                            another_choice_of_machine_is_a_rival,
                            a_list_that_overrides_itself_wants_its_last,
                            reads_a_compilation_database,
                            reads_ninja_files_of_cmake_and_meson,
                            reads_flags_of_cmake,
                            reads_only_makefiles_that_configure_wrote,
                            reads_calls_of_a_wrapper,
                            reads_the_output_of_make,
                            names_of_compilers,
                            readers_survive_anything};
    return TAP_RUN("arrival", tests);
}
