/* SPDX-License-Identifier: MIT
 *
 * Sixteen sums side by side, in 32 bits: 64 numbers of 16 bits add up to 22.
 */

static uint64_t switch_sum(const uint32_t ring[SWITCH_RING])
{
    uint32_t sums[16] = {0};
    for (int i = 0; i < SWITCH_RING; i += 16)
        for (int lane = 0; lane < 16; lane++)
            sums[lane] += ring[i + lane] & 0xffff;
    uint32_t sum = 0;
    for (int lane = 0; lane < 16; lane++)
        sum += sums[lane];
    return (uint64_t)sum << 5;
}
