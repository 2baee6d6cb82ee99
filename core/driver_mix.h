/* SPDX-License-Identifier: MIT
 *
 * A fixed mix of packets for the switch: between peers, from and to the
 * router, of the sizes that a node sees, and a few that cannot be forwarded.
 */
#ifndef CORE_DRIVER_MIX_H
#define CORE_DRIVER_MIX_H

#include <stdint.h>

#include "switch.h"

enum {
    MIX_PACKETS = 64, /* of one pass */
    MIX_LARGEST = 1312,
};

struct mix_packet {
    int source;
    size_t length;
    uint8_t header[SWITCH_HEADER];
};

/* Over 1 MB; for the heap. What is in it is private. */
struct mix {
    struct switch_core core;
    struct mix_packet packets[MIX_PACKETS];
    uint32_t now_ms;
    uint32_t expired_ms;
    uint8_t bytes[SWITCH_HEADROOM + MIX_LARGEST];
};

/* Makes the switch and the packets, always the same ones. */
void mix_init(struct mix *mix);

/* Sends every packet of the mix through the switch once; a checksum of all
 * that came out. A millisecond of the switch's time goes by. */
uint64_t mix_pass(struct mix *mix);

#endif
