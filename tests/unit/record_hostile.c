/* SPDX-License-Identifier: MIT
 *
 * Records of strangers that must not be taken: each is a good record with
 * one thing changed, or a text that is no record.  All are refused, with the
 * file's name and the reason, and nothing is left behind.
 */
#include <config.h>

#include "db/record.h"

#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "tests/unit/sample_record.h"
#include "tests/unit/tap.h"

/* Where in the record, what stands there instead (JSON; NULL: taken away),
 * and a part of the reason. */
struct change {
    const char *where;
    const char *value;
    const char *reason;
};

static const struct change changes[] = {
    /* Flags that reach for files and programs, or for a shell. */
    {"winner.flags.0", "\"-fplugin=/tmp/evil.so\"", "winner: flags: "},
    {"winner.flags.0", "\"-fplugin=evil\"", "plugin"},
    {"winner.flags.0", "\"-B.\"", "programs"},
    {"winner.flags.0", "\"-specs=evil\"", "names a file"},
    {"winner.flags.0", "\"-wrapper\"", "runs a program"},
    {"winner.flags.0", "\"@evil\"", "file of flags"},
    {"winner.flags.0", "\"-Wl,-T,evil.ld\"", "no family"},
    {"winner.flags.0", "\"-fprofile-use=evil\"", "profiles"},
    {"winner.flags.0", "\"-include\"", "names a file"},
    {"winner.flags.0", "\"-o/etc/passwd\"", "names a path"},
    {"winner.flags.0", "\"-O2; touch evil\"", "no flag needs"},
    {"winner.flags.0", "\"$(touch evil)\"", "begin with"},
    {"winner.flags.0", "\"-O2`touch evil`\"", "no flag needs"},
    {"winner.flags.0", "\"-O2\\u0000-x\"", "evil.json:1: "},
    {"winner.flags.0", "\"-O2\\n-fplugin=x\"", "control character"},
    {"winner.flags.0", "\"-march=native\"", "another CPU elsewhere"},
    {"winner.flags.0", "\"\"", "is empty"},
    {"plain.flags.0", "\"-fuse-ld=evil\"", "plain: flags: "},
    {"baselines.0.flags.0", "\"-Levil\"", "baselines: [0]: flags: "},
    {"refusals.0.examples.0.flags.0", "\"-xassembler\"", "examples: [0]"},
    {"shares.0.flag", "\"-save-temps\"", "shares: [0]: flag: "},
    {"winner.flags", "\"-O2\"", "is not an array"},
    {"winner.flags", "{\"0\": \"-O2\"}", "is not an array"},
    {"winner.flags.0", "2", "is not a text"},
    {"winner.flags.0", "[\"-O2\"]", "is not a text"},
    /* Names that would leave their folder. */
    {"board.id", "\"../../etc\"", "board: id: "},
    {"board.id", "\"/etc/passwd\"", "not taken here"},
    {"board.id", "\"a/b\"", "not taken here"},
    {"board.id", "\"..\"", "not taken here"},
    {"board.id", "\"-rf\"", "begins with a sign"},
    {"board.id", "\".git\"", "not taken here"},
    {"board.id", "\"A\"", "not taken here"},
    {"board.id", "\"\"", "is empty"},
    {"board.id", "null", "is not a text"},
    {"board.id", NULL, "board: id: is missing"},
    {"compiler.target", "\"../x\"", "compiler: target: "},
    {"compiler.version", "\"-12\"", "compiler: version: "},
    {"compiler.version", "\"12;id\"", "not taken here"},
    {"compiler.family", "\"evil\"", "not a word known here"},
    {"cpu.arch", "\"a b\"", "cpu: arch: "},
    {"cpu.features.0", "\"neon$(id)\"", "cpu: features: [0]"},
    {"cpu.kinds.0.core", "\"cortex a7\"", "kinds: [0]: core: "},
    {"cpu.kinds.0.part", "\"/etc\"", "begins with '/'"},
    {"compiler.target", "\":.x\"", "begins with a sign"},
    {"compiler.version", "\"-2\"", "begins with a sign"},
    {"needs.0", "\"<script>\"", "needs: [0]"},
    {"provenance.strategy", "\"a|b\"", "provenance: strategy: "},
    /* Characters that turn or hide what is shown. */
    {"board.name", "\"a\\u001b[2Jb\"", "board: name: has a control character"},
    {"board.name", "\"a\\u202eb\"", "hides or turns"},
    {"board.soc", "\"a\\u0085b\"", "hides or turns"},
    {"notes.0", "\"a\\nb\"", "notes: [0]: has a control character"},
    {"system.uname", "\"a\\u0007\"", "system: uname: "},
    {"workload.name", "\"a\\u2028b\"", "workload: name: "},
    {"compiler.version_line", "\"a\\rb\"", "version_line: "},
    {"refusals.0.examples.0.message", "\"\\u001b]0;x\\u0007\"", "message: "},
    {"metrics.0.name", "\"a\\u007f\"", "metrics: [0]: name: "},
    {"metrics.0.unit", "\"\\u2066kbit\"", "metrics: [0]: unit: "},
    {"winner.implementations.salsa20", "\"x; y\"", "implementations: salsa20"},
    /* Numbers. */
    {"winner.gain", "1e300", "is not within"},
    {"winner.gain", "-1", "is not within"},
    {"winner.gain", "\"1.5\"", "is not a number"},
    {"winner.gain", "true", "is not a number"},
    {"winner.gain", "1e400", "evil.json:1: "},
    {"winner.gain", "NaN", "evil.json:1: "},
    {"winner.gain", "Infinity", "evil.json:1: "},
    {"winner.gain", "-", "evil.json:1: "},
    {"winner.gain", "0x10", "evil.json:1: "},
    {"winner.gain", "100000000000000000000000000", "evil.json:1: "},
    {"winner.gain", "9.5", "not within its bounds"},
    {"winner.low", "1.9", "not within its bounds"},
    {"metrics.0.baseline_samples.0", "0", "is not within"},
    {"metrics.0.baseline_samples.0", "-5", "is not within"},
    {"metrics.0.baseline_samples.0", "1e99", "is not within"},
    {"metrics.0.baseline_samples.0", "[]", "is not a number"},
    {"metrics.0.winner_samples", "[1, 2]", "but they are paired"},
    {"confirmation.round_layouts.0", "99", "has no such layout"},
    {"confirmation.round_layouts.0", "0.5", "not a whole number"},
    {"confirmation.layouts_agree", "9", "more layouts agree"},
    {"confirmation.confidence", "2", "is not within"},
    {"counts.refused", "-1", "is not within"},
    {"board.price_usd", "1e16", "is not within"},
    {"provenance.seed", "9007199254740993.5", "is not within"},
    /* Words, dates, digests. */
    {"winner.verdict", "\"best ever\"", "not a word known here"},
    {"winner.verdict", NULL, "winner: verdict: is missing"},
    {"metrics.0.better", "\"sideways\"", "better: "},
    {"confirmation.method", "\"guess\"", "method: "},
    {"refusals.0.word", "\"because\"", "refusals: [0]: word: "},
    {"allowed.0", "\"everything\"", "no class of flags"},
    {"provenance.date", "\"yesterday\"", "is not a date"},
    {"provenance.date", "\"2026-03-04T05:06:0xZ\"", "is not a date"},
    {"provenance.date", "\"2026-03-04 05:06:07Z\"", "is not a date"},
    {"provenance.date", NULL, "tuner or date"},
    {"workload.source", "\"abc\"", "40 digits"},
    {"workload.source", "\"ZZ23456789abcdef0123456789abcdef01234567\"",
     "not taken here"},
    {"published", "1", "is not true or false"},
    {"published", "true", "without a source.repository"},
    /* Shapes. */
    {"evil", "1", "unknown key 'evil'"},
    {"board.evil", "{}", "board: unknown key"},
    {"board", "[]", "is not an object"},
    {"board", NULL, "board: is missing"},
    {"metrics", "{}", "is not an array"},
    {"metrics.0", "null", "is not an object"},
    {"metrics.1.name", "\"salsa20/poly1305\"", "stands there twice"},
    {"baselines.1", "{\"name\": \"-O2\", \"flags\": [\"-O2\"]}",
     "stands there twice"},
    {"cpu", "\"x\"", "is not an object"},
    {"notes", "[[\"a\"]]", "is not a text"},
    {"schema", "2147483647", "newer than"},
    {"schema", "0", "schema: 0"},
    {"schema", "-1", "schema: -1"},
    {"schema", "1.5", "whole number"},
    {"schema", "\"1\"", "whole number"},
    {"schema", NULL, "'schema' is missing"},
};

