# Parts of db/ for the one Makefile.am.
libtuner_a_SOURCES += \
    %reldir%/flag.c \
    %reldir%/flag.h \
    %reldir%/grammar.c \
    %reldir%/grammar.h \
    %reldir%/record.h \
    %reldir%/signature.h
