/* SPDX-License-Identifier: MIT
 *
 * The boards of `tuner auto --board NAME=RUNNER`.
 */
#ifndef TUNER_AUTO_BOARDS_H
#define TUNER_AUTO_BOARDS_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct options;
struct tuning_board;

/* The boards in the order given; *count is 0 without the option.  A name is
 * a board id, given once; an empty runner is this machine.  ERROR_USAGE for
 * anything else, and for --runner beside it. */
bool auto_boards_parse(const struct options *options,
                       struct tuning_board **boards, size_t *count,
                       struct error *err);
void auto_boards_free(struct tuning_board *boards, size_t count);

#endif