static json_t *sample_json(void)
{
    struct record record = sample_record("orangepi-zero", 1.5);
    json_t *root = record_json(&record);
    record_release(&record);
    return root;
}

static json_t *step_into(json_t *at, const char *key)
{
    return json_is_array(at)
               ? json_array_get(at, (size_t)strtoul(key, NULL, 10))
               : json_object_get(at, key);
}

/* Stands for the value until the text of the record is made, so that also
 * what jansson cannot hold can be put in. */
static const char PLACE[] = "@@PLACE@@";

static void put(json_t *at, const char *key, bool remove)
{
    if (json_is_array(at) && strtoul(key, NULL, 10) < json_array_size(at))
        json_array_set_new(at, (size_t)strtoul(key, NULL, 10),
                           json_string(PLACE));
    else if (json_is_array(at))
        json_array_append_new(at, json_string(PLACE));
    else if (remove)
        json_object_del(at, key);
    else
        json_object_set_new(at, key, json_string(PLACE));
}

/* The text of the record with one change; the caller frees it. */
static char *changed_text(const struct change *change)
{
    json_t *root = sample_json(), *at = root;
    char *path = xstrdup(change->where), *rest = path, *key;
    while ((key = strsep(&rest, ".")) && rest)
        at = step_into(at, key);
    ck_assert_msg(at != NULL && key != NULL, "no %s", change->where);
    put(at, key, change->value == NULL);
    char *text = json_dumps(root, JSON_COMPACT);
    char *mark = strstr(text, "\"@@PLACE@@\"");
    char *result = mark ? xasprintf("%.*s%s%s", (int)(mark - text), text,
                                    change->value, mark + strlen(PLACE) + 2)
                        : xstrdup(text);
    free(text);
    free(path);
    json_decref(root);
    return result;
}

