# Parts of configs/ for the one Makefile.am: data only.
nobase_dist_pkgdata_DATA += \
    %reldir%/boards.tsv \
    %reldir%/cores.tsv \
    %reldir%/features.tsv \
    %reldir%/levels.tsv \
    %reldir%/spaces/clang.conf \
    %reldir%/spaces/gcc.conf \
    %reldir%/spaces/machine.conf \
    %reldir%/workloads/7zip.conf \
    %reldir%/workloads/cjdns.conf \
    %reldir%/workloads/coremark.conf \
    %reldir%/workloads/iperf3.conf \
    %reldir%/workloads/nettle.conf \
    %reldir%/workloads/openssl.conf \
    %reldir%/workloads/sqlite.conf \
    %reldir%/workloads/zstd.conf \
    %reldir%/x86.tsv
