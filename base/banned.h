/* SPDX-License-Identifier: MIT
 *
 * Functions that this code base does not use: they write without a bound,
 * keep hidden state or go through a shell.  Included by base/memory.h.
 */
#ifndef BASE_BANNED_H
#define BASE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BANNED(name) name##_is_banned_see_base_banned_h

#undef sprintf
#undef vsprintf
#undef strcpy
#undef strcat
#undef strncpy
#undef strncat
#undef strtok
#undef gets
#undef system
#undef popen
#undef rand
#undef srand
#undef tmpnam
#undef mktemp
#undef atoi
#undef atol
#undef atof

#define sprintf BANNED(sprintf)
#define vsprintf BANNED(vsprintf)
#define strcpy BANNED(strcpy)
#define strcat BANNED(strcat)
#define strncpy BANNED(strncpy)
#define strncat BANNED(strncat)
#define strtok BANNED(strtok)
#define gets BANNED(gets)
/* With its argument: a member may have the name. */
#define system(command) BANNED(system)
#define popen BANNED(popen)
#define rand BANNED(rand)
#define srand BANNED(srand)
#define tmpnam BANNED(tmpnam)
#define mktemp BANNED(mktemp)
#define atoi BANNED(atoi)
#define atol BANNED(atol)
#define atof BANNED(atof)

#endif
