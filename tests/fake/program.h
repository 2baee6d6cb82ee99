/* SPDX-License-Identifier: MIT
 *
 * What the fake compiler and its programs share.  A program is a text: a line
 * "unit speed reasons" for each part, or a line that begins with "wrong" or
 * "crash".  See fakecc.c for the environment.
 */
#ifndef TESTS_FAKE_PROGRAM_H
#define TESTS_FAKE_PROGRAM_H

enum { FAKE_TEXT_MAX = 8192 };

/* Adds a letter to the file that FAKECC_LOG names. */
void fake_note(char letter);
/* Runs the program of the file argv[2] with the driver's word argv[3];
 * returns the exit status. */
int fake_program(int argc, char **argv);

#endif
