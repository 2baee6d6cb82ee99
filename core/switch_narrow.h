/* SPDX-License-Identifier: MIT
 *
 * As the reference, in 32 bits: 1024 numbers of 16 bits add up to 26.
 */

static uint64_t switch_sum(const uint32_t ring[SWITCH_RING])
{
    uint32_t sum = 0;
    for (int i = 0; i < SWITCH_RING; i++)
        sum += ring[i] & 0xffff;
    return (uint64_t)sum << 5;
}
