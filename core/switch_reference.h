/* SPDX-License-Identifier: MIT
 *
 * The reference: one entry after the other, in the width of the result.
 */

/* What the remembered packets cost: size and time count, 32 for each unit. */
static uint64_t switch_sum(const uint32_t ring[SWITCH_RING])
{
    uint64_t sum = 0;
    for (int i = 0; i < SWITCH_RING; i++)
        sum += (ring[i] & 0xffff) << 5;
    return sum;
}
