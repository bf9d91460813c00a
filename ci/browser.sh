#!/usr/bin/env bash
# Runs in CI.
#
# Clicks through the page in a real Chromium, plays every game on its board there, and sees to it that what
# a request starts stops with it: crates/server/tests/browser. What it needs and does not find it installs:
# Chromium, Node and a Japanese font with apt-get (as root, or by sudo), playwright-core and axe-core with
# npm, under target/browser. Takes some minutes.
# Pictures of the page are left in target/browser/pictures.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v node >/dev/null || missing+=(nodejs npm)
if ! command -v fc-list >/dev/null || [ -z "$(fc-list :lang=ja)" ]; then
    missing+=(fontconfig fonts-noto-cjk)
fi
if [ "${#missing[@]}" -gt 0 ]; then
    ci/install "${missing[@]}"
fi
mkdir -p "$target/browser/pictures"
if [ ! -d "$target/browser/node_modules/axe-core" ]; then
    npm install --prefix "$target/browser" --no-audit --no-fund --no-save --loglevel=error \
        playwright-core@1 axe-core@4
fi

# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$target/debug/yomikiri" ] || cargo build -q -p yomikiri-cli
YOMIKIRI="$target/debug/yomikiri" BROWSER="$target/browser" \
    node --test --test-reporter=spec --test-concurrency=1 crates/server/tests/browser/*.test.mjs
