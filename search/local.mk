# Parts of search/ for the one Makefile.am.
libtuner_a_SOURCES += \
    %reldir%/arm.h \
    %reldir%/artefacts.c \
    %reldir%/artefacts.h \
    %reldir%/blame.c \
    %reldir%/blame.h \
    %reldir%/build_gate.c \
    %reldir%/build_gate.h \
    %reldir%/build_output.c \
    %reldir%/build_output.h \
    %reldir%/brief.c \
    %reldir%/brief.h \
    %reldir%/builder.c \
    %reldir%/builder.h \
    %reldir%/candidate.c \
    %reldir%/candidate.h \
    %reldir%/candidate_parse.c \
    %reldir%/chain_clock.c \
    %reldir%/chain_clock.h \
    %reldir%/code_cache.c \
    %reldir%/code_cache.h \
    %reldir%/combinations.c \
    %reldir%/combinations.h \
    %reldir%/compile_lines.c \
    %reldir%/compile_lines.h \
    %reldir%/confirm.c \
    %reldir%/confirm.h \
    %reldir%/core_arm.c \
    %reldir%/core_arm.h \
    %reldir%/core_builder.c \
    %reldir%/core_builder.h \
    %reldir%/core_config.c \
    %reldir%/core_config.h \
    %reldir%/core_digest.c \
    %reldir%/core_digest.h \
    %reldir%/core_libc.c \
    %reldir%/core_libc.h \
    %reldir%/core_metrics.c \
    %reldir%/core_metrics.h \
    %reldir%/core_server.c \
    %reldir%/core_server.h \
    %reldir%/counter.c \
    %reldir%/counter.h \
    %reldir%/draw.c \
    %reldir%/draw.h \
    %reldir%/effort.c \
    %reldir%/effort.h \
    %reldir%/evaluator.c \
    %reldir%/evaluator.h \
    %reldir%/extract.c \
    %reldir%/extract.h \
    %reldir%/journal.c \
    %reldir%/journal.h \
    %reldir%/landscape.c \
    %reldir%/landscape.h \
    %reldir%/lanes.c \
    %reldir%/lanes.h \
    %reldir%/ledger.c \
    %reldir%/ledger.h \
    %reldir%/ledger_forget.c \
    %reldir%/ledger_parts.h \
    %reldir%/ledger_read.c \
    %reldir%/ledger_write.c \
    %reldir%/measure.c \
    %reldir%/measure.h \
    %reldir%/minimise.c \
    %reldir%/minimise.h \
    %reldir%/nogood.c \
    %reldir%/nogood.h \
    %reldir%/object.c \
    %reldir%/object.h \
    %reldir%/object_cache.c \
    %reldir%/object_cache.h \
    %reldir%/planner.c \
    %reldir%/planner.h \
    %reldir%/planner_baselines.c \
    %reldir%/planner_kinds.c \
    %reldir%/planner_phases.c \
    %reldir%/planner_phases.h \
    %reldir%/program_builder.c \
    %reldir%/program_builder.h \
    %reldir%/program_folders.c \
    %reldir%/program_folders.h \
    %reldir%/program_make.c \
    %reldir%/program_make.h \
    %reldir%/program_reading.c \
    %reldir%/program_reading.h \
    %reldir%/project.c \
    %reldir%/project.h \
    %reldir%/proof.c \
    %reldir%/proof.h \
    %reldir%/protocol.c \
    %reldir%/protocol.h \
    %reldir%/race.c \
    %reldir%/race.h \
    %reldir%/remote_agent.c \
    %reldir%/remote_agent.h \
    %reldir%/remote_link.c \
    %reldir%/remote_link.h \
    %reldir%/remote_store.c \
    %reldir%/remote_store.h \
    %reldir%/runner.c \
    %reldir%/runner.h \
    %reldir%/runner_kinds.h \
    %reldir%/runner_local.c \
    %reldir%/runner_remote.c \
    %reldir%/screen.c \
    %reldir%/screen.h \
    %reldir%/selftest.c \
    %reldir%/selftest.h \
    %reldir%/selftest_core.c \
    %reldir%/selftest_core.h \
    %reldir%/shims.c \
    %reldir%/shims.h \
    %reldir%/shorten.c \
    %reldir%/shorten.h \
    %reldir%/space.c \
    %reldir%/space.h \
    %reldir%/space_build.c \
    %reldir%/space_build.h \
    %reldir%/space_config.c \
    %reldir%/space_config.h \
    %reldir%/space_json.c \
    %reldir%/space_json.h \
    %reldir%/steady.c \
    %reldir%/steady.h \
    %reldir%/strategy.c \
    %reldir%/strategy.h \
    %reldir%/strategy_elimination.c \
    %reldir%/strategy_exhaustive.c \
    %reldir%/strategy_genetic.c \
    %reldir%/strategy_greedy.c \
    %reldir%/strategy_portfolio.c \
    %reldir%/strategy_random.c \
    %reldir%/sweep.c \
    %reldir%/sweep.h \
    %reldir%/throttle.c \
    %reldir%/throttle.h \
    %reldir%/throttle_runner.c \
    %reldir%/toolchain.c \
    %reldir%/toolchain.h \
    %reldir%/trace.c \
    %reldir%/trace.h \
    %reldir%/track.c \
    %reldir%/track.h \
    %reldir%/workload.c \
    %reldir%/workload.h \
    %reldir%/workload_core.c \
    %reldir%/workload_core.h \
    %reldir%/workload_file.c \
    %reldir%/workload_file.h \
    %reldir%/workload_keys.c \
    %reldir%/workload_keys.h \
    %reldir%/workload_open.c \
    %reldir%/workload_open.h \
    %reldir%/workload_program.c \
    %reldir%/workload_program.h

# The helper for other machines is compiled there and then, from its text.
AGENT_SOURCES = \
    %reldir%/agent/agent.h \
    %reldir%/agent/files.c \
    %reldir%/agent/main.c \
    %reldir%/agent/run.c \
    %reldir%/agent/serve.c \
    %reldir%/agent/spawn.c \
    %reldir%/agent/talk.c

%reldir%/agent_text.h: $(AGENT_SOURCES)
	$(AM_V_GEN){ echo 'static const struct agent_file agent_files[] = {'; \
	for f in $(AGENT_SOURCES); do \
	    test -f "$$f" || f=$(srcdir)/$$f; \
	    echo "{\"$${f##*/}\","; \
	    $(SED) 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' "$$f"; \
	    echo '},'; \
	done; echo '};'; } >$@.tmp && mv $@.tmp $@

BUILT_SOURCES += %reldir%/agent_text.h
CLEANFILES += %reldir%/agent_text.h

# Built here too, under our warnings; nothing uses this one.
check_PROGRAMS += %reldir%/agent/agent
%canon_reldir%_agent_agent_SOURCES = $(AGENT_SOURCES)
%canon_reldir%_agent_agent_LDADD =
EXTRA_DIST += $(AGENT_SOURCES)
