# Tests speak TAP.  A unit test is one program a module, built with Check from
# tests/unit/<module>.c; a command line test is one script.  One line each.
UNIT_TESTS =
UNIT_TESTS += %reldir%/unit/arrival
UNIT_TESTS += %reldir%/unit/board
UNIT_TESTS += %reldir%/unit/build_output
UNIT_TESTS += %reldir%/unit/child
UNIT_TESTS += %reldir%/unit/child_hostile
UNIT_TESTS += %reldir%/unit/clock
UNIT_TESTS += %reldir%/unit/combinations
UNIT_TESTS += %reldir%/unit/compile_lines
UNIT_TESTS += %reldir%/unit/confirm
UNIT_TESTS += %reldir%/unit/core_switch
UNIT_TESTS += %reldir%/unit/counter
UNIT_TESTS += %reldir%/unit/cpu
UNIT_TESTS += %reldir%/unit/cpuinfo
UNIT_TESTS += %reldir%/unit/digest
UNIT_TESTS += %reldir%/unit/dimensions
UNIT_TESTS += %reldir%/unit/error
UNIT_TESTS += %reldir%/unit/export
UNIT_TESTS += %reldir%/unit/extract
UNIT_TESTS += %reldir%/unit/file
UNIT_TESTS += %reldir%/unit/flag
UNIT_TESTS += %reldir%/unit/grammar
UNIT_TESTS += %reldir%/unit/index
UNIT_TESTS += %reldir%/unit/journal
UNIT_TESTS += %reldir%/unit/json
UNIT_TESTS += %reldir%/unit/landscape
UNIT_TESTS += %reldir%/unit/lookup
UNIT_TESTS += %reldir%/unit/map
UNIT_TESTS += %reldir%/unit/measure
UNIT_TESTS += %reldir%/unit/object
UNIT_TESTS += %reldir%/unit/pattern
UNIT_TESTS += %reldir%/unit/minimise
UNIT_TESTS += %reldir%/unit/planner
UNIT_TESTS += %reldir%/unit/pool
UNIT_TESTS += %reldir%/unit/printable
UNIT_TESTS += %reldir%/unit/probe_texts
UNIT_TESTS += %reldir%/unit/proof
UNIT_TESTS += %reldir%/unit/quote
UNIT_TESTS += %reldir%/unit/race
UNIT_TESTS += %reldir%/unit/record
UNIT_TESTS += %reldir%/unit/record_hostile
UNIT_TESTS += %reldir%/unit/rng
UNIT_TESTS += %reldir%/unit/runner
UNIT_TESTS += %reldir%/unit/runner_remote
UNIT_TESTS += %reldir%/unit/screen
UNIT_TESTS += %reldir%/unit/selftest
UNIT_TESTS += %reldir%/unit/settings
UNIT_TESTS += %reldir%/unit/space
UNIT_TESTS += %reldir%/unit/stats
UNIT_TESTS += %reldir%/unit/store
UNIT_TESTS += %reldir%/unit/str
UNIT_TESTS += %reldir%/unit/strategy
UNIT_TESTS += %reldir%/unit/strvec
UNIT_TESTS += %reldir%/unit/svg
UNIT_TESTS += %reldir%/unit/system
UNIT_TESTS += %reldir%/unit/temporary
UNIT_TESTS += %reldir%/unit/text_style
UNIT_TESTS += %reldir%/unit/tradeoff
UNIT_TESTS += %reldir%/unit/tree
UNIT_TESTS += %reldir%/unit/throttle
UNIT_TESTS += %reldir%/unit/trial
UNIT_TESTS += %reldir%/unit/turn
UNIT_TESTS += %reldir%/unit/verify
UNIT_TESTS += %reldir%/unit/wording
UNIT_TESTS += %reldir%/unit/workload_core
UNIT_TESTS += %reldir%/unit/workload_file
UNIT_TESTS += %reldir%/unit/workload_program

