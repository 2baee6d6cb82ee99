/* SPDX-License-Identifier: MIT
 *
 * The core's switch against recorded packets of the real one: those under
 * tests/data/switch, and all 2,000 where the shared folder is there.
 */
#include <config.h>

#include "core/switch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"
#include "tests/unit/tap.h"

enum { LENGTH_MAX = 1500, NOTHING = -1 };

/* One packet and what became of it; NOTHING where that is not known. */
struct recorded {
    long peers, down, source, byte8, shift, penalty, length;
    uint64_t label;
    long link, bytes89, penalty_out, length_out, checksum, error;
    uint64_t label_out;
};

static struct switch_core core;

static void start_switch(long peers, uint32_t now_ms)
{
    switch_init(&core, now_ms);
    for (long i = 0; i < peers; i++)
        ck_assert_int_ne(switch_add_peer(&core, now_ms), SWITCH_NONE);
}

/* When a switch was started whose first forwarded packet got this penalty:
 * all its 1024 entries hold the time of the start, and each counts 32. */
static uint32_t start_ms(long penalty)
{
    if (penalty <= 0)
        return 1000;
    uint64_t sum = (uint64_t)(penalty & 1023) << (penalty >> 10);
    return (uint32_t)(sum / 1024 / 32);
}

static void fill_packet(const struct recorded *recorded, uint8_t *bytes)
{
    for (size_t i = 0; i < LENGTH_MAX; i++)
        bytes[i] = (uint8_t)i;
    store_be64(bytes, recorded->label);
    bytes[8] = (uint8_t)recorded->byte8;
    bytes[9] = (uint8_t)(0x40 | recorded->shift);
    store_be16(bytes + 10, (uint32_t)recorded->penalty);
}

/* The reply's own bytes, then the cause as it came. */
static void check_reply(const struct recorded *recorded,
                        const struct switch_packet *packet,
                        const uint8_t *cause)
{
    static const uint8_t handle[4] = {0xff, 0xff, 0xff, 0xff};
    const uint8_t *bytes = packet->bytes;
    ck_assert_mem_eq(bytes + 12, handle, sizeof handle);
    ck_assert_uint_eq(load_be16(bytes + 16), (uint32_t)recorded->checksum);
    ck_assert_uint_eq(load_be16(bytes + 18), 2);
    ck_assert_uint_eq(load_be16(bytes + 20), 0);
    ck_assert_uint_eq(load_be16(bytes + 22), (uint32_t)recorded->error);
    ck_assert_mem_eq(bytes + SWITCH_HEADROOM, cause,
                     packet->length - SWITCH_HEADROOM);
}

static void check_recorded(const struct recorded *recorded)
{
    static uint8_t before[LENGTH_MAX], buffer[SWITCH_HEADROOM + LENGTH_MAX];
    struct switch_packet packet = {buffer + SWITCH_HEADROOM,
                                   (size_t)recorded->length};
    uint32_t now_ms = start_ms(recorded->penalty_out);
    fill_packet(recorded, before);
    fill_packet(recorded, packet.bytes);
    int link = switch_receive(&core, (int)recorded->source, &packet, now_ms);
    ck_assert_int_eq(link, recorded->link);
    if (recorded->link == NOTHING)
        return;
    ck_assert_uint_eq(packet.length, (size_t)recorded->length_out);
    ck_assert_uint_eq(load_be64(packet.bytes), recorded->label_out);
    ck_assert_uint_eq(load_be16(packet.bytes + 8), (uint32_t)recorded->bytes89);
    if (recorded->penalty_out != NOTHING)
        ck_assert_uint_eq(load_be16(packet.bytes + 10),
                          (uint32_t)recorded->penalty_out);
    if (recorded->error != NOTHING)
        check_reply(recorded, &packet, before);
    else
        ck_assert_mem_eq(packet.bytes + SWITCH_HEADER, before + SWITCH_HEADER,
                         packet.length - SWITCH_HEADER);
}

static long number(const char *text, int base)
{
    return strcmp(text, "-") == 0 ? NOTHING : strtol(text, NULL, base);
}

