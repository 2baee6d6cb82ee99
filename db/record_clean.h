/* SPDX-License-Identifier: MIT
 *
 * Makes a record fit to be kept that was filled from a user's own words.
 */
#ifndef DB_RECORD_CLEAN_H
#define DB_RECORD_CLEAN_H

struct record;

/* Takes out the flags that no record may hold, such as a build's own
 * `-Iinclude`, and says in the notes which they were and why: the result is
 * worth keeping without them. */
void record_clean(struct record *record);

#endif
