/* SPDX-License-Identifier: MIT
 *
 * PCRE2 with limits.
 */
#include <config.h>

#include "base/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"

/* Enough for any sane pattern on a megabyte of text, little enough to end in
 * well under a second (pcre2api(3), "match limit").  It counts for one place
 * where a match may begin; a callout there watches the whole search. */
enum {
    MATCH_LIMIT = 10000000,
    DEPTH_LIMIT = 100000,
    HEAP_LIMIT_KIB = 65536,
    SEARCH_SECONDS = 5,
    CLOCK_EVERY = 64 /* places between two looks at the clock */
};

struct watch {
    unsigned places;
    double deadline_s; /* of CPU time; 0: no look yet */
    bool gave_up;      /* the last search met a limit */
};

struct pattern {
    pcre2_code *code;
    pcre2_match_context *limits;
    pcre2_match_data *data;
    struct watch *watch;
};

/* Called where each match attempt begins. */
static int look_at_clock(pcre2_callout_block *block, void *data)
{
    struct watch *watch = data;
    (void)block;
    if (++watch->places % CLOCK_EVERY)
        return 0;
    double now_s = clock_own_cpu_s();
    if (watch->deadline_s <= 0)
        watch->deadline_s = now_s + SEARCH_SECONDS;
    return now_s > watch->deadline_s ? PCRE2_ERROR_CALLOUT : 0;
}

/* The pattern with a callout at its start, behind (*VERBS), which must come
 * first.  The caller frees it. */
static char *with_callout(const char *text)
{
    size_t verbs = 0;
    while (str_starts(text + verbs, "(*")) {
        size_t length = strcspn(text + verbs, ")");
        if (!text[verbs + length])
            break;
        verbs += length + 1;
    }
    return xasprintf("%.*s(?C1)%s", (int)verbs, text, text + verbs);
}

static pcre2_compile_context *new_compile_context(unsigned flags)
{
    pcre2_compile_context *context =
        memory_checked(pcre2_compile_context_create(NULL));
    if (flags & PATTERN_ANY_NEWLINE)
        pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
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

static pcre2_code *compile(const char *text, unsigned flags, int *code,
                           size_t *offset)
{
    pcre2_compile_context *context = new_compile_context(flags);
    pcre2_code *compiled =
        pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                      compile_options(flags), code, offset, context);
    pcre2_compile_context_free(context);
    return compiled;
}

struct pattern *pattern_new(const char *text, unsigned flags, struct error *err)
{
    int code;
    size_t offset;
    char *watched = with_callout(text);
    pcre2_code *compiled = compile(watched, flags, &code, &offset);
    free(watched);
    if (!compiled) /* once more, for the right place in the message */
        compiled = compile(text, flags, &code, &offset);
    if (!compiled) {
        PCRE2_UCHAR reason[256];
        pcre2_get_error_message(code, reason, sizeof(reason));
        error_set(err, ERROR_FORMAT, "bad pattern '%s' at character %zu: %s",
                  text, offset + 1, (const char *)reason);
        return NULL;
    }
    pcre2_jit_compile(compiled, PCRE2_JIT_COMPLETE); /* none: interpreted */

    struct pattern *self = xcalloc(1, sizeof(*self));
    self->code = compiled;
    self->data =
        memory_checked(pcre2_match_data_create_from_pattern(compiled, NULL));
    self->limits = memory_checked(pcre2_match_context_create(NULL));
    self->watch = xcalloc(1, sizeof(*self->watch));
    pcre2_set_callout(self->limits, look_at_clock, self->watch);
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
    free(self->watch);
    free(self);
}

static int run_match(const struct pattern *self,
                     const struct pattern_text *text, uint32_t options)
{
    *self->watch = (struct watch){0};
    int found = pcre2_match(self->code, (PCRE2_SPTR)text->bytes, text->length,
                            text->from, options, self->data, self->limits);
    self->watch->gave_up = found < 0 && found != PCRE2_ERROR_NOMATCH;
    return found;
}

bool pattern_match(const struct pattern *self, struct pattern_text text,
                   struct pattern_span *groups, size_t max_groups)
{
    if (text.from > text.length)
        return false;
    int found = run_match(self, &text, 0);
    /* Compiled code has little stack; the interpreter has the heap. */
    if (found == PCRE2_ERROR_JIT_STACKLIMIT)
        found = run_match(self, &text, PCRE2_NO_JIT);
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

bool pattern_gave_up(const struct pattern *self)
{
    return self->watch->gave_up;
}

bool pattern_found(const struct pattern *self, const char *text)
{
    return pattern_match(self, (struct pattern_text){text, strlen(text), 0},
                         NULL, 0);
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
