/* SPDX-License-Identifier: MIT
 *
 * What the driver needs of a libc, for Linux on 32-bit ARM, where a cross
 * compiler's own libc is often built for a newer processor than the one that
 * the core is tuned for: Debian's for armhf is ARMv7, and stops on an ARM1176.
 * Linked in its place with -nostdlib; compiled like the driver.
 *
 * Only what the core calls is here. Nothing is thread-safe.
 */
#ifndef CORE_BARE_H
#define CORE_BARE_H

/* Numbers of the EABI, as in Linux' arch/arm/tools/syscall.tbl. */
enum bare_number {
    BARE_READ = 3,
    BARE_WRITE = 4,
    BARE_MUNMAP = 91,
    BARE_MMAP2 = 192,
    BARE_EXIT_GROUP = 248,
    BARE_CLOCK_GETTIME = 263,
};

/* A system call; the arguments that it has not are ignored. Negative: an
 * error number. */
long bare_call(long number, const long arguments[6]);

#endif
