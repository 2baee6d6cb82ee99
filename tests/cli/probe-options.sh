#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tuner probe: its options, its mistakes, and machines that show nothing.

. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

plan 25

run "$TUNER" probe --json --cc "$TEST_CC"
is 'probes this machine' "$status" 0
like 'names the board' "$(json out board.id)" '^[a-z0-9][a-z0-9_-]*$'
like 'says how sure it is' "$(json out cpu.confidence)" \
    '^(exact|partial|unknown)$'
like 'has the compiler in full' "$(json out compiler.path)" '^/'
like 'has its version' "$(json out compiler.version)" '^[0-9]+\.[0-9]+\.[0-9]+$'
unlike 'never recommends native' "$(json out flags)" native

run "$TUNER" probe --no-compiler --json
is 'works without a compiler' "$status" 0
is 'then there is none' "$(json out compiler)" null
is 'and no flags' "$(json out flags.#)" 0

# No compiler at all on the machine is no failure, a wrong --cc is one.
mkdir empty-path
run env PATH="$work/empty-path" "$TUNER" probe --json
is 'a machine without a compiler is an answer' "$status" 0
like 'and it says so' "$(json out notes)" "no compiler 'cc'"
fails_with 'a compiler that is not there' 1 \
    "^tuner: there is no compiler 'no-such-cc'" "$TUNER" probe --cc no-such-cc
fails_with 'a program that is no compiler' 1 'is no C compiler' \
    "$TUNER" probe --cc true
fails_with 'a root that is not there' 1 "no folder 'nowhere'" \
    "$TUNER" probe --root nowhere --no-compiler
fails_with 'a runner and a root' 2 'neither --root nor' \
    "$TUNER" probe --runner env --root .

mkdir -p bare/proc
run "$TUNER" probe --json --root bare --no-compiler
is 'an empty root is an answer' "$status" 0
is 'that nothing is known' "$(json out board.id) $(json out cpu.confidence)" \
    'unknown unknown'

# 4096 CPUs, and more text than fits any buffer.
mkdir -p huge/proc
awk 'BEGIN { for (i = 0; i < 4096; i++) printf("processor\t: %d\n" \
    "Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 cpuid\n" \
    "CPU implementer\t: 0x41\nCPU part\t: 0xd08\n\n", i) }' >huge/proc/cpuinfo
run "$TUNER" probe --json --root huge --no-compiler
is 'counts 4096 CPUs' "$(json out cpu.kinds.0.cpus.#)" 4096

# Recording: what is private does not get into it.
mkdir -p secret/proc/sys/kernel secret/proc/device-tree
cat >secret/proc/cpuinfo <<'TEXT'
processor	: 0
Features	: half thumb fastmult vfp edsp neon vfpv3 tls
CPU implementer	: 0x41
CPU architecture: 7
CPU part	: 0xc08

Hardware	: Generic AM33XX
Serial		: 1234BBBK5678
TEXT
echo workstation7 >secret/proc/sys/kernel/hostname
echo '#1 SMP on workstation7 eth0 00:16:3e:ab:cd:ef' \
    >secret/proc/sys/kernel/version
printf 'TI AM335x BeagleBone Black\0' >secret/proc/device-tree/model
run "$TUNER" probe --root secret --capture copy --no-compiler
is 'records a machine' "$status" 0
like 'and says so' "$(cat err)" "4 files of this machine are in 'copy'"
is 'no serial number, address or host name is left' \
    "$(grep -rlE '1234BBBK|3e:ab|workstation7' copy)" ''
run "$TUNER" probe --json --root copy --no-compiler
is 'the record replays' "$(json out board.id) $(json out cpu.kinds.0.core)" \
    'beaglebone-black cortex-a8'
fails_with 'a folder in use is not written to' 1 'is there already' \
    "$TUNER" probe --root secret --capture copy --no-compiler
run "$TUNER" probe --capture live --no-compiler
is 'records the live machine' "$status" 0
unlike 'without its name' "$(cat live/uname)" "$(hostname 2>/dev/null || echo .)"
