# Parts of db/ for the one Makefile.am.
libtuner_a_SOURCES += \
    %reldir%/grammar.h \
    %reldir%/record.h \
    %reldir%/signature.h
