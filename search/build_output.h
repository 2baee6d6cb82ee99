/* SPDX-License-Identifier: MIT
 *
 * What a failed build or program said, as a refusal and a few lines.
 */
#ifndef SEARCH_BUILD_OUTPUT_H
#define SEARCH_BUILD_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "probes/refusal.h"

struct child_result;
struct str;

/* The last lines that are not empty, at most `lines` of them and at most
 * `bytes`, a carriage return ends a line too; control characters are '?'. */
void build_output_tail(const struct str *text, size_t lines, size_t bytes,
                       struct str *out);

/* Why the build failed: by how its shell ended, and by its words.  NONE for
 * a build that succeeded without warnings about the flags themselves. */
enum refusal build_output_refusal(const struct child_result *result);

/* Why a program's own run failed: by its signal, also where a shell reports
 * it as 128+n.  WRONG_OUTPUT for another exit code than 0. */
enum refusal build_output_run_refusal(const struct child_result *result);

/* "signal 11 (Segmentation fault)" also where a shell told of it; else as
 * child_describe_end(). */
void build_output_describe(const struct child_result *result, struct str *out);

/* The message of a refusal: how it ended, or `why` when given, and the line
 * that tells most; under it the last lines, where there are more.  The first
 * line says enough by itself. */
void build_output_message(const struct child_result *result, const char *why,
                          struct str *out);

#endif