/* A line of tests/data/switch/packets.tsv; its head names the columns. */
static bool read_tabbed(const char *line, struct recorded *out)
{
    char f[15][20];
    int count = sscanf(line,
                       "%19s %19s %19s %19s %19s %19s %19s %19s %19s %19s "
                       "%19s %19s %19s %19s %19s",
                       f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8],
                       f[9], f[10], f[11], f[12], f[13], f[14]);
    *out = (struct recorded){
        .peers = number(f[0], 10),
        .down = number(f[1], 10),
        .source = number(f[2], 10),
        .label = strtoull(f[3], NULL, 16),
        .byte8 = number(f[4], 16),
        .shift = number(f[5], 10),
        .penalty = number(f[6], 16),
        .length = number(f[7], 10),
        .link = number(f[8], 10),
        .label_out = strtoull(f[9], NULL, 16),
        .bytes89 = number(f[10], 16),
        .penalty_out = number(f[11], 16),
        .length_out = number(f[12], 10),
        .checksum = number(f[13], 16),
        .error = number(f[14], 10),
    };
    return count == 15;
}

/* A line of switch-golden.txt; its head names the fields. */
static bool read_golden(const char *line, struct recorded *out)
{
    unsigned byte8, byte9, byte8_out;
    *out = (struct recorded){.peers = 256,
                             .down = NOTHING,
                             .link = NOTHING,
                             .penalty_out = NOTHING,
                             .checksum = NOTHING,
                             .error = NOTHING};
    int at = 0;
    int count = sscanf(line,
                       "src %ld label %" SCNx64
                       " b8 %x ver 1 shift %ld pen 0000 len %ld -> %n",
                       &out->source, &out->label, &byte8, &out->shift,
                       &out->length, &at);
    if (count != 5 || at == 0)
        return false;
    out->byte8 = byte8;
    if (strncmp(line + at, "DROP", 4) == 0)
        return true;
    count = sscanf(line + at,
                   "if %ld label %" SCNx64 " b8 %x b9 %x len %ld"
                   " ERR cksum %lx type 0002 code %lx",
                   &out->link, &out->label_out, &byte8_out, &byte9,
                   &out->length_out, (unsigned long *)&out->checksum,
                   (unsigned long *)&out->error);
    out->bytes89 = (long)(byte8_out << 8 | byte9);
    return count == 5 || count == 7;
}

/* Checks every line that is no comment; returns how many there were. */
static int check_file(FILE *file, bool (*read)(const char *, struct recorded *))
{
    char line[256];
    int count = 0;
    long peers = 0;
    struct recorded recorded;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        ck_assert_msg(read(line, &recorded), "cannot read: %s", line);
        /* A switch of its own where the state matters. */
        if (recorded.peers != peers || recorded.down != NOTHING ||
            recorded.penalty_out > 0)
            start_switch(recorded.peers, start_ms(recorded.penalty_out));
        peers = recorded.down == NOTHING ? recorded.peers : 0;
        if (recorded.down != NOTHING)
            switch_set_state(&core, (int)recorded.down, SWITCH_DOWN);
        check_recorded(&recorded);
        count++;
    }
    return count;
}

static FILE *open_source(const char *name)
{
    char path[4096];
    const char *folder = getenv("SOURCE_DIR");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : ".", name);
    return fopen(path, "r");
}

START_TEST(does_what_the_real_switch_did)
{
    FILE *file = open_source("tests/data/switch/packets.tsv");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(check_file(file, read_tabbed), 528);
    fclose(file);
}
END_TEST

START_TEST(does_so_for_all_2000_recorded_packets)
{
    FILE *file = open_source("../shared/core/switch-golden.txt");
    if (file == NULL)
        return; /* those of packets.tsv stand for them */
    ck_assert_int_eq(check_file(file, read_golden), 2000);
    fclose(file);
}
END_TEST

START_TEST(gives_peers_the_lowest_free_slot)
{
    switch_init(&core, 0);
    ck_assert_int_eq(switch_add_peer(&core, 0), 0);
    for (int link = 2; link < SWITCH_SLOTS; link++)
        ck_assert_int_eq(switch_add_peer(&core, 0), link);
    ck_assert_int_eq(switch_add_peer(&core, 0), SWITCH_NONE);
    switch_set_state(&core, 77, SWITCH_EMPTY);
    ck_assert_int_eq(switch_add_peer(&core, 0), 77);
    ck_assert_int_eq(switch_add_peer(&core, 0), SWITCH_NONE);
}
END_TEST

