#!/bin/sh
# SPDX-License-Identifier: MIT
# Every preset takes all its metrics out of a real sample of its program.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

for preset in "$SOURCE_DIR"/configs/workloads/*.conf; do
    name=$(basename "$preset" .conf)
    sample=$data/outputs/$name.txt
    run "$TUNER" extract --json --workload "$name" "$sample"
    is "$name: all metrics have a value" "$status:$(head -n 1 err)" 0:
    wanted=$(grep -c '^\[metric' "$preset")
    got=$(grep -c '"value"' out)
    is "$name: as many as it names" "$got" "$wanted"
    printf 'nothing here\n' >empty
    fails_with "$name: none in other text" 1 "no value|lacks" \
        "$TUNER" extract --workload "$name" empty
done

# The numbers that a reader of the sample would take.
value() {
    "$TUNER" extract --workload "$1" "$data/outputs/$1.txt" |
        sed -n "s|^$2 \\([0-9.]*\\) .*|\\1|p"
}
is 'cjdns, ciphers' "$(value cjdns salsa20/poly1305)" 87013
is 'cjdns, switch' "$(value cjdns switching)" 58631
is 'nettle' "$(value nettle chacha_poly1305)" 578.6
is 'openssl' "$(value openssl chacha20-poly1305)" 1334979310.34
is 'iperf3' "$(value iperf3 throughput)" 2904040966.35
is 'coremark' "$(value coremark coremark)" 5752.837195
is '7zip, compressing' "$(value 7zip compressing)" 1707
is '7zip, decompressing' "$(value 7zip decompressing)" 1910
is 'sqlite' "$(value sqlite total)" 0.842
is 'zstd, compression' "$(value zstd compression)" 118.2
is 'zstd, decompression' "$(value zstd decompression)" 630.5

fails_with 'an unknown workload lists the presets' 2 'cjdns, coremark' \
    "$TUNER" extract --workload nothing empty
fails_with 'a pattern or a workload' 2 'give --pattern or --workload' \
    "$TUNER" extract --workload zstd --pattern '(.)' empty
done_testing
