/* SPDX-License-Identifier: MIT
 *
 * C texts for trials.  They must be free of warnings under -Wall -Wextra, so
 * that what a compiler says is about the flags.
 */
#include <config.h>

#include "probes/trial_source.h"

#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "probes/catalogue.h"
#include "probes/features.h"

/* Sums are exact in binary, so that contraction to fused multiply-add and
 * reordering change nothing. */
static const char loops[] =
    "static float tuner_x[32], tuner_y[32];\n"
    "static unsigned tuner_u[32];\n"
    "double tuner_scale(double a, float b);\n"
    "double tuner_scale(double a, float b) { return a * b + 0.5; }\n"
    "float tuner_axpy(float a, int n);\n"
    "float tuner_axpy(float a, int n)\n"
    "{\n"
    "    float sum = 0;\n"
    "    int i;\n"
    "    for (i = 0; i < n; i++) {\n"
    "        tuner_x[i] = (float)i;\n"
    "        tuner_y[i] = a * tuner_x[i] + 2.0f;\n"
    "    }\n"
    "    for (i = 0; i < n; i++)\n"
    "        sum += tuner_y[i];\n"
    "    return sum;\n"
    "}\n"
    "unsigned tuner_rotate(unsigned seed, int n);\n"
    "unsigned tuner_rotate(unsigned seed, int n)\n"
    "{\n"
    "    unsigned sum = 0;\n"
    "    int i;\n"
    "    for (i = 0; i < n; i++)\n"
    "        tuner_u[i] = seed + (unsigned)i * 0x01234567u;\n"
    "    for (i = 0; i < n; i++)\n"
    "        tuner_u[i] = tuner_u[i] << 7 | tuner_u[i] >> 25;\n"
    "    for (i = 0; i < n; i++)\n"
    "        sum ^= tuner_u[i];\n"
    "    return sum;\n"
    "}\n"
    "static volatile int tuner_n = 32;\n"
    "static int tuner_check(void)\n"
    "{\n"
    "    int n = tuner_n;\n"
    "    int bad = tuner_scale(n, 2.0f) != 64.5;\n"
    "    bad |= tuner_axpy((float)n / 16, n) != 1056.0f;\n"
    "    bad |= tuner_rotate(0x89abcdf0u, n) != 0xf90a1002u;\n"
    "    return bad ? 3 : 0;\n"
    "}\n";

static const char hosted_main[] = "int main(void)\n"
                                  "{\n"
                                  "    int code = tuner_check();\n"
                                  "    printf(\"%d\\n\", code);\n"
                                  "    return code;\n"
                                  "}\n";

/* Each system's way to start and to end without a libc.  The stack is not
 * aligned for a function at the entry of x86. */
static const char entry[] =
    "int tuner_main(void);\n"
    "int tuner_main(void) { tuner_features(); return tuner_check(); }\n"
    "#if defined __x86_64__\n"
    "__asm__(\".globl _start\\n_start: xorl %ebp, %ebp\\n\"\n"
    "        \" andq $-16, %rsp\\n call tuner_main\\n movl %eax, %edi\\n\"\n"
    "        \" movl $60, %eax\\n syscall\\n\");\n"
    "#elif defined __i386__\n"
    "__asm__(\".globl _start\\n_start: xorl %ebp, %ebp\\n\"\n"
    "        \" andl $-16, %esp\\n call tuner_main\\n movl %eax, %ebx\\n\"\n"
    "        \" movl $1, %eax\\n int $0x80\\n\");\n"
    "#elif defined __aarch64__\n"
    "__asm__(\".globl _start\\n_start: bl tuner_main\\n mov x8, #93\\n\"\n"
    "        \" svc #0\\n\");\n"
    "#elif defined __arm__\n"
    /* In ARM state, and with an instruction that older architectures have
     * not: read as 16-bit Thumb, newer code jumps about instead of
     * stopping. */
    "#if __ARM_ARCH >= 7\n"
    "#define TUNER_LEVEL \" movw r0, #0\\n\"\n"
    "#else\n"
    "#define TUNER_LEVEL \"\"\n"
    "#endif\n"
    "#ifdef __thumb__\n"
    "#define TUNER_STATE \".thumb\\n\"\n"
    "#else\n"
    "#define TUNER_STATE \"\"\n"
    "#endif\n"
    "__asm__(\".text\\n .balign 4\\n .arm\\n .globl _start\\n\"\n"
    "        \" .type _start, %function\\n_start:\\n\" TUNER_LEVEL\n"
    "        \" bl tuner_main\\n mov r7, #1\\n svc #0\\n\" TUNER_STATE);\n"
    "#endif\n";

void trial_source_hosted(struct str *out)
{
    str_add(out, "#include <stdio.h>\n");
    str_add(out, loops);
    str_add(out, hosted_main);
}

static void quote(struct str *out, const char *instruction)
{
    for (; *instruction; instruction++) {
        if (*instruction == '"' || *instruction == '\\')
            str_add_char(out, '\\');
        str_add_char(out, *instruction);
    }
}

/* Functions of their own, never inlined: the instructions may change any
 * register that a callee may. */
static void add_function(struct str *out, const struct catalogue *catalogue,
                         size_t row)
{
    str_addf(out,
             "#ifdef %s\n"
             "static __attribute__((noinline)) void tuner_f%zu(void)\n"
             "{\n    __asm__ __volatile__(\"",
             features_cell(catalogue, row, "macro"), row);
    quote(out, features_cell(catalogue, row, "instruction"));
    str_add(out, "\");\n}\n#endif\n");
}

static bool has_instruction(const struct catalogue *catalogue, size_t row,
                            const char *isa)
{
    return strcmp(features_cell(catalogue, row, "isa"), isa) == 0 &&
           *features_cell(catalogue, row, "instruction");
}

void trial_source_bare(const struct catalogue *catalogue, const char *isa,
                       struct str *out)
{
    str_add(out, loops);
    for (size_t i = 0; i < catalogue->features.rows; i++)
        if (has_instruction(catalogue, i, isa))
            add_function(out, catalogue, i);
    str_add(out, "static void tuner_features(void)\n{\n");
    for (size_t i = 0; i < catalogue->features.rows; i++)
        if (has_instruction(catalogue, i, isa))
            str_addf(out, "#ifdef %s\n    tuner_f%zu();\n#endif\n",
                     features_cell(catalogue, i, "macro"), i);
    str_add(out, "}\n");
    str_add(out, entry);
}
