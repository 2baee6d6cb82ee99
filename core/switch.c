/* SPDX-License-Identifier: MIT
 *
 * The unit switch. The file switch_<implementation>.h sums up the penalties
 * of a link, the one loop in it: SWITCH_IMPLEMENTATION is the bare name, as in
 * -DSWITCH_IMPLEMENTATION=lanes16, and kernels.conf lists the names.
 */
#include "switch.h"

#include "bytes.h"

#ifndef SWITCH_IMPLEMENTATION
#define SWITCH_IMPLEMENTATION reference
#endif
#include BYTES_HEADER(switch, SWITCH_IMPLEMENTATION)

enum {
    CAUSE_MIN = 16,  /* a shorter packet is not answered */
    CAUSE_MAX = 256, /* as much of it as an error reply holds */
    SHIFT_MAX = 63,  /* bits that may be shifted off a label */
    EXPIRE_MS = 1024,
    TIME_MASK = 2047,        /* the bits of an entry that hold a time */
    FRESH_PENALTY = 0xdbff,  /* of an entry that holds no packet */
    CONTROL_ERROR = 2,       /* type of a control packet */
    SUPPRESS_ERRORS = 1,     /* bit in byte 8 */
    REPLY_CONGESTION = 0x03, /* congestion 1, errors suppressed */
    REPLY_VERSION = 0x40,    /* header version 1, nothing shifted yet */
};

static uint64_t reverse64(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
}

static unsigned bits_of_label(uint64_t label)
{
    if (label & 1)
        return 4;
    return label & 2 ? 7 : 10;
}

unsigned switch_bits(int link)
{
    if (link < 8)
        return 4;
    return link < 33 ? 7 : 10;
}

uint32_t switch_director(int link, unsigned bits)
{
    uint32_t number = (uint32_t)link;
    if (number == SWITCH_ROUTER)
        return 1;
    if (bits == 4)
        return number == 0 ? 3 : 2 * number + 1;
    uint32_t raw = number == 0 ? 0 : 4 * (number - 1);
    return bits == 7 ? raw + 2 : raw;
}

static int link_of_label(uint64_t label, unsigned bits)
{
    if (bits == 4) {
        int raw = (int)(label >> 1 & 7);
        return raw < 2 ? 1 - raw : raw; /* 0 and 1 are swapped */
    }
    int raw = (int)(label >> 2 & (bits == 7 ? 31 : 255));
    return raw == 0 ? 0 : raw + 1;
}

/* A 16-bit float: 6 bits of exponent, 10 of mantissa. */
static uint32_t penalty_pack(uint64_t value)
{
    if (value < 1024)
        return (uint32_t)value;
    unsigned shift = 63 - (unsigned)__builtin_clzll(value) - 9;
    return shift << 10 | (uint32_t)(value >> shift);
}

static uint64_t penalty_unpack(uint32_t packed)
{
    return (uint64_t)(packed & 1023) << (packed >> 10);
}

/* Adds what the link has sent of late to the penalty in the header. */
static void apply_penalty(struct switch_link *link,
                          const struct switch_packet *packet, uint32_t now_ms)
{
    uint8_t *field = packet->bytes + 10;
    uint64_t value = penalty_unpack(load_be16(field));
    uint32_t own = penalty_pack(value);
    uint32_t size = (uint32_t)(packet->length / 128) & 31;
    uint32_t summed = penalty_pack(value + switch_sum(link->ring));
    link->last = (link->last + 1) % SWITCH_RING;
    link->ring[link->last] = own << 16 | size << 11 | (now_ms & TIME_MASK);
    store_be16(field, summed > own ? summed : own);
}

/* The internet checksum; `length` bytes, an odd one filled up with a zero. */
static uint32_t checksum16(const uint8_t *bytes, size_t length)
{
    uint64_t sum = 0;
    for (size_t i = 0; i + 1 < length; i += 2)
        sum += load_be16(bytes + i);
    if (length % 2)
        sum += (uint32_t)bytes[length - 1] << 8;
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return ~(uint32_t)sum & 0xffff;
}

