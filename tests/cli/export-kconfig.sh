#!/bin/sh
# SPDX-License-Identifier: MIT
# Fragments of Buildroot and OpenWrt, read by kconfig and make.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

need_tool make
# What Buildroot's package/Makefile.in does with its configuration.
cat >Makefile <<'END'
include .config
qstrip = $(strip $(subst ",,$(1)))
all:
	@printf '%s\n' '$(call qstrip,$(BR2_TARGET_OPTIMIZATION))'
	@printf '%s\n' '$(call qstrip,$(CONFIG_TARGET_OPTIMIZATION))'
END
export_of "$x86" buildroot >buildroot.config
export_of "$x86" openwrt >openwrt.config
cp buildroot.config .config
is 'Buildroot takes all but the level' \
    "$(make -s --no-print-directory | sed -n 1p)" "${flags#-O2 }"
like 'and the level as its own choice' "$(cat .config)" '^BR2_OPTIMIZE_2=y$'
cp openwrt.config .config
is 'OpenWrt takes all' "$(make -s --no-print-directory | sed -n 2p)" \
    "-pipe $flags"

if ! command -v kconfig-conf >/dev/null 2>&1; then
    skip 'kconfig reads them' 'no kconfig-conf'
    done_testing
    exit
fi
cat >Kconfig <<'END'
config BR2_TARGET_OPTIMIZATION
    string "Target Optimizations"
choice
    prompt "gcc optimization level"
    default BR2_OPTIMIZE_S
config BR2_OPTIMIZE_2
    bool "2"
config BR2_OPTIMIZE_S
    bool "size"
endchoice
END
cat >Kconfig.openwrt <<'END'
config DEVEL
    bool "Advanced configuration options (for developers)"
menuconfig TARGET_OPTIONS
    bool "Target Options" if DEVEL
config TARGET_OPTIMIZATION
    string "Target Optimizations" if TARGET_OPTIONS
    default "-Os -pipe"
END
cp buildroot.config .config
CONFIG_='' KCONFIG_CONFIG=.config kconfig-conf --olddefconfig Kconfig >log 2>&1
is 'kconfig keeps every line of Buildroot'\''s' \
    "$(grep '^BR2' .config | sort)" "$(grep '^BR2' buildroot.config | sort)"
cp openwrt.config .config
KCONFIG_CONFIG=.config kconfig-conf --olddefconfig Kconfig.openwrt >log 2>&1
is 'and of OpenWrt'\''s' "$(grep '^CONFIG' .config | sort)" \
    "$(grep '^CONFIG' openwrt.config | sort)"
done_testing
