/* SPDX-License-Identifier: MIT
 *
 * Finds the board's id and name.
 */
#include <config.h>

#include "probes/board.h"

#include <ctype.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/pattern.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/cpu.h"
#include "probes/cpuinfo.h"
#include "probes/root.h"
#include "probes/words.h"

enum { ID_BYTES_MAX = 64, MODEL_BYTES_MAX = 256 };

void board_release(struct board *self)
{
    if (!self)
        return;
    free(self->id);
    free(self->name);
    free(self->soc);
    free(self->evidence);
    *self = (struct board){0};
}

/* " Rev 1.2", " rev. C", " V1.1" at the end, as firmware writes them. */
static size_t without_revision(const char *model)
{
    static const char revision[] =
        "(?:[ ,(-]+(?:rev(?:ision)?[ .:]*[0-9a-z][0-9a-z.]*|"
        "v[0-9]+(?:\\.[0-9]+)*|(?<=\\()[0-9]+\\.[0-9.]+)\\)?)+[ ]*$";
    struct pattern *pattern = pattern_new(revision, PATTERN_CASELESS, NULL);
    struct pattern_span span;
    size_t length = strlen(model);
    if (pattern &&
        pattern_match(pattern, (struct pattern_text){model, length, 0}, &span,
                      1))
        length = span.start;
    pattern_free(pattern);
    return length;
}

char *board_make_id(const char *model)
{
    struct str id = {0};
    size_t length = without_revision(model);
    for (size_t i = 0; i < length && id.length < ID_BYTES_MAX; i++) {
        unsigned char c = (unsigned char)model[i];
        if (c < 0x80 && isalnum(c))
            str_add_char(&id, (char)tolower(c));
        else if (id.length && id.text[id.length - 1] != '-')
            str_add_char(&id, '-');
    }
    while (id.length && id.text[id.length - 1] == '-')
        id.text[--id.length] = '\0';
    return id.text ? str_detach(&id) : xstrdup("");
}

/* The whole text must match the row's pattern. */
static long find_model(const struct table *boards, const char *model)
{
    for (size_t i = 0; i < boards->rows; i++) {
        char *whole = xasprintf("^(?:%s)$", table_cell(boards, i, "model"));
        struct pattern *pattern = pattern_new(whole, PATTERN_CASELESS, NULL);
        bool found = pattern && pattern_found(pattern, model);
        pattern_free(pattern);
        free(whole);
        if (found)
            return (long)i;
    }
    return CATALOGUE_NONE;
}

static long find_host(const struct table *boards, const char *host)
{
    for (size_t i = 0; i < boards->rows; i++) {
        struct strvec hosts = {0};
        words_split_list(table_cell(boards, i, "hosts"), &hosts);
        bool found = strvec_contains(&hosts, host);
        strvec_release(&hosts);
        if (found)
            return (long)i;
    }
    return CATALOGUE_NONE;
}

static void take_row(struct board *self, const struct table *boards, long row,
                     const char *name, const char *evidence)
{
    size_t i = (size_t)row;
    board_release(self);
    self->id = xstrdup(table_cell(boards, i, "id"));
    self->name = xstrdup(name ? name : table_cell(boards, i, "name"));
    self->soc = xstrdup(table_cell(boards, i, "soc"));
    self->evidence = xstrdup(evidence);
    str_parse_double(table_cell(boards, i, "price_usd"), &self->price_usd);
}

static bool take_model(struct board *self, const struct table *boards,
                       const char *text, const char *evidence)
{
    char model[MODEL_BYTES_MAX];
    snprintf(model, sizeof(model), "%s", text);
    long row = find_model(boards, model);
    if (row >= 0) {
        take_row(self, boards, row, model, evidence);
        return true;
    }
    char *id = board_make_id(model);
    if (*id == '\0') {
        free(id);
        return false;
    }
    *self = (struct board){.id = id,
                           .name = xstrdup(model),
                           .soc = xstrdup(""),
                           .evidence = xstrdup(evidence)};
    return true;
}

static bool from_model_file(struct board *self, const struct table *boards,
                            const char *root)
{
    static const char *const files[] = {"proc/device-tree/model",
                                        "sys/firmware/devicetree/base/model"};
    for (size_t i = 0; i < 2; i++) {
        struct str model = {0};
        bool ok = root_read_line(root, files[i], &model) && model.length &&
                  take_model(self, boards, str_text(&model), "model");
        str_release(&model);
        if (ok)
            return true;
    }
    return false;
}

/* "Model" is the board's name; "Hardware" is a family of chips more often
 * than not, so that only an exact hit in the table counts. */
static bool from_cpuinfo(struct board *self, const struct table *boards,
                         const char *root)
{
    struct str text = {0};
    struct cpuinfo info = {0};
    if (root_read(root, "proc/cpuinfo", &text))
        cpuinfo_parse(&info, str_text(&text), text.length);
    const char *model = cpuinfo_any(&info, CPUINFO_BOARD);
    const char *hardware = cpuinfo_any(&info, CPUINFO_HARDWARE);
    bool ok = model && take_model(self, boards, model, "cpuinfo");
    if (!ok && hardware) {
        long row = find_model(boards, hardware);
        ok = row >= 0;
        if (ok)
            take_row(self, boards, row, hardware, "hardware");
    }
    cpuinfo_release(&info);
    str_release(&text);
    return ok;
}

static bool from_host_name(struct board *self, const struct table *boards,
                           const char *root)
{
    struct str host = {0};
    long row = CATALOGUE_NONE;
    if (root_read_line(root, "proc/sys/kernel/hostname", &host))
        row = find_host(boards, str_text(&host));
    str_release(&host);
    if (row >= 0)
        take_row(self, boards, row, NULL, "hostname");
    return row >= 0;
}

/* PCs: their product name is for people, the id is that of the core, since
 * the same core means the same flags. */
static char *firmware_name(const char *root)
{
    struct str vendor = {0}, product = {0};
    root_read_line(root, "sys/class/dmi/id/sys_vendor", &vendor);
    root_read_line(root, "sys/class/dmi/id/product_name", &product);
    char *name = vendor.length || product.length
                     ? xasprintf("%s%s%s", str_text(&vendor),
                                 vendor.length ? " " : "", str_text(&product))
                     : NULL;
    str_release(&vendor);
    str_release(&product);
    return name;
}

static void from_cpu(struct board *self, const struct cpu *cpu,
                     const char *root)
{
    const struct cpu_kind *kind = cpu_fastest_kind(cpu);
    char *firmware = firmware_name(root);
    if (!kind || strcmp(kind->core, "unknown") == 0)
        self->id = strcmp(cpu->arch, "unknown") == 0
                       ? xstrdup("unknown")
                       : xasprintf("%s-unknown", cpu->arch);
    else
        self->id = xasprintf("%s-%s", cpu->arch, kind->core);
    self->name = firmware ? firmware : xstrdup(cpu->name);
    self->soc = xstrdup("");
    self->evidence = xstrdup(firmware ? "firmware" : "cpu");
}

void board_probe(struct board *self, const struct catalogue *catalogue,
                 const struct cpu *cpu, const char *root)
{
    const struct table *boards = &catalogue->boards;
    *self = (struct board){0};
    if (!from_model_file(self, boards, root) &&
        !from_cpuinfo(self, boards, root) &&
        !from_host_name(self, boards, root))
        from_cpu(self, cpu, root);
}
