/* SPDX-License-Identifier: MIT
 *
 * The references once more, under other names and in one piece. Whatever
 * implementation the command line names is not for this file.
 */
#define salsa20_start reference_salsa20_start
#define salsa20_take_key reference_salsa20_take_key
#define salsa20_xor reference_salsa20_xor
#define hsalsa20 reference_hsalsa20
#define xsalsa20_start reference_xsalsa20_start
#define chacha20_start reference_chacha20_start
#define chacha20_take_key reference_chacha20_take_key
#define chacha20_xor reference_chacha20_xor
#define poly1305_authenticate reference_poly1305_authenticate
#define poly1305_parts reference_poly1305_parts
#define secretbox_seal reference_secretbox_seal
#define secretbox_open reference_secretbox_open
#define chacha20poly1305_seal reference_chacha20poly1305_seal
#define chacha20poly1305_open reference_chacha20poly1305_open
#define switch_init reference_switch_init
#define switch_add_peer reference_switch_add_peer
#define switch_set_state reference_switch_set_state
#define switch_receive reference_switch_receive
#define switch_expire reference_switch_expire
#define switch_bits reference_switch_bits
#define switch_director reference_switch_director

#undef SALSA20_IMPLEMENTATION
#undef CHACHA20_IMPLEMENTATION
#undef POLY1305_IMPLEMENTATION
#undef SWITCH_IMPLEMENTATION

/* NOLINTBEGIN(bugprone-suspicious-include): one file, other names. */
#include "chacha20.c"
#include "chacha20poly1305.c"
#include "poly1305.c"
#include "salsa20.c"
#include "secretbox.c"
#include "switch.c"
#include "xsalsa20.c"
/* NOLINTEND(bugprone-suspicious-include) */
