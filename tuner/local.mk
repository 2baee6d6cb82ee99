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

dist_man1_MANS = %reldir%/tuner.1
EXTRA_DIST += %reldir%/completion.bash

# bash looks for a file named after the program.
completionsdir = $(datadir)/bash-completion/completions
install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(completionsdir)'
	$(INSTALL_DATA) '$(srcdir)/%reldir%/completion.bash' \
	    '$(DESTDIR)$(completionsdir)/tuner'
uninstall-local:
	rm -f '$(DESTDIR)$(completionsdir)/tuner'
