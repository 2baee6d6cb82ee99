/* SPDX-License-Identifier: MIT
 *
 * A database is a folder: <folder>/<board id>/<record's name>.json.  A
 * record's place, "orangepi-zero/arm-...-1a2b3c4d5e6f.json", is its path
 * below the folder.  Names come from contents, so that saving never
 * replaces anything and two people's records never collide.  Other files in
 * the folder are nobody's business here.
 *
 * A folder that does not exist is an empty database.
 */
#ifndef DB_STORE_H
#define DB_STORE_H

#include <stdbool.h>

#include "base/str.h"

struct error;
struct record;
struct strvec;

/* Whether a path below the folder can be a record's: a board id, a slash and
 * a plain name that ends in .json. */
bool store_is_place(const char *place);
/* The place that a record belongs to. */
void store_place(const struct record *record, struct str *out);

/* Names of board folders, or of the records in one, sorted, are added.
 * Symbolic links are passed over. */
bool store_boards(const char *folder, struct strvec *boards, struct error *err);
bool store_names(const char *folder, const char *board, struct strvec *names,
                 struct error *err);
/* Places of all records. */
bool store_list(const char *folder, struct strvec *places, struct error *err);

/* Reads and checks one record.  Also refused: one that does not lie in its
 * board's folder, and one whose name is not that of its content, because
 * somebody edited it. */
bool store_load(const char *folder, const char *place, struct record *out,
                struct error *err);
/* Parses a text as store_load does, for records that come out of git. */
bool store_parse(const char *text, size_t length, const char *place,
                 struct record *out, struct error *err);

/* Checks, makes the folders, writes, syncs.  A record that is there already
 * is fine.  *place may be NULL; the lock is taken and given back. */
bool store_save(const char *folder, const struct record *record,
                struct str *place, struct error *err);

/* One writer at a time: the folder itself is locked, made when missing.
 * Waits up to ten seconds, then ERROR_CONFLICT. */
bool store_lock(const char *folder, int *lock, struct error *err);
void store_unlock(int lock);
/* Removes what killed writers left in the boards' folders; with the lock
 * held. */
void store_tidy(const char *folder);
/* store_save() with the lock held by the caller; *fresh, when not NULL, says
 * whether it was not there before. */
bool store_save_locked(const char *folder, const struct record *record,
                       struct str *place, bool *fresh, struct error *err);

#endif
