# Parts of probes/ for the one Makefile.am.
libtuner_a_SOURCES += \
    %reldir%/refusal.h
