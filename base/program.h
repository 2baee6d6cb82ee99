/* SPDX-License-Identifier: MIT
 *
 * What to type to start this program again, for every text that tells a
 * command to run: a line that was copied from it must work.
 *
 *     error_set(err, ERROR_MISSING, "no record: '%s auto' makes one",
 *               program_name());
 */
#ifndef BASE_PROGRAM_H
#define BASE_PROGRAM_H

/* Keeps how the program was started: a path (with a slash) as it is, quoted
 * for a shell where it needs that, or else "tuner", which is in PATH then.
 * Called once, by main(). */
void program_start(const char *argv0);

/* Borrowed for good; "tuner" when nobody has called program_start(). */
const char *program_name(void);

#endif
