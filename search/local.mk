# Parts of search/ for the one Makefile.am.
