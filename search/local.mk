# Parts of search/ for the one Makefile.am.
libtuner_a_SOURCES += \
    %reldir%/arm.h \
    %reldir%/candidate.c \
    %reldir%/candidate.h \
    %reldir%/confirm.h \
    %reldir%/extract.c \
    %reldir%/extract.h \
    %reldir%/measure.c \
    %reldir%/measure.h \
    %reldir%/nogood.c \
    %reldir%/nogood.h \
    %reldir%/object.c \
    %reldir%/object.h \
    %reldir%/protocol.c \
    %reldir%/protocol.h \
    %reldir%/race.c \
    %reldir%/race.h \
    %reldir%/runner.c \
    %reldir%/runner.h \
    %reldir%/runner_kinds.h \
    %reldir%/runner_local.c \
    %reldir%/space.c \
    %reldir%/space.h \
    %reldir%/throttle.c \
    %reldir%/throttle.h \
    %reldir%/throttle_runner.c \
    %reldir%/workload.c \
    %reldir%/workload.h \
    %reldir%/workload_core.h
