# Parts of probes/ for the one Makefile.am.
