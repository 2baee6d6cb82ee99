/* SPDX-License-Identifier: MIT
 *
 * Brings records of older schemas up to date while they are read.
 */
#ifndef DB_RECORD_UPGRADE_H
#define DB_RECORD_UPGRADE_H

#include <jansson.h>
#include <stdbool.h>

struct error;

/* Changes root in place, step by step, to what RECORD_SCHEMA says; the number
 * stays, so that the record keeps its id.  A missing or newer schema is an
 * error. */
bool record_upgrade(json_t *root, struct error *err);

#endif
