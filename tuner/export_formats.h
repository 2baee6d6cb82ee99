/* SPDX-License-Identifier: MIT
 *
 * The formats, one in each export_<format>.c; see export.h.
 */
#ifndef TUNER_EXPORT_FORMATS_H
#define TUNER_EXPORT_FORMATS_H

struct export_format;

extern const struct export_format export_flags;
extern const struct export_format export_sh;
extern const struct export_format export_make;
extern const struct export_format export_json;
extern const struct export_format export_cmake;
extern const struct export_format export_cmake_preset;
extern const struct export_format export_meson;
extern const struct export_format export_meson_cross;
extern const struct export_format export_autoconf;
extern const struct export_format export_dpkg;
extern const struct export_format export_makepkg;
extern const struct export_format export_gentoo;
extern const struct export_format export_cargo;
extern const struct export_format export_yocto;
extern const struct export_format export_buildroot;
extern const struct export_format export_openwrt;
extern const struct export_format export_response;
extern const struct export_format export_conan;

#endif
