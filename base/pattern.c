/* SPDX-License-Identifier: MIT
 *
 * PCRE2 with limits.
 */
#include <config.h>

#include "base/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/error.h"
#include "base/memory.h"

/* Enough for any sane pattern on a megabyte of text, little enough to end in
 * well under a second (pcre2api(3), "match limit"). */
enum { MATCH_LIMIT = 10000000, DEPTH_LIMIT = 100000, HEAP_LIMIT_KIB = 65536 };

struct pattern {
    pcre2_code *code;
    pcre2_match_context *limits;
    pcre2_match_data *data;
};

static pcre2_compile_context *new_compile_context(unsigned flags)
{
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    if (context && flags & PATTERN_ANY_NEWLINE)
        pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
    if (context)
        pcre2_set_max_pattern_length(context, 65536);
    return context;
}

static uint32_t compile_options(unsigned flags)
{
    uint32_t options = 0;
    if (flags & PATTERN_MULTILINE)
        options |= PCRE2_MULTILINE;
    if (flags & PATTERN_CASELESS)
        options |= PCRE2_CASELESS;
    return options;
}

struct pattern *pattern_new(const char *text, unsigned flags, struct error *err)
{
    int code;
    PCRE2_SIZE offset;
    pcre2_compile_context *context = new_compile_context(flags);
    pcre2_code *compiled =
        pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                      compile_options(flags), &code, &offset, context);
    pcre2_compile_context_free(context);
    if (!compiled) {
        PCRE2_UCHAR reason[256];
        pcre2_get_error_message(code, reason, sizeof(reason));
        error_set(err, ERROR_FORMAT, "bad pattern '%s' at character %zu: %s",
                  text, (size_t)offset + 1, (const char *)reason);
        return NULL;
    }
    pcre2_jit_compile(compiled, PCRE2_JIT_COMPLETE); /* none: interpreted */

    struct pattern *self = xcalloc(1, sizeof(*self));
    self->code = compiled;
    self->data = pcre2_match_data_create_from_pattern(compiled, NULL);
    self->limits = pcre2_match_context_create(NULL);
    pcre2_set_match_limit(self->limits, MATCH_LIMIT);
    pcre2_set_depth_limit(self->limits, DEPTH_LIMIT);
    pcre2_set_heap_limit(self->limits, HEAP_LIMIT_KIB);
    return self;
}

void pattern_free(struct pattern *self)
{
    if (!self)
        return;
    pcre2_match_context_free(self->limits);
    pcre2_match_data_free(self->data);
    pcre2_code_free(self->code);
    free(self);
}

bool pattern_match(const struct pattern *self, const char *text, size_t length,
                   size_t from, struct pattern_span *groups, size_t max_groups)
{
    if (from > length)
        return false;
    int found = pcre2_match(self->code, (PCRE2_SPTR)text, length, from, 0,
                            self->data, self->limits);
    if (found <= 0)
        return false;
    const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(self->data);
    for (size_t i = 0; i < max_groups; i++) {
        bool set = i < (size_t)found && ends[2 * i] != PCRE2_UNSET &&
                   ends[2 * i + 1] >= ends[2 * i];
        groups[i] = (struct pattern_span){0};
        if (set)
            groups[i] = (struct pattern_span){
                .start = ends[2 * i],
                .length = ends[2 * i + 1] - ends[2 * i],
                .set = true,
            };
    }
    return true;
}

bool pattern_found(const struct pattern *self, const char *text)
{
    return pattern_match(self, text, strlen(text), 0, NULL, 0);
}

size_t pattern_group(const struct pattern *self, const char *name)
{
    int number = pcre2_substring_number_from_name(self->code, (PCRE2_SPTR)name);
    return number > 0 ? (size_t)number : 0;
}

size_t pattern_group_count(const struct pattern *self)
{
    uint32_t count = 0;
    pcre2_pattern_info(self->code, PCRE2_INFO_CAPTURECOUNT, &count);
    return count;
}
