/* SPDX-License-Identifier: MIT
 *
 * The packets of the kernel "switching", see driver_mix.h.
 */
#include "driver_mix.h"

#include <string.h>

#include "bytes.h"
#include "driver_random.h"

/* The peers of the mix: some of each width of director. */
static const int peers[] = {0,  2,  3,  4,  5,  6,   7,   8,
                            12, 20, 32, 33, 50, 100, 200, 256};

static const uint16_t sizes[] = {28, 64, 128, 300, MIX_LARGEST, 64, 28, 300};

/* What kind of way a packet has; out of 16. */
enum way { BETWEEN_PEERS = 9, TO_ROUTER = 12, FROM_ROUTER = 15, BAD = 16 };

static int wider(int a, int b)
{
    return switch_bits(a) > switch_bits(b) ? a : b;
}

/* The label to `destination` for a packet from `source`; above the director
 * comes `rest`, the label of the further way. */
static uint64_t label_of(int source, int destination, uint64_t rest)
{
    unsigned bits = switch_bits(wider(source, destination));
    if (destination == SWITCH_ROUTER)
        /* Nothing but the end mark may stand right above a widened director. */
        return 1 | (rest & ~(uint64_t)0xff) << bits;
    return switch_director(destination, bits) | rest << bits;
}

static void draw_packet(struct mix_packet *packet, uint64_t *seed)
{
    static const size_t count = sizeof peers / sizeof peers[0];
    uint64_t draw = random_next(seed);
    int way = (int)(draw & 15);
    int from = peers[(draw >> 4) % count], to = peers[(draw >> 16) % count];
    uint64_t rest = random_next(seed) | 1;
    if (way >= TO_ROUTER && way < FROM_ROUTER)
        from = SWITCH_ROUTER;
    else if (way >= BETWEEN_PEERS && way < TO_ROUTER)
        to = SWITCH_ROUTER;
    else if (way >= FROM_ROUTER)
        to = 77; /* an empty slot */
    packet->source = from;
    packet->length = sizes[(draw >> 28) % (sizeof sizes / sizeof sizes[0])];
    store_be64(packet->header, label_of(from, to, rest));
    packet->header[8] = (uint8_t)(draw >> 36 & 1); /* suppress errors */
    packet->header[9] = (uint8_t)(0x40 | (draw >> 40) % 51);
    store_be16(packet->header + 10, (uint32_t)(draw >> 48) & 0x7fff);
}

void mix_init(struct mix *mix)
{
    uint64_t seed = 2;
    mix->now_ms = 0;
    mix->expired_ms = 0;
    switch_init(&mix->core, mix->now_ms);
    for (int link = 0; link < SWITCH_SLOTS; link++)
        if (link != SWITCH_ROUTER)
            switch_add_peer(&mix->core, mix->now_ms);
    for (int link = 0, next = 0; link < SWITCH_SLOTS; link++) {
        if (peers[next] == link)
            next++;
        else if (link != SWITCH_ROUTER)
            switch_set_state(&mix->core, link, SWITCH_EMPTY);
    }
    for (int i = 0; i < MIX_PACKETS; i++)
        draw_packet(&mix->packets[i], &seed);
    random_bytes(&seed, mix->bytes, sizeof mix->bytes);
}

uint64_t mix_pass(struct mix *mix)
{
    uint64_t sum = 0;
    for (int i = 0; i < MIX_PACKETS; i++) {
        struct switch_packet packet = {mix->bytes + SWITCH_HEADROOM,
                                       mix->packets[i].length};
        memcpy(packet.bytes, mix->packets[i].header, SWITCH_HEADER);
        int link = switch_receive(&mix->core, mix->packets[i].source, &packet,
                                  mix->now_ms);
        sum = (sum ^ load_le64(packet.bytes)) * RANDOM_PRIME;
        sum = (sum ^ load_le64(packet.bytes + 8)) * RANDOM_PRIME;
        sum += (uint64_t)link;
    }
    mix->now_ms++;
    if (mix->now_ms - mix->expired_ms >= 1024) {
        switch_expire(&mix->core, mix->now_ms);
        mix->expired_ms = mix->now_ms;
    }
    return sum;
}
