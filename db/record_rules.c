/* SPDX-License-Identifier: MIT
 *
 * Rules of values.  The bounds are far beyond what any machine gives; they
 * keep sums, products and exponentials finite.
 */
#include <config.h>

#include "db/record_rules.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/strvec.h"
#include "db/flag.h"
#include "db/grammar.h"
#include "db/record.h"
#include "db/shape_rule.h"

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"
#define LETTERS LOWER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

static bool made_of(const char *text, const char *allowed, struct error *err)
{
    size_t good = strspn(text, allowed);
    if (text[good] == '\0')
        return true;
    return error_set(err, ERROR_UNTRUSTED,
                     "'%.64s' has a character that is not taken here", text);
}

static bool check_id(const char *text, struct error *err)
{
    if (text[0] == '-' || text[0] == '_')
        return error_set(err, ERROR_UNTRUSTED,
                         "'%.64s' begins with a sign instead of a letter",
                         text);
    return made_of(text, LOWER DIGITS "-_", err);
}

/* Files are named after tokens: one that began with a sign would be hidden, or
 * look like an option. */
static bool check_token(const char *text, struct error *err)
{
    if (text[0] && !strchr(LETTERS DIGITS "_", text[0]))
        return error_set(err, ERROR_UNTRUSTED,
                         "'%.64s' begins with a sign instead of a letter or "
                         "digit",
                         text);
    return made_of(text, LETTERS DIGITS "-_.+~:", err);
}

static bool check_part(const char *text, struct error *err)
{
    if (text[0] == '/')
        return error_set(err, ERROR_UNTRUSTED, "'%.64s' begins with '/'", text);
    return made_of(text, LETTERS DIGITS "-_.+/", err);
}

static bool check_digest(const char *text, struct error *err)
{
    if (strlen(text) != 40)
        return error_set(err, ERROR_FORMAT, "'%.64s' is not 40 digits long",
                         text);
    return made_of(text, DIGITS "abcdef", err);
}

static bool check_date(const char *text, struct error *err)
{
    static const char form[] = "0000-00-00T00:00:00Z";
    bool good = strlen(text) == strlen(form);
    for (size_t i = 0; good && form[i]; i++)
        good = form[i] == '0' ? strchr(DIGITS, text[i]) != NULL
                              : form[i] == text[i];
    return good || error_set(err, ERROR_FORMAT, "'%.64s' is not a date like %s",
                             text, form);
}

static bool check_flag(const char *text, struct error *err)
{
    if (!grammar_flag(text, err))
        return false;
    if (grammar_is_native(text))
        return error_set(err, ERROR_UNTRUSTED,
                         "flag '%s' means another CPU elsewhere", text);
    return true;
}

static bool check_flags(const struct strvec *flags, struct error *err)
{
    if (!grammar_flags(flags, err))
        return false;
    for (size_t i = 0; i < flags->count; i++)
        if (grammar_is_native(flags->items[i]))
            return error_set(err, ERROR_UNTRUSTED,
                             "flag '%s' means another CPU elsewhere",
                             flags->items[i]);
    return true;
}

static bool check_class(const char *text, struct error *err)
{
    enum flag_class class;
    return flag_class_parse(text, &class) ||
           error_set(err, ERROR_FORMAT, "'%.64s' is no class of flags", text);
}

static const char *const families[] = {"gcc", "clang", "other", "unknown",
                                       NULL};
static const char *const verdicts[] = {"proven", "no-proven-gain",
                                       "not-measured", NULL};
static const char *const directions_of_good[] = {"higher", "lower", NULL};
static const char *const methods[] = {"paired", "layouts", "medians", NULL};
static const char *const builds[] = {"default", "winner", NULL};
static const char *const directions[] = {"send", "receive", NULL};
static const char *const refusals[] = {
    "unknown-flag", "conflict",       "compile",
    "assemble",     "link",           "illegal-instruction",
    "crash",        "timeout",        "out-of-memory",
    "wrong-output", "compiler-crash", NULL};

const struct shape_rule rule_id = {.bytes = 64, .check = check_id};
const struct shape_rule rule_token = {.bytes = 64, .check = check_token};
const struct shape_rule rule_part = {.bytes = 64, .check = check_part};
const struct shape_rule rule_text = {.bytes = 500};
const struct shape_rule rule_note = {.bytes = 2000};
const struct shape_rule rule_message = {.bytes = 4000, .lines = true};
const struct shape_rule rule_digest = {.check = check_digest};
const struct shape_rule rule_date = {.check = check_date};
const struct shape_rule rule_flag = {.check = check_flag};
const struct shape_rule rule_flags = {.check_all = check_flags};
const struct shape_rule rule_class = {.check = check_class};
const struct shape_rule rule_family = {.words = families};
const struct shape_rule rule_verdict = {.words = verdicts};
const struct shape_rule rule_better = {.words = directions_of_good};
const struct shape_rule rule_method = {.words = methods};
const struct shape_rule rule_refusal = {.words = refusals};
const struct shape_rule rule_build = {.words = builds};
const struct shape_rule rule_direction = {.words = directions};
const struct shape_rule rule_schema = {.low = 1, .high = 1e6, .whole = true};
const struct shape_rule rule_amount = {.high = 1e15};
const struct shape_rule rule_count = {.high = 9007199254740992.0,
                                      .whole = true};
const struct shape_rule rule_cpu = {.high = 1e6, .whole = true};
/* Whatever two samples give, so that no search ends without its record. */
const struct shape_rule rule_ratio = {.high = RECORD_SAMPLE_HIGH /
                                              RECORD_SAMPLE_LOW};
const struct shape_rule rule_share = {.high = 1};
const struct shape_rule rule_sample = {
    .low = RECORD_SAMPLE_LOW, .high = RECORD_SAMPLE_HIGH, .items = 100000};
const struct shape_rule rule_log = {.low = -70, .high = 70, .items = 100000};
