# Parts of probes/ for the one Makefile.am.
libtuner_a_SOURCES += \
    %reldir%/agent.c \
    %reldir%/agent.h \
    %reldir%/blank.c \
    %reldir%/blank.h \
    %reldir%/board.c \
    %reldir%/board.h \
    %reldir%/catalogue.c \
    %reldir%/catalogue.h \
    %reldir%/check.c \
    %reldir%/check.h \
    %reldir%/compiler.c \
    %reldir%/compiler.h \
    %reldir%/compiler_machine.c \
    %reldir%/compiler_parts.h \
    %reldir%/compiler_files.c \
    %reldir%/compiler_files.h \
    %reldir%/cpu.c \
    %reldir%/cpu.h \
    %reldir%/cpu_arm.c \
    %reldir%/cpu_kinds.c \
    %reldir%/cpu_parts.h \
    %reldir%/cpu_x86.c \
    %reldir%/cpuinfo.c \
    %reldir%/cpuinfo.h \
    %reldir%/dimensions.c \
    %reldir%/dimensions.h \
    %reldir%/features.c \
    %reldir%/features.h \
    %reldir%/hwcap.c \
    %reldir%/listing.c \
    %reldir%/listing.h \
    %reldir%/machine.c \
    %reldir%/machine.h \
    %reldir%/macros.c \
    %reldir%/native.c \
    %reldir%/native.h \
    %reldir%/quota.c \
    %reldir%/quota.h \
    %reldir%/recommend.c \
    %reldir%/recommend.h \
    %reldir%/recommend_aarch64.c \
    %reldir%/recommend_arm.c \
    %reldir%/recommend_fits.c \
    %reldir%/recommend_parts.c \
    %reldir%/recommend_parts.h \
    %reldir%/recommend_x86.c \
    %reldir%/refusal.c \
    %reldir%/refusal.h \
    %reldir%/root.c \
    %reldir%/root.h \
    %reldir%/spelling.c \
    %reldir%/spelling.h \
    %reldir%/system.c \
    %reldir%/system.h \
    %reldir%/table.c \
    %reldir%/table.h \
    %reldir%/teller.c \
    %reldir%/teller.h \
    %reldir%/topology.c \
    %reldir%/topology.h \
    %reldir%/trial.c \
    %reldir%/trial.h \
    %reldir%/trial_words.c \
    %reldir%/words.c \
    %reldir%/words.h

# Compiled by the compilers that are probed, not by ours.
nobase_dist_pkgdata_DATA += \
    %reldir%/agent/bare.c \
    %reldir%/agent/hosted.c \
    %reldir%/agent/loops.h \
    %reldir%/agent/start.h \
    %reldir%/agent/tell.c
