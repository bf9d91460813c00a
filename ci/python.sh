#!/usr/bin/env bash
# Runs in CI.
#
# The Python package: its wheel, built by one command and installed into an environment of its own; its
# tests; its types, by mypy and stubtest; its examples. Needs Python 3.9 or later with venv and its
# package index. The native half is compiled here for the second time, in a workspace of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    echo "skipped: there is no python3 with venv, 3.9 or later"
    exit 0
fi
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
yomikiri=$target/debug/yomikiri
# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$yomikiri" ] || cargo build -q -p yomikiri-cli
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

echo "the wheel"
python3 -m venv "$dir/build"
"$dir/build/bin/pip" --quiet --disable-pip-version-check install 'maturin>=1.9,<2'
(cd crates/python && CARGO_TARGET_DIR="$target/python" \
    "$dir/build/bin/maturin" build --quiet --release --out "$dir/wheel")
ls "$dir/wheel" | grep -q 'cp39-abi3'

echo "a clean environment"
python3 -m venv "$dir/venv"
export PATH="$dir/venv/bin:$PATH"
pip --quiet --disable-pip-version-check install "$(ls "$dir"/wheel/*.whl)[test]"

echo "OpenSpiel"
# Not for every Python and every machine: what needs it is left out where it cannot be had.
openspiel=yes
pip --quiet --disable-pip-version-check install "$(ls "$dir"/wheel/*.whl)[examples]" || openspiel=no

echo "tests"
YOMIKIRI=$yomikiri pytest --quiet -p no:cacheprovider crates/python/tests

echo "types"
mypy --strict --cache-dir "$dir/mypy" --package yomikiri
mypy --strict --cache-dir "$dir/mypy" crates/python/tests/typed.py
mypy --check-untyped-defs --ignore-missing-imports --cache-dir "$dir/mypy" examples/python
tests=$PWD/crates/python/tests
(cd "$dir" && python -m mypy.stubtest yomikiri --allowlist "$tests/stubtest-allow.txt")

if [ $openspiel = yes ]; then
    echo "OpenSpiel's games, by cloning its states"
    python ci/openspiel/whole.py --small --seconds 5
    echo "examples"
    python examples/python/grade_agents.py --games 20 --out "$dir/plots"
    python examples/python/learn_values.py --games 2000 --out "$dir/plots"
    ls "$dir"/plots/grade_agents.png "$dir"/plots/learn_values.png > /dev/null
else
    echo "skipped: open_spiel cannot be installed here, so neither its tests nor the examples ran"
fi
