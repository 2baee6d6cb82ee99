# Parts of core/ for the one Makefile.am.
