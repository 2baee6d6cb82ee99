#!/bin/sh
# SPDX-License-Identifier: MIT
# Cargo configuration, read by cargo and rustc.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"
. "$SOURCE_DIR/tests/cli/export_lib.sh"

# A cargo that works without the user's home; Debian's does.
cargo=
for candidate in cargo /usr/bin/cargo; do
    if "$candidate" --version >/dev/null 2>&1; then
        cargo=$candidate
        break
    fi
done
[ -n "$cargo" ] || skip_all 'no cargo'
case $cargo in
/usr/bin/*) RUSTC=/usr/bin/rustc && export RUSTC ;;
esac
rustc=${RUSTC:-rustc}

mkdir -p src .cargo
printf '[package]\nname = "hello"\nversion = "0.1.0"\n' >Cargo.toml
printf '%s\n' 'fn main() { println!("{}", std::env!("CFLAGS")); }' >src/main.rs

export_of "$x86" cargo >.cargo/config.toml
case $("$rustc" -vV | sed -n 's/^host: //p') in
x86_64-*)
    run "$cargo" build --verbose --offline
    is 'cargo builds' "$status" 0
    like 'rustc gets the CPU' "$(cat err)" 'target-cpu=znver3'
    is 'C code of crates gets the flags' "$(target/debug/hello)" "$flags"
    ;;
*) skip 'cargo builds' 'the CPU of the record is an x86' ;;
esac

# has_aes TARGET RECORD: what rustc turns on for a record's CPU.
features() {
    options=$(export_of "$2" cargo |
        sed -n 's/^rustflags = \["\(.*\)"\]$/\1/p' | sed 's/", "/ /g')
    # shellcheck disable=SC2086 # the list is split
    "$rustc" --target "$1" --print cfg $options 2>rustc.err |
        sed -n 's/^target_feature="\(.*\)"$/\1/p' | tr '\n' ' '
}
pi4=aarch64-unknown-linux-gnu
unlike 'a Pi 4, which lacks AES, does not get it' \
    "$(features $pi4 "$records/pi4.json")" '\baes\b'
like 'but what it has' "$(features $pi4 "$records/pi4.json")" '\bcrc\b'
unlike 'rustc knows all of these words' "$(cat rustc.err)" 'unknown|error'
like 'rustc alone would have turned AES on' \
    "$("$rustc" --target $pi4 -Ctarget-cpu=cortex-a72 --print cfg)" \
    'target_feature="aes"'
features armv7-unknown-linux-gnueabihf "$records/unsafe.json" >/dev/null
unlike 'nor are those of 32-bit ARM unknown' "$(cat rustc.err)" \
    'unknown|^error'
done_testing
