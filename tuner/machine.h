/* SPDX-License-Identifier: MIT
 *
 * The machine in front of us, in the words of the database: the bridge
 * between probes/ and db/, which do not know each other.
 */
#ifndef TUNER_MACHINE_H
#define TUNER_MACHINE_H

#include <stdbool.h>

#include "base/str.h"

struct compiler;
struct cpu;
struct cpu_kind;
struct error;
struct machine;
struct options;
struct signature;

/* The compiler that --cc, $CC or nothing at all names; borrowed. */
const char *machine_cc(const struct options *options);

/* A kind's maker and model as records spell them: "0x41" and "0xc07" on ARM,
 * "AuthenticAMD" and "25/33" (family/model) on x86. Adds to both. */
void machine_kind_names(const struct cpu *cpu, const struct cpu_kind *kind,
                        struct str *implementer, struct str *part);

/* What was probed, as a signature; compiler may be NULL. */
void machine_fill_signature(const struct machine *machine,
                            const struct compiler *compiler,
                            struct signature *out);

/* The name in --workload: a word, or a workload's file, which is read; "core"
 * gets the digest of our sources, too. */
bool machine_set_workload(struct signature *out, const char *text,
                          struct error *err);

/* This machine (or that of --root), the compiler of --cc, and --workload
 * (default: any), for db/lookup.h. */
bool machine_signature(const struct options *options, struct signature *out,
                       struct error *err);

#endif
