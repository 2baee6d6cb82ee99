/* SPDX-License-Identifier: MIT
 *
 * The divisions that a compiler calls for where an ARM has no instruction,
 * see bare.h: those of libgcc are built like libc. Names and the registers of
 * their results: ARM IHI 0043, run-time ABI, "integer (32/32 -> 32) division
 * functions" and "long long helper functions".
 */
#include <stdint.h>

struct parts {
    uint64_t quotient;
    uint64_t remainder;
};

/* By shifting and subtracting: of 0 by anything, and anything by 0, it is 0
 * and the rest. */
static struct parts divide(uint64_t value, uint64_t by)
{
    struct parts out = {0, value};
    if (!by)
        return out;
    int shift = 0;
    while (shift < 63 && by <= (value >> 1) >> shift)
        shift++;
    for (; shift >= 0; shift--)
        if (out.remainder >= by << shift) {
            out.remainder -= by << shift;
            out.quotient |= (uint64_t)1 << shift;
        }
    return out;
}

static uint64_t absolute(int64_t value)
{
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

static struct parts divide_signed(int64_t value, int64_t by)
{
    struct parts out = divide(absolute(value), absolute(by));
    if ((value < 0) != (by < 0))
        out.quotient = 0 - out.quotient;
    if (value < 0)
        out.remainder = 0 - out.remainder;
    return out;
}

uint32_t __aeabi_uidiv(uint32_t value, uint32_t by);
int32_t __aeabi_idiv(int32_t value, int32_t by);
uint64_t __aeabi_uidivmod(uint32_t value, uint32_t by);
uint64_t __aeabi_idivmod(int32_t value, int32_t by);
void bare_uldivmod(struct parts *out, uint64_t value, uint64_t by);
void bare_ldivmod(struct parts *out, int64_t value, int64_t by);

uint32_t __aeabi_uidiv(uint32_t value, uint32_t by)
{
    return (uint32_t)divide(value, by).quotient;
}

int32_t __aeabi_idiv(int32_t value, int32_t by)
{
    return (int32_t)divide_signed(value, by).quotient;
}

/* The quotient in r0, the remainder in r1. */
uint64_t __aeabi_uidivmod(uint32_t value, uint32_t by)
{
    struct parts out = divide(value, by);
    return out.quotient | out.remainder << 32;
}

uint64_t __aeabi_idivmod(int32_t value, int32_t by)
{
    struct parts out = divide_signed(value, by);
    return (uint32_t)out.quotient | out.remainder << 32;
}

void bare_uldivmod(struct parts *out, uint64_t value, uint64_t by)
{
    *out = divide(value, by);
}

void bare_ldivmod(struct parts *out, int64_t value, int64_t by)
{
    *out = divide_signed(value, by);
}

/* r0-r1 by r2-r3; the quotient in r0-r1, the remainder in r2-r3, which no C
 * function can return. */
#define DIVMOD(name, inner)                                                    \
    __asm__("    .text\n"                                                      \
            "    .balign 4\n"                                                  \
            "    .arm\n"                                                       \
            "    .globl " name "\n"                                            \
            "    .type " name ", %function\n" name ":\n"                       \
            "    push {r4, lr}\n"                                              \
            "    sub sp, sp, #24\n"                                            \
            "    str r2, [sp]\n"                                               \
            "    str r3, [sp, #4]\n"                                           \
            "    mov r3, r1\n"                                                 \
            "    mov r2, r0\n"                                                 \
            "    add r0, sp, #8\n"                                             \
            "    bl " inner "\n"                                               \
            "    add r3, sp, #8\n"                                             \
            "    ldm r3, {r0, r1, r2, r3}\n"                                   \
            "    add sp, sp, #24\n"                                            \
            "    pop {r4, lr}\n"                                               \
            "    bx lr\n"                                                      \
            "    .size " name ", . - " name "\n" THUMB)
#ifdef __thumb__
#define THUMB "    .thumb\n"
#else
#define THUMB ""
#endif
DIVMOD("__aeabi_uldivmod", "bare_uldivmod");
DIVMOD("__aeabi_ldivmod", "bare_ldivmod");
