/* SPDX-License-Identifier: MIT
 *
 * The switch's part of the sweep, see driver_sweep.h.
 */
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "driver_random.h"
#include "driver_reference.h"
#include "driver_sweep.h"
#include "switch.h"

enum {
    PACKETS = 2000,
    LENGTH_MAX = 1400,
    EXPIRE_EVERY = 500, /* packets */
};

/* One switch for the candidate and one for the reference. */
struct pair {
    struct switch_core core[2];
    uint8_t bytes[2][SWITCH_HEADROOM + LENGTH_MAX];
    uint64_t seed;
    uint32_t now_ms;
};

/* Half of the labels lead somewhere near, so that all directors are met. */
static uint64_t draw_label(uint64_t *seed)
{
    uint64_t label = random_next(seed);
    return label >> (random_next(seed) % 61) | (label & 1) << 10;
}

static int draw_link(uint64_t *seed)
{
    uint64_t draw = random_next(seed);
    return (int)((draw >> 8) % (draw & 1 ? 12 : SWITCH_SLOTS));
}

static bool handles_alike(struct pair *pair)
{
    uint64_t draw = random_next(&pair->seed);
    int source = draw_link(&pair->seed), link[2];
    struct switch_packet packet[2];
    size_t length = (size_t)(draw >> 16) % (draw & 1 ? 40 : LENGTH_MAX);
    uint8_t *bytes = pair->bytes[0] + SWITCH_HEADROOM;
    random_bytes(&pair->seed, bytes, SWITCH_HEADER);
    store_be64(bytes, draw_label(&pair->seed));
    memcpy(pair->bytes[1], pair->bytes[0], sizeof pair->bytes[0]);
    for (int i = 0; i < 2; i++) {
        packet[i].bytes = pair->bytes[i] + SWITCH_HEADROOM;
        packet[i].length = length;
    }
    link[0] = switch_receive(&pair->core[0], source, &packet[0], pair->now_ms);
    link[1] = reference_switch_receive(&pair->core[1], source, &packet[1],
                                       pair->now_ms);
    return link[0] == link[1] && packet[0].length == packet[1].length &&
           memcmp(pair->bytes[0], pair->bytes[1], sizeof pair->bytes[0]) == 0;
}

static void pair_init(struct pair *pair)
{
    pair->seed = 4;
    pair->now_ms = 0xffff0000;
    switch_init(&pair->core[0], pair->now_ms);
    while (switch_add_peer(&pair->core[0], pair->now_ms) != SWITCH_NONE)
        pair->now_ms++;
    for (int link = 5; link < SWITCH_SLOTS; link += 9)
        switch_set_state(&pair->core[0], link, SWITCH_DOWN);
    for (int link = 9; link < SWITCH_SLOTS; link += 11)
        switch_set_state(&pair->core[0], link, SWITCH_EMPTY);
    memcpy(&pair->core[1], &pair->core[0], sizeof pair->core[0]);
    random_bytes(&pair->seed, pair->bytes[0], sizeof pair->bytes[0]);
}

static int pair_check(struct pair *pair, FILE *out)
{
    for (int i = 0; i < PACKETS; i++) {
        if (!handles_alike(pair)) {
            fprintf(out, "switch: differs from the reference at packet %d\n",
                    i);
            return 1;
        }
        pair->now_ms += 3;
        if (i % EXPIRE_EVERY == 0) {
            switch_expire(&pair->core[0], pair->now_ms);
            reference_switch_expire(&pair->core[1], pair->now_ms);
        }
    }
    if (memcmp(&pair->core[0], &pair->core[1], sizeof pair->core[0]) == 0)
        return 0;
    fputs("switch: its state differs from the reference\n", out);
    return 1;
}

int driver_sweep_switch(FILE *out)
{
    struct pair *pair = malloc(sizeof *pair);
    if (pair == NULL) {
        fputs("switch: out of memory\n", out);
        return 1;
    }
    pair_init(pair);
    int wrong = pair_check(pair, out);
    free(pair);
    return wrong;
}
