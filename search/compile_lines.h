/* SPDX-License-Identifier: MIT
 *
 * Did the flags reach the compiler?  A makefile that sets CFLAGS itself
 * builds the same program whatever we ask for, and a search over that is
 * wasted; one that adds its own -O2 behind ours undoes the level.
 */
#ifndef SEARCH_COMPILE_LINES_H
#define SEARCH_COMPILE_LINES_H

struct str;
struct strvec;

enum compile_lines {
    COMPILE_LINES_UNKNOWN, /* no compile line was seen, or nothing was asked */
    COMPILE_LINES_ALL,     /* some compile line holds every flag */
    COMPILE_LINES_PART,    /* no compile line holds every flag */
    COMPILE_LINES_OVERRIDDEN, /* a different -O stands behind ours in every one
                               */
    COMPILE_LINES_NONE        /* no compile line holds any flag */
};

/* `lines` are command lines as the stand-ins note them (search/shims.h); a
 * compile line is one with a source file in it that is no test of a
 * configure script, unless there are only these.  `line` gets the line that
 * came nearest. */
enum compile_lines compile_lines_judge(const struct strvec *lines,
                                       const struct strvec *flags,
                                       struct str *line);

/* What people call the state: "the flags did not arrive". */
const char *compile_lines_text(enum compile_lines arrival);

#endif
