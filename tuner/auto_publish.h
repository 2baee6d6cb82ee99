/* SPDX-License-Identifier: MIT
 *
 * The end of `tuner auto`: records are stored, shown and checked in.
 */
#ifndef TUNER_AUTO_PUBLISH_H
#define TUNER_AUTO_PUBLISH_H

#include <jansson.h>
#include <stdbool.h>

struct auto_winners;
struct error;
struct options;

/* Stores all records and shows them (with --json, completes their results); a
 * record that cannot be stored is shown nevertheless. */
bool auto_publish(const struct options *options, struct auto_winners *winners,
                  struct error *err);
/* A result of --json on stdout. */
void auto_publish_print(json_t *value);

#endif
