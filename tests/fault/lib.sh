# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Sourced after tests/cli/lib.sh by tests that let system calls of tuner fail
# one by one (fault.c):
#
#     before() { ...; }   # makes a fresh state
#     after() { ...; }    # fails when the state is not as it must be, with
#                         # the reason in the file why; $status and err are
#                         # the command's
#     each_fault 'db add' 'open write fsync' "$TUNER" db add x.json
#
# The Nth is the Nth place in the code that such a call comes from: at most
# $FAULTS_MOST of them, evenly spread, or with TUNER_TEST_SITES=1 all. With
# TUNER_TEST_THOROUGH=1 it is the Nth call, and every N is tried; since that
# takes hours, TUNER_TEST_PART=2/4 tries the second of four parts of them, and
# TUNER_TEST_CALLS='read malloc' these calls only.

fault=$BUILD_DIR/tests/fault/fault.so
FAULTS_MOST=40
thorough=${TUNER_TEST_THOROUGH:-0}
all_sites=${TUNER_TEST_SITES:-0}
part=${TUNER_TEST_PART:-1/1}
[ "$thorough" = 1 ] || export FAULT_SITES=1

fault_skip() {
    LD_PRELOAD=$fault "$TUNER" --version >/dev/null 2>&1 ||
        skip_all 'nothing can be preloaded here (sanitizers?)'
}

# fault_count CALL: how many such calls the command made that ran last under
# FAULT_REPORT.
fault_count() {
    sed -n "s/^$1 //p" calls
}

# one_fault CALL N COMMAND...: whether the state is right after that fault.
one_fault() {
    before
    : >why
    export FAULT_CALL="$1" FAULT_AT="$2"
    shift 2
    run env LD_PRELOAD="$fault" "$@"
    unset FAULT_CALL FAULT_AT
    case $status in
    0) after ;;
    1) [ -s err ] && after ;;
    *) return 1 ;;
    esac
}

# step_of TOTAL: from one N to the next. Places are not told apart where all
# calls fail from the Nth on.
step_of() {
    if [ -z "${FAULT_EVERY-}" ] && [ "$thorough$all_sites" != 00 ]; then
        echo 1
    else
        echo $((($1 + FAULTS_MOST - 1) / FAULTS_MOST))
    fi
}

# fault_series NAME CALL COMMAND...: one test; each Nth of this call fails.
fault_series() {
    name=$1
    call=$2
    shift 2
    total=$(fault_count "$call")
    step=$(step_of "$total")
    bad=
    n=${part%/*}
    step=$((step * ${part#*/}))
    while [ "$n" -le "$total" ]; do
        one_fault "$call" "$n" "$@" ||
            bad="$bad $n: exit $status; $(cat why err | head -n 2)
"
        n=$((n + step))
    done
    is "$name: $call fails, each of $total from ${part%/*} by $step" "$bad" ''
}

# chosen CALLS: those of them that TUNER_TEST_CALLS names, or all.
chosen() {
    for call in $1; do
        case " ${TUNER_TEST_CALLS-$call} " in *" $call "*) echo "$call" ;; esac
    done
}

# each_fault NAME CALLS COMMAND...
each_fault() {
    each_name=$1
    each_calls=$(chosen "$2")
    shift 2
    before
    run env LD_PRELOAD="$fault" FAULT_REPORT=calls "$@"
    is "$each_name: works when nothing fails" "$status" 0
    for call in $each_calls; do
        [ "$(fault_count "$call")" -eq 0 ] ||
            fault_series "$each_name" "$call" "$@"
    done
}
