# Tests speak TAP. A unit test is one program a module, built with Check.
if HAVE_CHECK
UNIT_TESTS = \
    %reldir%/unit/base

check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
endif

UNIT_LDADD = $(TUNER_LIBS) $(CHECK_LIBS)
UNIT_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)

tests_unit_base_SOURCES = %reldir%/unit/base.c %reldir%/unit/tap.h
tests_unit_base_CFLAGS = $(UNIT_CFLAGS)
tests_unit_base_LDADD = $(UNIT_LDADD)

CLI_TESTS = \
    %reldir%/cli/tuner-usage.sh

TESTS += $(CLI_TESTS)
EXTRA_DIST += $(CLI_TESTS) %reldir%/cli/lib.sh
