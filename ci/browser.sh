#!/usr/bin/env bash
# Runs in CI.
#
# Clicks through the page in a real Chromium and its main ways in Firefox, plays every game on its board there, and sees
# to it that what a request starts stops with it: crates/server/tests/browser. What it needs and does not find it installs:
# Chromium and its headless shell, Firefox, Node and a Japanese font with apt-get (as root, or by sudo), playwright-core and
# axe-core with npm, under target/browser. Takes some minutes. Files of tests run beside each other, as many as there are
# processors.
# With arguments it runs these files alone: `ci/browser.sh looks keys`.
# Files that need no more than the engine run in the headless shell, half as dear; CHROMIUM=/usr/bin/chromium runs all in Chromium.
# Pictures of the page are left in target/browser/pictures.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# This one drives the Firefox of Debian 12 (153 ESR) as well. Those from 1.64 on ask it for what it does not know yet
# (`emulation.setMediaFeaturesOverride`) whenever a page is opened.
driver=1.63.0

missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v firefox-esr >/dev/null || missing+=(firefox-esr)
command -v node >/dev/null || missing+=(nodejs npm)
if ! command -v fc-list >/dev/null || [ -z "$(fc-list :lang=ja)" ]; then
    missing+=(fontconfig fonts-noto-cjk)
fi
if [ "${#missing[@]}" -gt 0 ]; then
    ci/install "${missing[@]}"
fi
# An older distribution does not have it, and then Chromium itself does its work, in twice the time.
if ! command -v chromium-headless-shell >/dev/null && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    ci/install chromium-headless-shell
fi
mkdir -p "$target/browser/pictures"
modules=$target/browser/node_modules
if [ ! -d "$modules/axe-core" ] || ! grep -qs "\"version\": \"$driver\"" "$modules/playwright-core/package.json"; then
    npm install --prefix "$target/browser" --no-audit --no-fund --no-save --loglevel=error \
        "playwright-core@$driver" axe-core@4
fi

# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$target/debug/yomikiri" ] || cargo build -q -p yomikiri-cli
# A copy, since other stages may build the command meanwhile.
cp -f "$target/debug/yomikiri" "$target/browser/yomikiri"
tests=("${@/#/crates/server/tests/browser/}")
[ "$#" -gt 0 ] && tests=("${tests[@]/%/.test.mjs}") || tests=(crates/server/tests/browser/*.test.mjs)
# All that a test waits for has a limit of its own, of seconds; that of a whole test is for a slow machine with much to do.
YOMIKIRI="$target/browser/yomikiri" BROWSER="$target/browser" \
    node --test --test-reporter=spec --test-concurrency="$(nproc)" --test-timeout=2400000 "${tests[@]}"