# Parsers under hostile input; see tests/fuzz/fuzz.h.
FUZZ_TESTS =
FUZZ_TESTS += %reldir%/fuzz/agent
FUZZ_TESTS += %reldir%/fuzz/answers
FUZZ_TESTS += %reldir%/fuzz/build_files
FUZZ_TESTS += %reldir%/fuzz/compiler_texts
FUZZ_TESTS += %reldir%/fuzz/extract
FUZZ_TESTS += %reldir%/fuzz/files
FUZZ_TESTS += %reldir%/fuzz/index
FUZZ_TESTS += %reldir%/fuzz/json
FUZZ_TESTS += %reldir%/fuzz/ledger
FUZZ_TESTS += %reldir%/fuzz/machine_texts
FUZZ_TESTS += %reldir%/fuzz/quote
FUZZ_TESTS += %reldir%/fuzz/record
FUZZ_TESTS += %reldir%/fuzz/serve
FUZZ_TESTS += %reldir%/fuzz/settings
FUZZ_TESTS += %reldir%/fuzz/words
FUZZ_TESTS += %reldir%/fuzz/workload

CLI_TESTS =
CLI_TESTS += %reldir%/cli/auto-boards.sh
CLI_TESTS += %reldir%/cli/auto-compilers.sh
CLI_TESTS += %reldir%/cli/auto-hostile.sh
CLI_TESTS += %reldir%/cli/auto-kinds.sh
CLI_TESTS += %reldir%/cli/auto-program.sh
CLI_TESTS += %reldir%/cli/auto-replaced.sh
CLI_TESTS += %reldir%/cli/auto-search.sh
CLI_TESTS += %reldir%/cli/auto-size.sh
CLI_TESTS += %reldir%/cli/auto-slow.sh
CLI_TESTS += %reldir%/cli/auto-stop.sh
CLI_TESTS += %reldir%/cli/auto-two.sh
CLI_TESTS += %reldir%/cli/auto-user.sh
CLI_TESTS += %reldir%/cli/bench-verdicts.sh
CLI_TESTS += %reldir%/cli/case-a01-wrong-board.sh
CLI_TESTS += %reldir%/cli/case-a02-small-gain.sh
CLI_TESTS += %reldir%/cli/case-a03-conflict-in-record.sh
CLI_TESTS += %reldir%/cli/case-a04-conflict-costs.sh
CLI_TESTS += %reldir%/cli/case-a05-warning-is-refusal.sh
CLI_TESTS += %reldir%/cli/case-a06-typing-mistake.sh
CLI_TESTS += %reldir%/cli/case-a07-native-crashes.sh
CLI_TESTS += %reldir%/cli/case-a08-features-not-names.sh
CLI_TESTS += %reldir%/cli/case-a09-neon-on-armv6.sh
CLI_TESTS += %reldir%/cli/case-a10-32-bit-system.sh
CLI_TESTS += %reldir%/cli/case-a11-two-metrics.sh
CLI_TESTS += %reldir%/cli/case-a12-two-kinds.sh
CLI_TESTS += %reldir%/cli/case-a13-two-compilers.sh
CLI_TESTS += %reldir%/cli/case-a14-vector-slower.sh
CLI_TESTS += %reldir%/cli/case-a15-nothing-to-gain.sh
CLI_TESTS += %reldir%/cli/case-a18-out-of-memory.sh
CLI_TESTS += %reldir%/cli/case-a20-faster-and-wrong.sh
CLI_TESTS += %reldir%/cli/case-a21-resume.sh
CLI_TESTS += %reldir%/cli/case-a22-plan-first.sh
CLI_TESTS += %reldir%/cli/case-a25-native-stays.sh
CLI_TESTS += %reldir%/cli/case-a26-shared-builds.sh
CLI_TESTS += %reldir%/cli/check-clang.sh
CLI_TESTS += %reldir%/cli/check-flags.sh
CLI_TESTS += %reldir%/cli/check-targets.sh
CLI_TESTS += %reldir%/cli/core-faults.sh
CLI_TESTS += %reldir%/cli/core-serve.sh
CLI_TESTS += %reldir%/cli/core-verify.sh
CLI_TESTS += %reldir%/cli/db-boards.sh
CLI_TESTS += %reldir%/cli/db-commit.sh
CLI_TESTS += %reldir%/cli/db-hostile.sh
CLI_TESTS += %reldir%/cli/db-kill.sh
CLI_TESTS += %reldir%/cli/db-merge.sh
CLI_TESTS += %reldir%/cli/db-records.sh
CLI_TESTS += %reldir%/cli/export-autoconf.sh
CLI_TESTS += %reldir%/cli/export-cargo.sh
CLI_TESTS += %reldir%/cli/export-cmake.sh
CLI_TESTS += %reldir%/cli/export-dpkg.sh
CLI_TESTS += %reldir%/cli/export-formats.sh
CLI_TESTS += %reldir%/cli/export-kconfig.sh
CLI_TESTS += %reldir%/cli/export-machine.sh
CLI_TESTS += %reldir%/cli/export-make.sh
CLI_TESTS += %reldir%/cli/export-makepkg.sh
CLI_TESTS += %reldir%/cli/export-meson.sh
CLI_TESTS += %reldir%/cli/export-others.sh
CLI_TESTS += %reldir%/cli/export-quoting.sh
CLI_TESTS += %reldir%/cli/export-response.sh
CLI_TESTS += %reldir%/cli/export-verify.sh
CLI_TESTS += %reldir%/cli/extract-presets.sh
CLI_TESTS += %reldir%/cli/extract-values.sh
CLI_TESTS += %reldir%/cli/fault-commit.sh
CLI_TESTS += %reldir%/cli/fault-db.sh
CLI_TESTS += %reldir%/cli/fault-export.sh
CLI_TESTS += %reldir%/cli/init-folders.sh
CLI_TESTS += %reldir%/cli/kill-auto.sh
CLI_TESTS += %reldir%/cli/probe-boards.sh
CLI_TESTS += %reldir%/cli/probe-options.sh
CLI_TESTS += %reldir%/cli/probe-runner.sh
CLI_TESTS += %reldir%/cli/report-formats.sh
CLI_TESTS += %reldir%/cli/report-page.sh
CLI_TESTS += %reldir%/cli/report-plot.sh
CLI_TESTS += %reldir%/cli/report-site.sh
CLI_TESTS += %reldir%/cli/runner-ssh.sh
CLI_TESTS += %reldir%/cli/selftest-replay.sh
CLI_TESTS += %reldir%/cli/trouble-clock.sh
CLI_TESTS += %reldir%/cli/trouble-disk.sh
CLI_TESTS += %reldir%/cli/trouble-kernel.sh
CLI_TESTS += %reldir%/cli/trouble-limits.sh
CLI_TESTS += %reldir%/cli/trouble-locale.sh
CLI_TESTS += %reldir%/cli/trouble-parents.sh
CLI_TESTS += %reldir%/cli/trouble-streams.sh
CLI_TESTS += %reldir%/cli/tuner-documents.sh
CLI_TESTS += %reldir%/cli/tuner-usage.sh

