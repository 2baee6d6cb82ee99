/* SPDX-License-Identifier: MIT
 *
 * The run of `tuner auto`: one search a compiler, a record each.
 */
#ifndef TUNER_AUTO_RUN_H
#define TUNER_AUTO_RUN_H

#include <stdbool.h>

struct error;
struct options;
struct strvec;

/* As command.run; compilers are those of --cc, at least one. */
bool auto_run(const struct options *options, const struct strvec *compilers,
              struct error *err);

#endif
