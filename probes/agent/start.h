/* SPDX-License-Identifier: MIT
 *
 * Start, end and system calls of a program without libc, for Linux on ARM,
 * AArch64 and x86: what runs in it is what the flags under trial made, not
 * what a cross compiler's libc needs.  Numbers: Linux' unistd.h of each.
 *
 * The program defines agent_main(), which gets the initial stack (argument
 * count, arguments, environment, auxiliary vector) and returns the exit code.
 */
long agent_main(unsigned long *stack);

#if defined __x86_64__

enum { READ = 0, WRITE = 1, OPEN = 2, UNAME = 63 };

static __attribute__((unused)) long call(long number, long a, long b, long c)
{
    long result;
    __asm__ __volatile__("syscall"
                         : "=a"(result)
                         : "a"(number), "D"(a), "S"(b), "d"(c)
                         : "rcx", "r11", "memory");
    return result;
}

/* The stack is not aligned for a function at the entry. */
__asm__(".text\n .globl _start\n_start:\n"
        " movq %rsp, %rdi\n andq $-16, %rsp\n call agent_main\n"
        " movl %eax, %edi\n movl $60, %eax\n syscall\n");

#elif defined __i386__

enum { READ = 3, WRITE = 4, OPEN = 5, UNAME = 122 };

static __attribute__((unused)) long call(long number, long a, long b, long c)
{
    long result;
    __asm__ __volatile__("int $0x80"
                         : "=a"(result)
                         : "a"(number), "b"(a), "c"(b), "d"(c)
                         : "memory");
    return result;
}

__asm__(".text\n .globl _start\n_start:\n"
        " movl %esp, %eax\n andl $-16, %esp\n subl $12, %esp\n pushl %eax\n"
        " call agent_main\n movl %eax, %ebx\n movl $1, %eax\n int $0x80\n");

#elif defined __aarch64__

/* There is only openat(); AT_FDCWD is -100. */
enum { READ = 63, WRITE = 64, OPEN = 56, UNAME = 160 };

static __attribute__((unused)) long call(long number, long a, long b, long c)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = number == OPEN ? -100 : a;
    register long x1 __asm__("x1") = number == OPEN ? a : b;
    register long x2 __asm__("x2") = number == OPEN ? b : c;
    register long x3 __asm__("x3") = 0;
    __asm__ __volatile__("svc #0"
                         : "+r"(x0)
                         : "r"(x8), "r"(x1), "r"(x2), "r"(x3)
                         : "memory");
    return x0;
}

__asm__(".text\n .globl _start\n_start:\n"
        " mov x0, sp\n bl agent_main\n mov x8, #93\n svc #0\n");

#elif defined __arm__

enum { READ = 3, WRITE = 4, OPEN = 5, UNAME = 122 };

/* Thumb may keep its frame in r7, so that the number travels in r3. */
static __attribute__((unused)) long call(long number, long a, long b, long c)
{
    register long r0 __asm__("r0") = a;
    register long r1 __asm__("r1") = b;
    register long r2 __asm__("r2") = c;
    register long r3 __asm__("r3") = number;
    __asm__ __volatile__("push {r7}\n mov r7, r3\n svc #0\n pop {r7}"
                         : "+r"(r0)
                         : "r"(r1), "r"(r2), "r"(r3)
                         : "memory");
    return r0;
}

/* In ARM state and with an instruction that older architectures have not:
 * read as 16-bit Thumb, newer code jumps about instead of stopping. */
#if __ARM_ARCH >= 7
#define AGENT_LEVEL " movw r1, #0\n"
#else
#define AGENT_LEVEL ""
#endif
#ifdef __thumb__
#define AGENT_STATE " .thumb\n"
#else
#define AGENT_STATE ""
#endif
__asm__(".text\n .balign 4\n .arm\n .globl _start\n"
        " .type _start, %function\n_start:\n mov r0, sp\n" AGENT_LEVEL
        " bl agent_main\n mov r7, #1\n svc #0\n" AGENT_STATE);

#endif