static void check_refused(const char *text, size_t length, const char *reason,
                          const char *what)
{
    struct record record = {0};
    struct error err = {0};
    ck_assert_msg(!record_parse(text, length, "dir/evil.json", &record, &err),
                  "taken: %s", what);
    ck_assert_msg(strncmp(err.text, "dir/evil.json", 13) == 0, "%s: %s", what,
                  err.text);
    ck_assert_msg(strstr(err.text, reason) != NULL, "%s: '%s' is not in '%s'",
                  what, reason, err.text);
    for (const char *c = err.text; *c; c++)
        ck_assert_msg((unsigned char)*c >= 0x20, "%s: control character", what);
    /* Nothing was filled in. */
    ck_assert_ptr_null(record.board.id);
    ck_assert_ptr_null(record.metrics);
}

START_TEST(the_record_without_a_change_is_taken)
{
    struct record record = {0};
    struct error err = {0};
    json_t *root = sample_json();
    char *text = json_dumps(root, JSON_COMPACT);
    ck_assert_msg(record_parse(text, strlen(text), "x", &record, &err), "%s",
                  err.text);
    record_release(&record);
    free(text);
    json_decref(root);
}
END_TEST

START_TEST(every_change_is_refused_with_file_and_reason)
{
    enum { WANTED = 60 };
    size_t count = sizeof(changes) / sizeof(*changes);
    ck_assert_uint_ge(count, WANTED);
    for (size_t i = 0; i < count; i++) {
        char *text = changed_text(&changes[i]);
        char *what = xasprintf("%s = %s", changes[i].where,
                               changes[i].value ? changes[i].value : "(none)");
        check_refused(text, strlen(text), changes[i].reason, what);
        free(what);
        free(text);
    }
}
END_TEST

