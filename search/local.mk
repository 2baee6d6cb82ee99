# Parts of search/ for the one Makefile.am.
libtuner_a_SOURCES += \
    %reldir%/arm.h \
    %reldir%/candidate.c \
    %reldir%/candidate.h \
    %reldir%/nogood.c \
    %reldir%/nogood.h \
    %reldir%/space.c \
    %reldir%/space.h \
    %reldir%/workload.h
