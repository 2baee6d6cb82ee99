/* SPDX-License-Identifier: MIT
 *
 * Files of a machine: the live one ("" or NULL as root) or one recorded in a
 * folder that is laid out like it (proc/, sys/).  What cannot be read is
 * simply absent: machines differ in what they show.
 */
#ifndef PROBES_ROOT_H
#define PROBES_ROOT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "base/strvec.h"

/* Most of what /proc and /sys files hold fits; a cpuinfo of 4096 CPUs is
 * 6 MB. */
enum { ROOT_BYTES_MAX = 16 << 20 };

/* Whole content of root/path; false when it cannot be read. */
bool root_read(const char *root, const char *path, struct str *out);
/* First line without white space at its ends, cut at a NUL, with anything
 * but printable ASCII made '?'. */
bool root_read_line(const char *root, const char *path, struct str *out);
bool root_read_ulong(const char *root, const char *path, unsigned long *out);
bool root_exists(const char *root, const char *path);
/* Names in root/path, sorted; false when there is no such folder. */
bool root_list(const char *root, const char *path, struct strvec *names);
/* "0-3,8,10-11" as CPU numbers, in order, each once.  False for other text
 * or more than 65536 numbers. */
bool root_parse_cpu_list(const char *text, int **cpus, size_t *count);
/* The same from a file. */
bool root_read_cpu_list(const char *root, const char *path, int **cpus,
                        size_t *count);
/* Makes '?' of all but printable ASCII, in place. */
void root_clean_text(char *text);

#endif