struct raw {
    const char *name;
    const char *text;
    size_t length; /* 0: up to the NUL */
};

static const struct raw raws[] = {
    {"empty", "", 0},
    {"blank", " \n", 0},
    {"a number", "1", 0},
    {"a text", "\"record\"", 0},
    {"null", "null", 0},
    {"an array", "[]", 0},
    {"an empty object", "{}", 0},
    {"half an object", "{\"schema\": 1", 0},
    {"half a text", "{\"schema", 0},
    {"two objects", "{} {}", 0},
    {"rubbish behind", "{} x", 0},
    {"repeated key", "{\"schema\": 1, \"schema\": 1}", 0},
    {"repeated key below", "{\"board\": {\"id\": \"a\", \"id\": \"b\"}}", 0},
    {"not UTF-8", "{\"schema\": 1, \"notes\": [\"\xff\xfe\"]}", 0},
    {"half a character", "{\"notes\": [\"\xc3\"]}", 0},
    {"over-long NUL", "{\"notes\": [\"\xc0\x80\"]}", 0},
    {"half a surrogate", "{\"notes\": [\"\\ud800\"]}", 0},
    {"byte order mark", "\xef\xbb\xbf{\"schema\": 1}", 0},
    {"UTF-16", "{\0\"\0", 4},
    {"a NUL byte", "{\"schema\": 1\0}", 14},
    {"a comment", "{/* x */ \"schema\": 1}", 0},
    {"comma at the end", "{\"schema\": 1,}", 0},
    {"single quotes", "{'schema': 1}", 0},
    {"conflict markers", "<<<<<<< HEAD\n{\"schema\": 1}\n=======\n", 0},
};

START_TEST(texts_that_are_no_record_are_refused)
{
    for (size_t i = 0; i < sizeof(raws) / sizeof(*raws); i++)
        check_refused(raws[i].text,
                      raws[i].length ? raws[i].length : strlen(raws[i].text),
                      "", raws[i].name);
}
END_TEST

static void repeat(struct str *out, const char *text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        str_add(out, text);
}

START_TEST(sizes_are_bounded)
{
    struct str text = {0};
    repeat(&text, "[", 1000000);
    check_refused(str_text(&text), text.length, "depth", "deep arrays");
    str_reset(&text);
    repeat(&text, "{\"board\":", 500000);
    check_refused(str_text(&text), text.length, "depth", "deep objects");
    str_reset(&text);
    repeat(&text, " ", RECORD_BYTES_MAX + 1);
    check_refused(str_text(&text), text.length, "bytes", "a large file");
    str_reset(&text);
    str_add(&text, "\"");
    repeat(&text, "x", 501);
    str_add(&text, "\"");
    const struct change long_name = {"board.name", str_text(&text), ""};
    char *changed = changed_text(&long_name);
    check_refused(changed, strlen(changed), "more than the 500", "a name");
    free(changed);
    str_reset(&text);
    str_add(&text, "[1");
    repeat(&text, ",1", 100000);
    str_add(&text, "]");
    const struct change many = {"metrics.0.baseline_samples", str_text(&text),
                                ""};
    changed = changed_text(&many);
    check_refused(changed, strlen(changed), "more than the 100000", "samples");
    free(changed);
    str_release(&text);
}
END_TEST

/* Cut anywhere, a record is either refused or, with nothing but the newline
 * missing, whole. */
START_TEST(every_truncation_is_refused)
{
    struct record sample = sample_record("orangepi-zero", 1.5);
    struct str text = {0};
    record_format(&sample, &text);
    for (size_t length = 0; length + 2 < text.length; length += 7)
        check_refused(str_text(&text), length, "", "cut short");
    record_release(&sample);
    str_release(&text);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {the_record_without_a_change_is_taken,
                            every_change_is_refused_with_file_and_reason,
                            texts_that_are_no_record_are_refused,
                            sizes_are_bounded, every_truncation_is_refused};
    return TAP_RUN("record_hostile", tests);
}
