/* SPDX-License-Identifier: MIT
 *
 * Reads files of a live or recorded machine.
 */
#include <config.h>

#include "probes/root.h"

#include "base/file.h"
#include "base/memory.h"

enum { CPU_NUMBERS_MAX = 65536 };

static void join(struct str *out, const char *root, const char *path)
{
    file_join(out, root && *root ? root : "/", path);
}

bool root_read(const char *root, const char *path, struct str *out)
{
    struct str full = {0};
    join(&full, root, path);
    bool ok = file_read(str_text(&full), ROOT_BYTES_MAX, out, NULL);
    str_release(&full);
    return ok;
}

void root_clean_text(char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

bool root_read_line(const char *root, const char *path, struct str *out)
{
    struct str text = {0};
    bool ok = root_read(root, path, &text);
    if (ok && text.text) {
        text.text[strcspn(text.text, "\r\n")] = '\0';
        char *line = str_trim(text.text);
        root_clean_text(line);
        str_add(out, line);
    }
    str_release(&text);
    return ok;
}

bool root_read_ulong(const char *root, const char *path, unsigned long *out)
{
    struct str line = {0};
    bool ok = root_read_line(root, path, &line) &&
              str_parse_ulong(str_text(&line), out);
    str_release(&line);
    return ok;
}

bool root_exists(const char *root, const char *path)
{
    struct str full = {0};
    join(&full, root, path);
    bool found = file_exists(str_text(&full));
    str_release(&full);
    return found;
}

bool root_list(const char *root, const char *path, struct strvec *names)
{
    struct str full = {0};
    join(&full, root, path);
    bool ok = file_is_directory(str_text(&full)) &&
              file_list(str_text(&full), names, NULL);
    str_release(&full);
    return ok;
}

struct cpu_list {
    int *items;
    size_t count;
    size_t capacity;
};

/* "7" or "0-3"; a list that is not in order is no CPU list. */
static bool add_range(struct cpu_list *list, const char *text)
{
    char *first = xstrdup(text);
    char *dash = strchr(first, '-');
    if (dash)
        *dash = '\0';
    unsigned long low, high;
    bool ok = str_parse_ulong(first, &low) &&
              str_parse_ulong(dash ? dash + 1 : first, &high) && low <= high &&
              high < CPU_NUMBERS_MAX &&
              (list->count == 0 || (int)low > list->items[list->count - 1]);
    for (; ok && low <= high; low++) {
        list->items = memory_grow(list->items, &list->capacity, list->count + 1,
                                  sizeof(*list->items));
        list->items[list->count++] = (int)low;
    }
    free(first);
    return ok;
}

bool root_parse_cpu_list(const char *text, int **cpus, size_t *count)
{
    struct strvec ranges = {0};
    struct cpu_list list = {0};
    strvec_split(&ranges, text, ", \t\r\n");
    bool ok = true;
    for (size_t i = 0; ok && i < ranges.count; i++)
        ok = add_range(&list, ranges.items[i]);
    strvec_release(&ranges);
    if (!ok) {
        free(list.items);
        return false;
    }
    *cpus = list.items;
    *count = list.count;
    return true;
}

bool root_read_cpu_list(const char *root, const char *path, int **cpus,
                        size_t *count)
{
    struct str line = {0};
    bool ok = root_read_line(root, path, &line) &&
              root_parse_cpu_list(str_text(&line), cpus, count);
    str_release(&line);
    return ok;
}
