/* SPDX-License-Identifier: MIT
 *
 * A CMake preset, CMakeUserPresets.json: `cmake --preset tuner`.  JSON has no
 * comments: the head is the preset's description.
 */
#include <config.h>

#include "base/json.h"
#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/quote.h"

static void set(json_t *variables, const char *name, const char *text)
{
    json_object_set_new(variables, name, json_string(text));
}

static void set_flags(json_t *variables, const char *name,
                      const struct strvec *flags)
{
    if (!flags->count)
        return;
    struct str line = {0};
    strvec_join_shell(flags, &line);
    set(variables, name, str_text(&line));
    str_release(&line);
}

/* See export_cmake.c for why the build type needs the level. */
static json_t *make_variables(const struct export_input *input)
{
    json_t *variables = json_object();
    set(variables, "CMAKE_BUILD_TYPE", "Release");
    set_flags(variables, "CMAKE_C_FLAGS", &input->compile);
    set_flags(variables, "CMAKE_CXX_FLAGS", &input->compile);
    set_flags(variables, "CMAKE_EXE_LINKER_FLAGS", &input->link);
    set_flags(variables, "CMAKE_SHARED_LINKER_FLAGS", &input->link_shared);
    set_flags(variables, "CMAKE_MODULE_LINKER_FLAGS", &input->link_shared);
    if (input->level) {
        struct str text = {0};
        str_addf(&text, "%s -DNDEBUG", input->level);
        set(variables, "CMAKE_C_FLAGS_RELEASE", str_text(&text));
        set(variables, "CMAKE_CXX_FLAGS_RELEASE", str_text(&text));
        str_release(&text);
    }
    return variables;
}

static void write_preset(const struct export_input *input, struct str *out)
{
    struct str head = {0};
    quote_list(&head, &input->head, str_add, ". ");
    json_t *root = json_pack(
        "{s:i, s:[{s:s, s:s, s:s, s:s, s:o}]}", "version", 3,
        "configurePresets", "name", "tuner", "displayName", "Tuned build",
        "description", str_text(&head), "binaryDir", "${sourceDir}/build-tuner",
        "cacheVariables", make_variables(input));
    json_format(root, out);
    json_decref(root);
    str_release(&head);
}

const struct export_format export_cmake_preset = {
    .name = "cmake-preset",
    .file = "CMakeUserPresets.json",
    .summary = "CMakeUserPresets.json: cmake --preset tuner",
    .forbidden = " \t\\'\"`$;#",
    .write = write_preset};
