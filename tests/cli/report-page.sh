#!/bin/sh
# SPDX-License-Identifier: MIT
# Pages in headless Chromium, phone and desktop, light and dark: nothing on the
# console, nothing from the network, readable, and nothing in a wrong place.
. "${SOURCE_DIR:-$PWD}/tests/cli/lib.sh"

browser=
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && browser=$name && break
done
[ -n "$browser" ] || skip_all 'no chromium'

# browse LOG OPTION... PAGE
browse() {
    log=$1
    shift
    rm -rf profile
    timeout 300 "$browser" --headless --no-sandbox --disable-gpu \
        --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --hide-scrollbars \
        --user-data-dir="$work/profile" --enable-logging=stderr \
        --log-net-log="$work/net.json" "$@" 2>"$log"
}

# open_copy PAGE: the delivered page allows no script; a copy does, to look
# around in it.
open_copy() {
    sed '/Content-Security-Policy/d' "$1.html"
    echo '<script>'
    cat "$SOURCE_DIR/tests/cli/report_page.js"
    echo '</script>'
}

records=$data/records
"$TUNER" report --format html --record "$records/x86.json" >one.html
"$TUNER" report --format html --record "$records/many.json" \
    --record "$records/hostile.json" --record "$records/unsafe.json" \
    --record "$records/x86.json" >many.html
"$TUNER" report --site site --db empty >/dev/null 2>&1
cp site/index.html index.html
for name in one many index; do
    open_copy "$name" >"$name-open.html"
done

browse log --dump-dom "file://$work/one.html" >dom
[ -s dom ] || skip_all 'chromium does not run here'

# look PAGE WIDTH light|dark: the window gets its width after the page is
# loaded, so that the last word counts.
look() {
    scheme=1
    [ "$3" = dark ] && scheme=0
    browse log --screenshot="$work/$1.png" --window-size="$2,800" \
        --blink-settings="preferredColorScheme=$scheme" \
        "file://$work/$1-open.html"
    is "$1, $2 wide, $3" \
        "$(sed -n 's/.*CONSOLE.*"\(checked.*\)", source.*/\1/p' log |
            tail -n 1)" "checked $2 $3: good"
}
look one 390 dark
look many 390 light
look many 1200 dark
look index 390 light

browse log --dump-dom "file://$work/many.html" >dom
is 'no message on the console' "$(grep -c 'CONSOLE' log)" 0
is 'no request leaves the page' \
    "$(tr ',' '\n' <net.json | grep -o '"url":"https\?://[^"]*' |
        grep -v '://[^/]*\.\(googleapis\|google\|gvt1\)\.com' | head -n 3)" ''
unlike 'no script of a record ran' "$(sed -n 's|.*<title>||p' dom)" 'owned'
is 'every picture is there' "$(grep -c '<svg viewBox' dom)" \
    "$(grep -c '<svg viewBox' many.html)"

is 'pictures of pages can be taken' \
    "$(head -c 8 one.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
done_testing
