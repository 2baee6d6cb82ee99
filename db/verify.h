/* SPDX-License-Identifier: MIT
 *
 * Checks every record of a database: that it reads (schema, rules, place,
 * name), that it says what it holds for (signature), and that its figures
 * follow from its samples.
 */
#ifndef DB_VERIFY_H
#define DB_VERIFY_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct record;

struct verify_fault {
    char *place;
    char *reason;
};

struct verify_result {
    size_t records;              /* good and bad */
    struct verify_fault *faults; /* in order of place */
    size_t fault_count;
};

/* False only when the folder cannot be read; faults are results. */
bool verify_database(const char *folder, struct verify_result *out,
                     struct error *err);
void verify_result_release(struct verify_result *self);
/* The signature and the figures of one record that has been read. */
bool verify_record(const struct record *record, struct error *err);

#endif
