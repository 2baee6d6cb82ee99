/* SPDX-License-Identifier: MIT
 *
 * What a record must fit to be an answer: the machine, the compiler and the
 * workload in front of us, as a plain struct.  tuner/ fills it from the
 * probes; db/ knows nothing of them.
 */
#ifndef DB_SIGNATURE_H
#define DB_SIGNATURE_H

#include <stddef.h>

#include "base/strvec.h"

struct record;
struct str;

struct signature_kind {
    char *core;        /* "cortex-a7" */
    char *implementer; /* "0x41" */
    char *part;        /* "0xc07" */
};

struct signature {
    char *board; /* id */
    char *arch;  /* "armv7l" */
    struct signature_kind *kinds;
    size_t kind_count;
    struct strvec features; /* what every CPU has, in the kernel's words */
    char *family;           /* compiler: "gcc" */
    char *version;          /* "12.2.0" */
    char *target;           /* "arm-linux-gnueabihf" */
    char *workload;         /* name; NULL: any */
    char *source;           /* digest of the workload's sources; NULL: any */
};

void signature_release(struct signature *self);
/* A new zeroed kind to fill. */
struct signature_kind *signature_add_kind(struct signature *self);
/* Sorted, each once, comma-separated: "0x41/0xc07,0x41/0xd08", with the
 * core's name where implementer and part are not known.  Equal texts are
 * equal sets of CPUs. */
void signature_kinds_text(const struct signature *self, struct str *out);
/* "cortex-a53,cortex-a72" */
void signature_cores_text(const struct signature *self, struct str *out);
/* That of the machine on which a record was made. */
void signature_of_record(const struct record *record, struct signature *out);

#endif
