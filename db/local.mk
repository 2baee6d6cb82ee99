# Parts of db/ for the one Makefile.am.
libtuner_a_SOURCES += \
    %reldir%/flag.c \
    %reldir%/flag.h \
    %reldir%/grammar.c \
    %reldir%/grammar.h \
    %reldir%/record.c \
    %reldir%/record.h \
    %reldir%/record_check.c \
    %reldir%/record_check.h \
    %reldir%/record_figures.c \
    %reldir%/record_figures.h \
    %reldir%/record_rules.c \
    %reldir%/record_rules.h \
    %reldir%/record_shape.c \
    %reldir%/record_shape.h \
    %reldir%/record_stats.c \
    %reldir%/record_stats.h \
    %reldir%/record_upgrade.c \
    %reldir%/record_upgrade.h \
    %reldir%/record_values.c \
    %reldir%/record_values.h \
    %reldir%/shape.c \
    %reldir%/shape.h \
    %reldir%/shape_rule.c \
    %reldir%/shape_rule.h \
    %reldir%/signature.c \
    %reldir%/signature.h \
    %reldir%/store.c \
    %reldir%/store.h
