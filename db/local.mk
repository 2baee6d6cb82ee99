# Parts of db/ for the one Makefile.am.
libtuner_a_SOURCES += \
    %reldir%/flag.c \
    %reldir%/flag.h \
    %reldir%/grammar.c \
    %reldir%/grammar.h \
    %reldir%/history.c \
    %reldir%/history.h \
    %reldir%/history_author.c \
    %reldir%/history_author.h \
    %reldir%/history_log.c \
    %reldir%/index.c \
    %reldir%/index.h \
    %reldir%/index_build.c \
    %reldir%/index_build.h \
    %reldir%/index_image.c \
    %reldir%/index_image.h \
    %reldir%/lookup.c \
    %reldir%/lookup.h \
    %reldir%/lookup_feature.c \
    %reldir%/lookup_feature.h \
    %reldir%/merge.c \
    %reldir%/merge.h \
    %reldir%/record.c \
    %reldir%/record.h \
    %reldir%/record_check.c \
    %reldir%/record_check.h \
    %reldir%/record_clean.c \
    %reldir%/record_clean.h \
    %reldir%/record_draft.c \
    %reldir%/record_draft.h \
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
    %reldir%/repository.c \
    %reldir%/repository.h \
    %reldir%/repository_lock.c \
    %reldir%/repository_lock.h \
    %reldir%/shape.c \
    %reldir%/shape.h \
    %reldir%/shape_rule.c \
    %reldir%/shape_rule.h \
    %reldir%/signature.c \
    %reldir%/signature.h \
    %reldir%/store.c \
    %reldir%/store.h \
    %reldir%/verify.c \
    %reldir%/verify.h

# Shipped records: published results, in a database of their own.
nobase_dist_pkgdata_DATA += %reldir%/boards/beaglebone-black/arm-linux-gnueabihf-gcc-4.9.2-cjdns-e828e0481284.json
nobase_dist_pkgdata_DATA += %reldir%/boards/cubieboard2/arm-linux-gcc-unknown-nettle-5a578380c053.json
nobase_dist_pkgdata_DATA += %reldir%/boards/odroid-c2/aarch64-linux-gnu-gcc-4.9.2-cjdns-b5aaab2d7ce2.json
nobase_dist_pkgdata_DATA += %reldir%/boards/orangepi-zero/arm-linux-gnueabihf-gcc-4.9.2-cjdns-d6082bb0e4e7.json
nobase_dist_pkgdata_DATA += %reldir%/boards/pine64/aarch64-linux-gnu-gcc-4.9.2-cjdns-e9d0db506c84.json
nobase_dist_pkgdata_DATA += %reldir%/boards/raspberrypi-1b/arm-linux-gcc-unknown-nettle-839fbdf0277d.json
nobase_dist_pkgdata_DATA += %reldir%/boards/raspberrypi-2b/arm-linux-gnueabihf-gcc-4.9.2-cjdns-8a0e7d6ac07d.json
nobase_dist_pkgdata_DATA += %reldir%/boards/raspberrypi-3b/arm-linux-gnueabihf-gcc-4.9.2-cjdns-74f1bdea2538.json
nobase_dist_pkgdata_DATA += %reldir%/boards/raspberrypi-3b/arm-linux-gnueabihf-gcc-4.9.2-cjdns-c6a322769cd6.json
nobase_dist_pkgdata_DATA += %reldir%/boards/raspberrypi-4b/arm-linux-gnueabihf-gcc-unknown-nettle-b82e21c38251.json
nobase_dist_pkgdata_DATA += %reldir%/boards/tinkerboard/arm-linux-gcc-unknown-nettle-0683990876fc.json
nobase_dist_pkgdata_DATA += %reldir%/boards/wandboard/arm-linux-gcc-unknown-nettle-5cefbdfde908.json
