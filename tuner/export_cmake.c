/* SPDX-License-Identifier: MIT
 *
 * A CMake toolchain file: `cmake -DCMAKE_TOOLCHAIN_FILE=tuner.cmake`.
 *
 * CMake puts the flags of the build type, "-O3 -DNDEBUG" for Release, behind
 * CMAKE_C_FLAGS, where that level would win over the tuned one.  The build
 * types that optimise for speed therefore get the tuned level too.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/quote.h"

static void set_flags(const char *name, const struct strvec *flags,
                      struct str *out)
{
    if (!flags->count)
        return;
    struct str line = {0};
    strvec_join_shell(flags, &line);
    str_addf(out, "set(%s ", name);
    quote_cmake(out, str_text(&line));
    str_add(out, ")\n");
    str_release(&line);
}

static void set_level(const char *build_type, const char *rest,
                      const char *level, struct str *out)
{
    static const char *const languages[] = {"C", "CXX"};
    for (size_t i = 0; i < 2; i++) {
        struct str flags = {0};
        str_addf(&flags, "%s%s", level, rest);
        str_addf(out, "set(CMAKE_%s_FLAGS_%s ", languages[i], build_type);
        quote_cmake(out, str_text(&flags));
        str_addf(out, " CACHE STRING \"Flags of %s\")\n", build_type);
        str_release(&flags);
    }
}

static void write_cmake(const struct export_input *input, struct str *out)
{
    set_flags("CMAKE_C_FLAGS_INIT", &input->compile, out);
    set_flags("CMAKE_CXX_FLAGS_INIT", &input->compile, out);
    set_flags("CMAKE_EXE_LINKER_FLAGS_INIT", &input->link, out);
    set_flags("CMAKE_SHARED_LINKER_FLAGS_INIT", &input->link_shared, out);
    set_flags("CMAKE_MODULE_LINKER_FLAGS_INIT", &input->link_shared, out);
    if (!input->level)
        return;
    str_add(out, "# The last level wins: CMake would put its own -O3 or -O2 "
                 "behind.\n");
    set_level("RELEASE", " -DNDEBUG", input->level, out);
    set_level("RELWITHDEBINFO", " -g -DNDEBUG", input->level, out);
}

const struct export_format export_cmake = {
    .name = "cmake",
    .file = "tuner.cmake",
    .summary = "toolchain file: cmake -DCMAKE_TOOLCHAIN_FILE=tuner.cmake",
    .comment = "#",
    /* Generators differ in who takes a '$' or a quote away. */
    .forbidden = " \t\\'\"`$;#",
    .write = write_cmake};
