# Tests speak TAP.
