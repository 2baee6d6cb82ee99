/* SPDX-License-Identifier: MIT
 *
 * Tells what a process sees of its machine: hardware capabilities, uname,
 * MIDR, some files.  Output: chunks, each "@PATH HEXLENGTH\n" and as many
 * bytes; chunks of one path belong together.
 */
#include "start.h"

enum {
    AUX_PLATFORM = 15,
    AUX_HWCAP = 16,
    AUX_HWCAP2 = 26,
    HWCAP_CPUID_BIT = 11, /* AArch64: the kernel lets us read MIDR_EL1 */
    UNAME_FIELD = 65,
    UNAME_RELEASE = 2,
    UNAME_MACHINE = 4
};

static char buffer[4096];

/* volatile, or the compiler makes a call of strlen() of it. */
static long length_of(const char *text)
{
    const volatile char *at = text;
    while (*at)
        at++;
    return (long)(at - text);
}

static void put(const void *bytes, long count)
{
    call(WRITE, 1, (long)bytes, count);
}

static void put_hex(unsigned long value)
{
    char digits[2 * sizeof(value)];
    char *at = digits + sizeof(digits);
    do {
        *--at = "0123456789abcdef"[value & 15];
        value >>= 4;
    } while (value);
    put(at, (long)(digits + sizeof(digits) - at));
}

static void tell(const char *path, const void *bytes, long count)
{
    put("@", 1);
    put(path, length_of(path));
    put(" ", 1);
    put_hex((unsigned long)count);
    put("\n", 1);
    put(bytes, count);
}

static void tell_text(const char *path, const char *text)
{
    tell(path, text, length_of(text));
}

static void tell_file(const char *path)
{
    long file = call(OPEN, (long)path, 0, 0);
    long count;
    if (file < 0)
        return;
    while ((count = call(READ, file, (long)buffer, sizeof(buffer))) > 0)
        tell(path + 1, buffer, count);
}

static void tell_midr(void)
{
#ifdef __aarch64__
    unsigned long midr;
    __asm__("mrs %0, midr_el1" : "=r"(midr));
    tell("midr", &midr, sizeof(midr));
#endif
}

static void tell_vector(const unsigned long *at)
{
    for (; at[0]; at += 2) {
        if (at[0] == AUX_HWCAP || at[0] == AUX_HWCAP2)
            tell("proc/self/auxv", at, 2 * sizeof(*at));
        if (at[0] == AUX_PLATFORM)
            tell_text("platform", (const char *)at[1]);
        if (at[0] == AUX_HWCAP && (at[1] >> HWCAP_CPUID_BIT & 1))
            tell_midr();
    }
}

long agent_main(unsigned long *stack)
{
    unsigned long *at = stack + 1 + stack[0] + 1; /* behind the arguments */
    while (*at)
        at++; /* behind the environment */
    tell_vector(at + 1);
    if (call(UNAME, (long)buffer, 0, 0) == 0) {
        tell_text("sysname", buffer);
        tell_text("release", buffer + UNAME_RELEASE * UNAME_FIELD);
        tell_text("machine", buffer + UNAME_MACHINE * UNAME_FIELD);
    }
    tell_file("/proc/cpuinfo");
    tell_file("/proc/device-tree/model");
    tell_file("/sys/devices/system/cpu/online");
    tell_file("/sys/devices/system/cpu/present");
    return 0;
}
