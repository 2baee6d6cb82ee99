# Parts of configs/ for the one Makefile.am.
