/* SPDX-License-Identifier: MIT
 *
 * What Meson's native and cross files have in common.
 */
#ifndef TUNER_EXPORT_MESON_H
#define TUNER_EXPORT_MESON_H

struct export_input;
struct str;

/* The section [built-in options], where Meson wants flags as lists of
 * strings; c_args in [properties] would be ignored (mesonbuild/meson#4767). */
void export_meson_options(const struct export_input *input, struct str *out);

#endif
