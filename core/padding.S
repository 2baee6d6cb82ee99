/* SPDX-License-Identifier: MIT
 *
 * Nothing but PADDING bytes of code section. Linked before the units, it
 * moves their code, so that a gain can be told from a lucky address. Units
 * compiled with -falign-functions=N stay at multiples of N whatever comes
 * before them; use it where that flag is not given.
 */
#ifndef PADDING
#define PADDING 0
#endif
    .text
    .balign 64
    .skip PADDING
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