# Without a _SOURCES of its own, a program is built from <name>.c.
LDADD = $(FUZZ_MAIN) $(TUNER_LIBS) $(CHECK_LIBS)

check_PROGRAMS += %reldir%/cli/json_get
check_PROGRAMS += %reldir%/cli/quote_as

# A compiler for tests of whole searches; see its source.  What it makes is run
# within a limit of memory, which a sanitizer's shadow memory would break.
check_PROGRAMS += %reldir%/fake/fakecc
%canon_reldir%_fake_fakecc_SOURCES = \
	%reldir%/fake/fakecc.c %reldir%/fake/program.c %reldir%/fake/program.h
%canon_reldir%_fake_fakecc_CFLAGS = $(STD_CFLAGS) $(WARN_CFLAGS)
%canon_reldir%_fake_fakecc_LDFLAGS =
%canon_reldir%_fake_fakecc_LDADD =

# Tests of the search share a workload with a known response surface.
FAKE_WORKLOAD = %reldir%/unit/fake_workload.c %reldir%/unit/fake_workload.h
tests_unit_core_switch_SOURCES = %reldir%/unit/core_switch.c core/switch.c
tests_unit_minimise_SOURCES = %reldir%/unit/minimise.c $(FAKE_WORKLOAD) \
    %reldir%/unit/plan_rig.h
