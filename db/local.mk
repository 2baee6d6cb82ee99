# Parts of db/ for the one Makefile.am.
