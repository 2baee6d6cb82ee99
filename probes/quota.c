/* SPDX-License-Identifier: MIT
 *
 * Reads quotas of control groups, of both versions.
 */
#include <config.h>

#include "probes/quota.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/str.h"
#include "probes/root.h"

#define GROUPS "sys/fs/cgroup"

static double ratio(const char *quota_text, const char *period_text)
{
    unsigned long quota, period;
    if (strcmp(quota_text, "max") == 0 || strcmp(quota_text, "-1") == 0)
        return QUOTA_NONE;
    if (!str_parse_ulong(quota_text, &quota) || !quota ||
        !str_parse_ulong(period_text, &period) || !period)
        return QUOTA_UNKNOWN;
    return (double)quota / (double)period;
}

static double read_v2(const char *root, const char *folder)
{
    struct str line = {0};
    double result = QUOTA_UNKNOWN;
    char *path = xasprintf("%s/cpu.max", folder);
    if (root_read_line(root, path, &line)) {
        char *period = strchr(line.text, ' ');
        if (period)
            *period++ = '\0';
        result = ratio(line.text, period ? period : "");
    }
    free(path);
    str_release(&line);
    return result;
}

static double read_v1(const char *root, const char *folder)
{
    struct str quota = {0}, period = {0};
    char *quota_path = xasprintf("%s/cpu.cfs_quota_us", folder);
    char *period_path = xasprintf("%s/cpu.cfs_period_us", folder);
    root_read_line(root, quota_path, &quota);
    root_read_line(root, period_path, &period);
    double result = ratio(str_text(&quota), str_text(&period));
    free(quota_path);
    free(period_path);
    str_release(&quota);
    str_release(&period);
    return result;
}

static double smaller(double a, double b)
{
    if (a <= 0 || b <= 0)
        return a > b ? a : b; /* a quota, else "none", else "unknown" */
    return a < b ? a : b;
}

/* The group's path as the kernel tells it, cut by one name at a time.  In a
 * container it may name folders that are not to be seen there; what is above
 * them may be. */
static double walk_up(const char *root, const char *mount, char *group,
                      double (*read)(const char *root, const char *folder))
{
    double result = QUOTA_UNKNOWN;
    if (strstr(group, "..")) /* a group outside of what is to be seen */
        *group = '\0';
    for (;;) {
        char *folder = xasprintf("%s%s", mount, group);
        result = smaller(result, read(root, folder));
        free(folder);
        char *slash = strrchr(group, '/');
        if (!slash)
            return result;
        *slash = '\0';
    }
}

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (;; list++) {
        size_t span = strcspn(list, ",");
        if (span == length && strncmp(list, word, length) == 0)
            return true;
        list += span;
        if (!*list)
            return false;
    }
}

/* "number:controllers:/path", the controllers empty in version 2. */
static double read_group(const char *root, char *line)
{
    char *controllers = strchr(line, ':');
    char *path = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!path)
        return QUOTA_UNKNOWN;
    *path++ = '\0';
    controllers++;
    if (!*controllers)
        return walk_up(root, GROUPS, path, read_v2);
    if (!has_word(controllers, "cpu"))
        return QUOTA_UNKNOWN;
    /* "cpu" is its mount, or a link to that of several controllers. */
    return walk_up(root, GROUPS "/cpu", path, read_v1);
}

double quota_probe(const char *root)
{
    struct str text = {0};
    double result = QUOTA_UNKNOWN;
    root_read(root, "proc/self/cgroup", &text);
    char *rest = text.text;
    while (rest && *rest) {
        char *line = rest;
        rest = strchr(rest, '\n');
        if (rest)
            *rest++ = '\0';
        result = smaller(result, read_group(root, line));
    }
    if (!text.text) /* no /proc: the top group may be ours */
        result = read_v2(root, GROUPS);
    str_release(&text);
    return result;
}

unsigned quota_processors(double quota, size_t allowed)
{
    double most = allowed ? (double)allowed : 1;
    return (unsigned)(quota > 0 ? fmin(most, ceil(quota)) : most);
}