tests_unit_planner_SOURCES = %reldir%/unit/planner.c $(FAKE_WORKLOAD) \
    %reldir%/unit/plan_rig.h
tests_unit_proof_SOURCES = %reldir%/unit/proof.c $(FAKE_WORKLOAD)
tests_unit_screen_SOURCES = %reldir%/unit/screen.c $(FAKE_WORKLOAD)
tests_unit_space_SOURCES = %reldir%/unit/space.c $(FAKE_WORKLOAD)
tests_unit_strategy_SOURCES = %reldir%/unit/strategy.c $(FAKE_WORKLOAD)

MUTATE_JSON = %reldir%/fuzz/mutate_json.c %reldir%/fuzz/mutate_json.h
tests_fuzz_json_SOURCES = %reldir%/fuzz/json.c $(MUTATE_JSON)
tests_fuzz_ledger_SOURCES = %reldir%/fuzz/ledger.c $(FAKE_WORKLOAD) \
    $(MUTATE_JSON)
tests_fuzz_record_SOURCES = %reldir%/fuzz/record.c $(MUTATE_JSON)

if HAVE_CHECK
check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
endif

# A target's main comes from libFuzzer or from replay.c.
EXTRA_PROGRAMS = $(FUZZ_TESTS)
CLEANFILES += $(FUZZ_TESTS)
.PHONY: fuzzers
fuzzers: $(FUZZ_TESTS)
if FUZZING
FUZZ_MAIN = $(FUZZ_ENGINE)
else
check_PROGRAMS += $(FUZZ_TESTS)
TESTS += $(FUZZ_TESTS)
FUZZ_MAIN = %reldir%/fuzz/libreplay.a
check_LIBRARIES = %reldir%/fuzz/libreplay.a
tests_fuzz_libreplay_a_SOURCES = \
    %reldir%/fuzz/fuzz.h \
    %reldir%/fuzz/replay.c
endif
TESTS += $(CLI_TESTS)

# To be preloaded, so no program and no library of ours.
check_DATA = $(PRELOADED)
PRELOADED =
PRELOADED += %reldir%/fault/clock.so
PRELOADED += %reldir%/fault/fault.so
PRELOADED += %reldir%/fault/memory.so
CLEANFILES += $(PRELOADED)
$(PRELOADED): %reldir%/fault/%.so: %reldir%/fault/%.c %reldir%/fault/callers.h
	$(AM_V_CC)$(MKDIR_P) %reldir%/fault && \
	    $(CC) $(STD_CFLAGS) $(WARN_CFLAGS) $(CFLAGS) -fPIC -shared \
	    -o $@ '$(srcdir)'/%reldir%/fault/$*.c -ldl

EXTRA_DIST += %reldir%/valgrind.supp

# Longer ones, for `make check-long`, the longest first: faults, kills, emulated
# boards, cross compilers, ssh.
LONG_TESTS =
LONG_TESTS += %reldir%/cli/fault-memory.sh
LONG_TESTS += %reldir%/cli/fault-sites-auto.sh
LONG_TESTS += %reldir%/cli/fault-sites.sh
LONG_TESTS += %reldir%/cli/kill-auto-200.sh
LONG_TESTS += %reldir%/cli/auto-soak.sh
LONG_TESTS += %reldir%/cli/db-kill-200.sh
LONG_TESTS += %reldir%/cli/core-exhaust.sh
LONG_TESTS += %reldir%/cli/core-cross.sh
LONG_TESTS += %reldir%/cli/auto-emulated-aarch64.sh
LONG_TESTS += %reldir%/cli/auto-emulated-arm.sh
LONG_TESTS += %reldir%/cli/case-a13-seeds.sh
LONG_TESTS += %reldir%/cli/case-a19-unsafe-maths.sh
LONG_TESTS += %reldir%/cli/auto-ssh.sh

