/* SPDX-License-Identifier: MIT
 *
 * Shared by the files that make up compiler.h; not for others.
 */
#ifndef PROBES_COMPILER_PARTS_H
#define PROBES_COMPILER_PARTS_H

struct macros;
struct strvec;

/* Adds the "#define" lines of a text. */
void macros_parse(struct macros *self, const char *text);
/* Adds the machine flags of the compiler's own command line ("cc1 ... -mfpu=x"
 * or "-cc1 ... -target-cpu x") in the text of -v or -###. */
void compiler_find_machine(const char *text, struct strvec *out);

#endif
