# Parts of configs/ for the one Makefile.am: data only.
nobase_dist_pkgdata_DATA += \
    %reldir%/boards.tsv \
    %reldir%/cores.tsv \
    %reldir%/features.tsv \
    %reldir%/levels.tsv \
    %reldir%/spaces/clang.conf \
    %reldir%/spaces/gcc.conf \
    %reldir%/spaces/machine.conf \
    %reldir%/x86.tsv