START_TEST(names_links_as_the_scheme_does)
{
    /* switch-spec, section 3: number, bits, director in 4, 7 and 10 bits */
    static const struct {
        int link;
        unsigned bits;
        uint32_t four, seven, ten;
    } rows[] = {
        {0, 4, 0x3, 0x02, 0x000}, {1, 4, 0x1, 0x01, 0x001},
        {2, 4, 0x5, 0x06, 0x004}, {7, 4, 0xf, 0x1a, 0x018},
        {8, 7, 0, 0x1e, 0x01c},   {32, 7, 0, 0x7e, 0x07c},
        {33, 10, 0, 0, 0x080},    {256, 10, 0, 0, 0x3fc},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_uint_eq(switch_bits(rows[i].link), rows[i].bits);
        if (rows[i].bits <= 4)
            ck_assert_uint_eq(switch_director(rows[i].link, 4), rows[i].four);
        if (rows[i].bits <= 7)
            ck_assert_uint_eq(switch_director(rows[i].link, 7), rows[i].seven);
        ck_assert_uint_eq(switch_director(rows[i].link, 10), rows[i].ten);
    }
}
END_TEST

/* Sends a packet from link 3 to link 2 and returns its penalty. */
static uint32_t send_one(uint32_t penalty, size_t length, uint32_t now_ms)
{
    static uint8_t buffer[SWITCH_HEADROOM + LENGTH_MAX];
    struct switch_packet packet = {buffer + SWITCH_HEADROOM, length};
    store_be64(packet.bytes, 0x15);
    packet.bytes[8] = 0;
    packet.bytes[9] = 0x40;
    store_be16(packet.bytes + 10, penalty);
    ck_assert_int_eq(switch_receive(&core, 3, &packet, now_ms), 2);
    return load_be16(packet.bytes + 10);
}

START_TEST(penalises_by_size_and_time)
{
    start_switch(3, 0);
    /* Nothing remembered: the packet's own penalty stands. */
    ck_assert_uint_eq(send_one(0x1234, 28, 0), 0x1234);
    /* The first one counts for nothing, its size and time being zero. */
    ck_assert_uint_eq(send_one(0, 1312, 3), 0);
    /* 1312 / 128 = 10 at bit 11, and 3 ms: 20483 * 32 = 655456, which in
     * ten bits is 640 << 10. */
    ck_assert_uint_eq(send_one(0, 28, 0), 10 << 10 | 640);
    /* A larger penalty of the packet's own is added, not kept apart. */
    ck_assert_uint_eq(send_one(10 << 10 | 640, 28, 0), 11 << 10 | 640);
}
END_TEST

START_TEST(forgets_after_1024_milliseconds)
{
    start_switch(3, 0);
    send_one(0, 1312, 3);
    switch_expire(&core, 1024);
    ck_assert_uint_eq(send_one(0, 28, 0), 10 << 10 | 640);
    /* Now all entries of time 0 get the time 1025, the first packet's stays:
     * (1023 * 1025 + 20483) * 32 is 522 << 16 and a bit. */
    switch_expire(&core, 1025);
    ck_assert_uint_eq(send_one(0, 28, 0), 16 << 10 | 522);
    /* (1022 * 1025 + 2 * 1028) * 32 is 512 << 16 and a bit. */
    switch_expire(&core, 1028);
    ck_assert_uint_eq(send_one(0, 28, 0), 16 << 10 | 512);
}
END_TEST

START_TEST(penalises_no_packet_of_the_router)
{
    static uint8_t buffer[SWITCH_HEADROOM + 64];
    struct switch_packet packet = {buffer + SWITCH_HEADROOM, 64};
    start_switch(3, 40000);
    store_be64(packet.bytes, 0x15);
    ck_assert_int_eq(switch_receive(&core, SWITCH_ROUTER, &packet, 0), 2);
    ck_assert_uint_eq(load_be16(packet.bytes + 10), 0);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        does_what_the_real_switch_did,    does_so_for_all_2000_recorded_packets,
        gives_peers_the_lowest_free_slot, names_links_as_the_scheme_does,
        penalises_by_size_and_time,       forgets_after_1024_milliseconds,
        penalises_no_packet_of_the_router};
    return TAP_RUN("core_switch", tests);
}
