/* SPDX-License-Identifier: MIT
 *
 * Which board a machine is: an id that records are filed under, from the
 * device tree's model, from what cpuinfo says, last from the host name.
 */
#ifndef PROBES_BOARD_H
#define PROBES_BOARD_H

struct catalogue;
struct cpu;

struct board {
    char *id;       /* "orangepi-zero"; "aarch64-cortex-a76" for an unknown one;
                       "unknown" when there is not even a core */
    char *name;     /* for people: the model text, or the table's name */
    char *soc;      /* "" where it is not known */
    char *evidence; /* "model", "cpuinfo", "hardware", "hostname" (a hint, no
                       proof), "firmware" or "cpu" */
    double price_usd; /* as published; 0 where it is not known */
};

void board_probe(struct board *self, const struct catalogue *catalogue,
                 const struct cpu *cpu, const char *root);
void board_release(struct board *self);

/* An id from the words of a model text: lower case, hyphens, no revision.
 * The caller's to free; "" when the text has no word. */
char *board_make_id(const char *model);

#endif
