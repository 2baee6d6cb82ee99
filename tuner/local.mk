bin_PROGRAMS += %reldir%/tuner
tuner_tuner_SOURCES = %reldir%/main.c
tuner_tuner_LDADD = $(TUNER_LIBS)

libtuner_a_SOURCES += \
    %reldir%/bench.c \
    %reldir%/bench.h \
    %reldir%/bench_sides.c \
    %reldir%/bench_sides.h \
    %reldir%/capture.c \
    %reldir%/capture.h \
    %reldir%/cmd_bench.c \
    %reldir%/cmd_check.c \
    %reldir%/cmd_selftest.c \
    %reldir%/cmd_extract.c \
    %reldir%/cmd_init.c \
    %reldir%/cmd_probe.c \
    %reldir%/command.c \
    %reldir%/command.h \
    %reldir%/commands.h \
    %reldir%/data.c \
    %reldir%/data.h \
    %reldir%/measuring.c \
    %reldir%/measuring.h \
    %reldir%/message.c \
    %reldir%/message.h \
    %reldir%/options.c \
    %reldir%/options.h \
    %reldir%/output.c \
    %reldir%/output.h \
    %reldir%/privilege.c \
    %reldir%/privilege.h \
    %reldir%/probe_json.c \
    %reldir%/probe_json.h \
    %reldir%/remote_root.c \
    %reldir%/remote_root.h \
    %reldir%/runner_bridge.c \
    %reldir%/runner_bridge.h

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

# Exports, and whether they arrived.
libtuner_a_SOURCES += \
    %reldir%/arrival.c \
    %reldir%/arrival.h \
    %reldir%/build_commands.c \
    %reldir%/build_commands.h \
    %reldir%/build_readers.c \
    %reldir%/build_readers.h \
    %reldir%/chosen_record.c \
    %reldir%/chosen_record.h \
    %reldir%/cmd_export.c \
    %reldir%/export.c \
    %reldir%/export.h \
    %reldir%/export_autoconf.c \
    %reldir%/export_buildroot.c \
    %reldir%/export_cargo.c \
    %reldir%/export_cmake.c \
    %reldir%/export_cmake_preset.c \
    %reldir%/export_conan.c \
    %reldir%/export_dpkg.c \
    %reldir%/export_flags.c \
    %reldir%/export_formats.h \
    %reldir%/export_gentoo.c \
    %reldir%/export_head.c \
    %reldir%/export_head.h \
    %reldir%/export_json.c \
    %reldir%/export_make.c \
    %reldir%/export_makepkg.c \
    %reldir%/export_meson.c \
    %reldir%/export_meson.h \
    %reldir%/export_meson_cross.c \
    %reldir%/export_openwrt.c \
    %reldir%/export_response.c \
    %reldir%/export_sh.c \
    %reldir%/export_yocto.c \
    %reldir%/fit.c \
    %reldir%/fit.h \
    %reldir%/quote.c \
    %reldir%/quote.h \
    %reldir%/rustc.c \
    %reldir%/rustc.h \
    %reldir%/wording.c \
    %reldir%/wording.h \
    %reldir%/wrapper.c \
    %reldir%/wrapper.h

# Databases.
libtuner_a_SOURCES += \
    %reldir%/cmd_db.c \
    %reldir%/cmd_db.h \
    %reldir%/cmd_db_add.c \
    %reldir%/cmd_db_best.c \
    %reldir%/cmd_db_git.c \
    %reldir%/cmd_db_list.c \
    %reldir%/cmd_db_merge.c \
    %reldir%/cmd_db_show.c \
    %reldir%/cmd_db_verify.c \
    %reldir%/database.c \
    %reldir%/database.h \
    %reldir%/machine.c \
    %reldir%/machine.h

# Reports.
libtuner_a_SOURCES += \
    %reldir%/chart.h \
    %reldir%/chart_gains.c \
    %reldir%/chart_histogram.c \
    %reldir%/chart_progress.c \
    %reldir%/chart_tradeoff.c \
    %reldir%/cmd_report.c \
    %reldir%/histogram.c \
    %reldir%/histogram.h \
    %reldir%/html.c \
    %reldir%/html.h \
    %reldir%/html_style.c \
    %reldir%/plot.c \
    %reldir%/plot.h \
    %reldir%/report.c \
    %reldir%/report.h \
    %reldir%/report_csv.c \
    %reldir%/report_formats.h \
    %reldir%/report_html.c \
    %reldir%/report_html.h \
    %reldir%/report_html_tables.c \
    %reldir%/report_json.c \
    %reldir%/report_markdown.c \
    %reldir%/report_records.c \
    %reldir%/report_records.h \
    %reldir%/report_text.c \
    %reldir%/report_text_lists.c \
    %reldir%/report_text_lists.h \
    %reldir%/report_text_table.c \
    %reldir%/report_text_table.h \
    %reldir%/site.c \
    %reldir%/site.h \
    %reldir%/svg.c \
    %reldir%/svg.h \
    %reldir%/text_style.c \
    %reldir%/text_style.h \
    %reldir%/tradeoff.c \
    %reldir%/tradeoff.h

# The search.
libtuner_a_SOURCES += \
    %reldir%/auto_boards.c \
    %reldir%/auto_boards.h \
    %reldir%/auto_files.c \
    %reldir%/auto_files.h \
    %reldir%/auto_publish.c \
    %reldir%/auto_publish.h \
    %reldir%/auto_run.c \
    %reldir%/auto_run.h \
    %reldir%/auto_search.c \
    %reldir%/auto_search.h \
    %reldir%/auto_text.c \
    %reldir%/auto_text.h \
    %reldir%/auto_winners.c \
    %reldir%/auto_winners.h \
    %reldir%/cmd_auto.c \
    %reldir%/cmd_space.c \
    %reldir%/plan_text.c \
    %reldir%/plan_text.h \
    %reldir%/tuning.c \
    %reldir%/tuning.h \
    %reldir%/tuning_choices.c \
    %reldir%/tuning_choices.h \
    %reldir%/tuning_files.c \
    %reldir%/tuning_files.h \
    %reldir%/tuning_kinds.c \
    %reldir%/tuning_kinds.h \
    %reldir%/tuning_processors.c \
    %reldir%/tuning_processors.h \
    %reldir%/tuning_record.c \
    %reldir%/tuning_record.h \
    %reldir%/tuning_system.c \
    %reldir%/tuning_system.h \
    %reldir%/tuning_seeds.c
