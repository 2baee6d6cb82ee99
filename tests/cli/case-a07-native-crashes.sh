#!/bin/sh
# SPDX-License-Identifier: MIT
# A compiler that dies of native (GCC PR 70132, cjdelisle/cjdns#1138), or says
# so and goes on (phc-winner-argon2#141): the flag is refused, the CPU is
# named instead.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/case_lib.sh"

compiler aborts <<END
case " \$* " in *native*) kill -ABRT \$\$ ;; esac
exec $TEST_CC "\$@"
END
compiler goes-on <<END
case " \$* " in
*native*) echo '*** Error in \`gcc'"'"': double free or corruption' >&2 ;;
esac
exec $TEST_CC "\$@"
END
# shellcheck disable=SC3045 # where there is one
ulimit -c unlimited 2>/dev/null
for cc in ./aborts ./goes-on; do
    checked --cc "$cc" -- -O2 -mtune=native
    is "$cc: native is refused" "$(verdict -mtune=native)" compiler-crash
    is "$cc: the rest is not" "$(verdict -O2)" ok
    run "$TUNER" probe --json --cc "$cc"
    is "$cc: the machine is probed all the same" "$status" 0
    unlike "$cc: without native" "$(flag_list out flags)" native
done
like 'the message tells of the signal' \
    "$("$TUNER" check --cc ./aborts -- -march=native)" 'signal 6'
like 'or quotes the compiler' \
    "$("$TUNER" check --cc ./goes-on -- -march=native)" 'double free or corr'
is 'no core file is left' "$(find . -name 'core*')" ''

if command -v "$arm" >/dev/null 2>&1; then
    arm_cpu 0 4 0x41 0xd03 8 half thumb fastmult vfp edsp neon vfpv3 tls \
        vfpv4 idiva idivt vfpd32 lpae evtstrm crc32 | machine pi3
    compiler arm-aborts <<END
case " \$* " in *native*) kill -ABRT \$\$ ;; esac
exec $arm "\$@"
END
    like 'a Pi 3 of 32 bits gets its core by name' \
        "$(probed --root pi3 --cc ./arm-aborts)" \
        '^-mcpu=cortex-a53 .*-mfpu=neon-fp-armv8'
else
    skip 'a Pi 3 of 32 bits gets its core by name' "no $arm"
fi
done_testing
