#!/usr/bin/env bash
# Runs in CI.
#
# Holds our games to OpenSpiel's, which is installed from PyPI: for every game that both have, the same positions,
# legal moves and values on all positions or on 10,000 sampled ones (ci/openspiel/compare.py; the book's page on tests
# says where rules differ). About a minute. Needs Python 3 with venv and its package index.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$target/debug/yomikiri" ] || cargo build -q -p yomikiri-cli
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ci/venv "$dir/venv" open_spiel==2.0.2
PYTHONDONTWRITEBYTECODE=1 "$dir/venv/bin/python" ci/openspiel/compare.py "$target/debug/yomikiri" "$dir" "$@"
