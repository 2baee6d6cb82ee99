bin_PROGRAMS += %reldir%/tuner
tuner_tuner_SOURCES = %reldir%/main.c
tuner_tuner_LDADD = $(TUNER_LIBS)

libtuner_a_SOURCES += \
    %reldir%/cmd_extract.c \
    %reldir%/command.c \
    %reldir%/command.h \
    %reldir%/commands.h \
    %reldir%/data.c \
    %reldir%/data.h \
    %reldir%/message.c \
    %reldir%/message.h \
    %reldir%/options.c \
    %reldir%/options.h
