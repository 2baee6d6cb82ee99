# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# A user's program whose numbers follow from its flags alone, so that a search
# has one right answer: -Os is best; -O3 looks better still, and is wrong.
# Sourced after lib.sh.

# program FOLDER: makes it, with a workload file w.conf and a space small
# enough to be tried out.
program() {
    mkdir -p "$1"
    cat >"$1/prog.c" <<'END'
#include <stdio.h>
int main(void)
{
    printf("crypto: %d\nswitch: %d\ndigest: %s\n", CRYPTO, SWITCH, DIGEST);
    return 0;
}
END
    # The gains are those of an Orange Pi Zero's owner
    # (phillymesh/cjdns-optimizations, README): one hides the other.
    cat >"$1/build.sh" <<'END'
case " $CFLAGS " in
*' -O3 '*) set -- 900 900 bad ;;
*' -Os '*) set -- 225 123 good ;;
*) set -- 100 100 good ;;
esac
$CC $CFLAGS "-DCRYPTO=$1" "-DSWITCH=$2" "-DDIGEST=\"$3\"" prog.c -o prog
END
    cat >"$1/w.conf" <<'END'
[workload "two metrics"]
    build = sh build.sh
    run = ./prog
    verify = "grep -q good ./prog && ./prog | grep 'digest: good'"
[metric "crypto"]
    pattern = ^crypto: (\\d+)
    unit = kbit/s
    better = higher
[metric "switch"]
    pattern = ^switch: (\\d+)
    unit = packets/s
    better = higher
END
    cat >"$1/space.conf" <<'END'
[space]
    only = true
[dimension "-O"]
    class = level
    value = -O2
    value = -O1
    value = -O3
    value = -Os
END
}

# tune FOLDER OPTION...: the whole search, as JSON in out.
tune() {
    folder=$1
    shift
    run "$TUNER" auto --json --strategy exhaustive --budget 600s \
        --space "$folder/space.conf" --workload "$folder/w.conf" "$@"
}
