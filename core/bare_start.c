/* SPDX-License-Identifier: MIT
 *
 * Start, end, clocks and memory from the kernel, see bare.h.
 */
#include "bare.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv);
_Noreturn void bare_main(long *stack);

/* Thumb code may keep its frame in r7, the place of the number, so that this
 * is a function of its own in ARM state. */
__asm__("    .text\n"
        "    .balign 4\n"
        "    .arm\n"
        "    .globl bare_call\n"
        "    .type bare_call, %function\n"
        "bare_call:\n"
        "    push {r4, r5, r7, lr}\n"
        "    mov r7, r0\n"
        "    ldm r1, {r0, r1, r2, r3, r4, r5}\n"
        "    svc #0\n"
        "    pop {r4, r5, r7, lr}\n"
        "    bx lr\n"
        "    .size bare_call, . - bare_call\n"
        "    .globl _start\n"
        "    .type _start, %function\n"
        "_start:\n"
        "    mov fp, #0\n"
        "    mov lr, #0\n"
        "    mov r0, sp\n"
        "    bic sp, sp, #15\n"
        "    bl bare_main\n"
        "    .size _start, . - _start\n"
#ifdef __thumb__
        "    .thumb\n"
#endif
);

_Noreturn void bare_main(long *stack)
{
    long arguments[6] = {main((int)stack[0], (char **)(stack + 1))};
    for (;;)
        bare_call(BARE_EXIT_GROUP, arguments);
}

_Noreturn void abort(void)
{
    enum { ABORTED = 134 };
    long arguments[6] = {ABORTED};
    for (;;)
        bare_call(BARE_EXIT_GROUP, arguments);
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    long arguments[6] = {clock, (long)time};
    return bare_call(BARE_CLOCK_GETTIME, arguments) < 0 ? -1 : 0;
}

/* Every block is a mapping of its own; its size stands before it. */
enum { HEAD = 64, READ_WRITE = 3, PRIVATE_ANONYMOUS = 0x22, HIGHEST = -4096 };

void *malloc(size_t size)
{
    long arguments[6] = {
        0, (long)(size + HEAD), READ_WRITE, PRIVATE_ANONYMOUS, -1, 0};
    long place = bare_call(BARE_MMAP2, arguments);
    if ((unsigned long)place > (unsigned long)HIGHEST || size + HEAD < size)
        return NULL;
    *(size_t *)place = size + HEAD;
    return (char *)place + HEAD;
}

void free(void *block)
{
    if (!block)
        return;
    char *place = (char *)block - HEAD;
    long arguments[6] = {(long)place, (long)*(size_t *)place};
    bare_call(BARE_MUNMAP, arguments);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (alignment > HEAD)
        return EINVAL;
    *block = malloc(size);
    return *block ? 0 : ENOMEM;
}
