/* SPDX-License-Identifier: MIT
 *
 * The rules that values of records obey, by name.
 */
#ifndef DB_RECORD_RULES_H
#define DB_RECORD_RULES_H

struct shape_rule;

extern const struct shape_rule rule_id;      /* board ids, folder names */
extern const struct shape_rule rule_token;   /* one word without a path */
extern const struct shape_rule rule_part;    /* the same with a slash */
extern const struct shape_rule rule_text;    /* a line for people */
extern const struct shape_rule rule_note;    /* a paragraph */
extern const struct shape_rule rule_message; /* lines of a program */
extern const struct shape_rule rule_digest;  /* 40 hexadecimal digits */
extern const struct shape_rule rule_date;    /* 2026-03-04T05:06:07Z */
extern const struct shape_rule rule_flag;    /* taken by the grammar */
extern const struct shape_rule rule_flags;   /* all of a list */
extern const struct shape_rule rule_class;   /* of --allow */
extern const struct shape_rule rule_family;  /* of compilers */
extern const struct shape_rule rule_verdict;
extern const struct shape_rule rule_better;
extern const struct shape_rule rule_method;
extern const struct shape_rule rule_refusal; /* words of design.md */
extern const struct shape_rule rule_build;   /* sides of throughput */
extern const struct shape_rule rule_direction;
extern const struct shape_rule rule_schema;
extern const struct shape_rule rule_amount; /* 0 and up */
extern const struct shape_rule rule_count;  /* whole, 0 and up */
extern const struct shape_rule rule_cpu;    /* numbers of CPUs */
extern const struct shape_rule rule_ratio;
extern const struct shape_rule rule_share;  /* of one */
extern const struct shape_rule rule_sample; /* positive */
extern const struct shape_rule rule_log;    /* of a ratio */

#endif
