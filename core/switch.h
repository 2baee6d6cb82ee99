/* SPDX-License-Identifier: MIT
 *
 * A packet switch by the rules of cjdns v19.1 (numbers coded "v3x5x8"): source
 * routed, no state but the links, and a penalty for each link that sends.
 *
 * A label is a string of directors, the next one in its low bits. The switch
 * shifts off the one that it follows and writes the way back, bit-reversed,
 * at the top.
 *
 * Time is an argument, in milliseconds, and may start anywhere and wrap. Call
 * switch_expire once every 1024 ms.
 */
#ifndef CORE_SWITCH_H
#define CORE_SWITCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SWITCH_SLOTS = 257,   /* links 0 to 256 */
    SWITCH_ROUTER = 1,    /* the link to the node itself */
    SWITCH_HEADER = 12,   /* bytes of header */
    SWITCH_HEADROOM = 24, /* bytes that an error reply puts before its cause */
    SWITCH_RING = 1024,   /* penalties that a link remembers */
    SWITCH_NONE = -1,     /* no link: the packet is dropped, the switch full */
};

enum switch_error {
    SWITCH_MALFORMED_ADDRESS = 1,
    SWITCH_UNDELIVERABLE = 8,
    SWITCH_RETURN_PATH_INVALID = 10,
};

enum switch_state { SWITCH_EMPTY, SWITCH_UP, SWITCH_DOWN };

struct switch_link {
    uint32_t state;             /* one of enum switch_state */
    uint32_t last;              /* place of the newest entry */
    uint32_t ring[SWITCH_RING]; /* penalty << 16 | size << 11 | time */
};

/* About 1 MB; too much for a stack. */
struct switch_core {
    struct switch_link links[SWITCH_SLOTS];
};

/* SWITCH_HEADROOM bytes before `bytes` must be there too, and writable. */
struct switch_packet {
    uint8_t *bytes;
    size_t length;
};

/* A switch with a router and no peers. */
void switch_init(struct switch_core *core, uint32_t now_ms);

/* A new peer, up, in the lowest free slot: its number, or SWITCH_NONE. */
int switch_add_peer(struct switch_core *core, uint32_t now_ms);

/* Links from 0 to 256. SWITCH_EMPTY removes the peer. */
void switch_set_state(struct switch_core *core, int link,
                      enum switch_state state);

/*
 * Takes a packet that came in on link `source`. Returns the link to send it
 * out by, or SWITCH_NONE to drop it. The packet is changed in place; an error
 * reply starts before it and goes back to its source.
 */
int switch_receive(struct switch_core *core, int source,
                   struct switch_packet *packet, uint32_t now_ms);

/* Forgets penalties older than 1024 ms, on all links. */
void switch_expire(struct switch_core *core, uint32_t now_ms);

/* Bits of the shortest director for a link: 4, 7 or 10. */
unsigned switch_bits(int link);

/* The director for a link in a field of 4, 7 or 10 bits, which is wide enough.
 */
uint32_t switch_director(int link, unsigned bits);

#endif