# Parts of `make check`.
.PHONY: check-unit check-long
check-unit: $(check_PROGRAMS)
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(UNIT_TESTS)'
check-long: all $(check_PROGRAMS)
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(LONG_TESTS)'

EXTRA_DIST += $(CLI_TESTS)
EXTRA_DIST += $(LONG_TESTS)
EXTRA_DIST += %reldir%/cli/fault-auto.sh
EXTRA_DIST += %reldir%/cli/export-formats.out
EXTRA_DIST += %reldir%/cli/export_lib.sh
# Built when asked for: make tests/bench/strategies tests/bench/combinations.
EXTRA_PROGRAMS += %reldir%/bench/combinations
EXTRA_PROGRAMS += %reldir%/bench/strategies
EXTRA_DIST += %reldir%/bench/strategies-irace
EXTRA_DIST += %reldir%/bench/landscapes
EXTRA_DIST += %reldir%/bench/core-vs-libsodium
EXTRA_DIST += %reldir%/bench/core_vs_libsodium.c
EXTRA_DIST += %reldir%/bench/core_vs_libsodium.h
EXTRA_DIST += %reldir%/bench/auto_lib.sh
EXTRA_DIST += %reldir%/bench/budgets
EXTRA_DIST += %reldir%/bench/db-many
EXTRA_DIST += %reldir%/bench/db_many.c
EXTRA_DIST += %reldir%/bench/million
EXTRA_DIST += %reldir%/bench/seeds
EXTRA_DIST += %reldir%/cli/core_lib.sh
EXTRA_DIST += %reldir%/cli/case_lib.sh
EXTRA_DIST += %reldir%/cli/db-lib.sh
EXTRA_DIST += %reldir%/cli/emulated_lib.sh
EXTRA_DIST += %reldir%/cli/report-csv.out
EXTRA_DIST += %reldir%/cli/report-markdown.out
EXTRA_DIST += %reldir%/cli/report-text.out
EXTRA_DIST += %reldir%/cli/report_page.js
EXTRA_DIST += %reldir%/cli/auto_lib.sh
EXTRA_DIST += %reldir%/cli/lib.sh
EXTRA_DIST += %reldir%/data/boards
EXTRA_DIST += %reldir%/unit/fake_root.h
EXTRA_DIST += %reldir%/data/switch
EXTRA_DIST += %reldir%/fault/callers.h
EXTRA_DIST += %reldir%/fault/clock.c
EXTRA_DIST += %reldir%/fault/fault.c
EXTRA_DIST += %reldir%/fault/lib.sh
EXTRA_DIST += %reldir%/fault/memory.c
EXTRA_DIST += %reldir%/fuzz/corpus
EXTRA_DIST += %reldir%/fuzz/merge
EXTRA_DIST += %reldir%/fuzz/run
EXTRA_DIST += %reldir%/data/records
EXTRA_DIST += %reldir%/data/outputs
EXTRA_DIST += %reldir%/data/traces
EXTRA_DIST += %reldir%/cli/program_lib.sh
EXTRA_DIST += %reldir%/cli/sshd.sh
EXTRA_DIST += %reldir%/cli/trouble_lib.sh
EXTRA_DIST += %reldir%/tiers
EXTRA_DIST += %reldir%/unit/rounds.h
EXTRA_DIST += %reldir%/unit/sample_record.h
EXTRA_DIST += %reldir%/unit/fake_arm.h
EXTRA_DIST += %reldir%/unit/tap.h
EXTRA_DIST += %reldir%/unit/temporary_folder.h