/* Makes the packet an error reply; returns the link for it or SWITCH_NONE. */
static int reply(struct switch_packet *packet, int source,
                 enum switch_error error)
{
    const uint8_t *cause = packet->bytes;
    if (packet->length < CAUSE_MIN || (cause[8] & SUPPRESS_ERRORS))
        return SWITCH_NONE;
    uint8_t *bytes = packet->bytes - SWITCH_HEADROOM;
    size_t kept = packet->length < CAUSE_MAX ? packet->length : CAUSE_MAX;
    size_t length = SWITCH_HEADROOM + kept;
    store_be64(bytes, reverse64(load_be64(cause)));
    bytes[8] = REPLY_CONGESTION;
    bytes[9] = REPLY_VERSION;
    store_be16(bytes + 10, 0);
    memset(bytes + 12, 0xff, 4); /* the handle of control packets */
    store_be16(bytes + 16, 0);
    store_be16(bytes + 18, CONTROL_ERROR);
    store_be16(bytes + 20, 0);
    store_be16(bytes + 22, error);
    store_be16(bytes + 16, checksum16(bytes + 16, length - 16));
    packet->bytes = bytes;
    packet->length = length;
    return source;
}

/* Where a label leads, and how many of its bits the way back takes. */
struct route {
    int destination;
    unsigned bits;
};

/* Returns 0, or the error to answer with. */
static int find_route(const struct switch_core *core, int source,
                      uint64_t label, struct route *route)
{
    unsigned bits = bits_of_label(label), needed = switch_bits(source);
    int destination = link_of_label(label, bits);
    if (needed > bits) {
        if (destination != SWITCH_ROUTER)
            return SWITCH_MALFORMED_ADDRESS;
        /* The router is the last hop, so its director may be widened, if
         * nothing stands where the wide one and the end mark go. */
        if ((label ^ 1) & (((uint64_t)1 << (needed + 4)) - 1))
            return SWITCH_RETURN_PATH_INVALID;
        bits = needed;
    }
    uint32_t state = core->links[destination].state;
    if (state == SWITCH_EMPTY)
        return SWITCH_MALFORMED_ADDRESS;
    if (state == SWITCH_DOWN && source != SWITCH_ROUTER)
        return SWITCH_UNDELIVERABLE;
    route->destination = destination;
    route->bits = bits;
    return 0;
}

int switch_receive(struct switch_core *core, int source,
                   struct switch_packet *packet, uint32_t now_ms)
{
    if (packet->length < SWITCH_HEADER)
        return SWITCH_NONE;
    uint64_t label = load_be64(packet->bytes);
    struct route route = {0, 0};
    int error = find_route(core, source, label, &route);
    if (error != 0)
        return reply(packet, source, (enum switch_error)error);
    unsigned version = packet->bytes[9] & 0xc0u;
    unsigned shift = (packet->bytes[9] & 0x3fu) + route.bits;
    if (shift > SHIFT_MAX)
        return SWITCH_NONE;
    uint64_t back = reverse64(switch_director(source, route.bits));
    store_be64(packet->bytes, label >> route.bits | back);
    packet->bytes[9] = (uint8_t)(version | shift);
    if (source != SWITCH_ROUTER && route.destination != SWITCH_ROUTER)
        apply_penalty(&core->links[source], packet, now_ms);
    return route.destination;
}

static void link_open(struct switch_link *link, uint32_t now_ms)
{
    link->state = SWITCH_UP;
    link->last = 0;
    /* The first time is not cut to its 11 bits, as in the original. */
    for (int i = 0; i < SWITCH_RING; i++)
        link->ring[i] = (uint32_t)FRESH_PENALTY << 16 | (now_ms & 0xffff);
}

void switch_init(struct switch_core *core, uint32_t now_ms)
{
    for (int i = 0; i < SWITCH_SLOTS; i++)
        core->links[i].state = SWITCH_EMPTY;
    link_open(&core->links[SWITCH_ROUTER], now_ms);
}

int switch_add_peer(struct switch_core *core, uint32_t now_ms)
{
    for (int i = 0; i < SWITCH_SLOTS; i++)
        if (core->links[i].state == SWITCH_EMPTY) {
            link_open(&core->links[i], now_ms);
            return i;
        }
    return SWITCH_NONE;
}

void switch_set_state(struct switch_core *core, int link,
                      enum switch_state state)
{
    core->links[link].state = state;
}

static void link_expire(struct switch_link *link, uint32_t now_ms)
{
    for (int i = 0; i < SWITCH_RING; i++) {
        uint32_t age = (now_ms - link->ring[i]) & TIME_MASK;
        if (age > EXPIRE_MS)
            link->ring[i] =
                (uint32_t)FRESH_PENALTY << 16 | (now_ms & TIME_MASK);
    }
}

void switch_expire(struct switch_core *core, uint32_t now_ms)
{
    for (int i = 0; i < SWITCH_SLOTS; i++)
        if (core->links[i].state != SWITCH_EMPTY)
            link_expire(&core->links[i], now_ms);
}
