/* SPDX-License-Identifier: MIT
 *
 * The table of a record's keys, members and rules.
 */
#ifndef DB_RECORD_SHAPE_H
#define DB_RECORD_SHAPE_H

struct shape;

extern const struct shape record_shape;

#endif
