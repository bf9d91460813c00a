#!/usr/bin/env bash
# Runs in CI.
#
# The Python package: its tests; its types, by mypy and stubtest; its examples; its source archive, as `pip` reads it.
# Needs Python 3.9 or later with venv and its package index. The library is built with what the test stage has
# built, in the same profile; wheels as users get them are built and tried by ci/release.sh.
# With YOMIKIRI_SLOW=1 a test runs that takes minutes.
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

echo "the library"
# Of the whole workspace and with its tests, so that nothing is compiled for other features a second time.
cargo build --quiet --workspace --lib --test cli

echo "a clean environment"
ci/venv "$dir/venv"
export PATH="$dir/venv/bin:$PATH"
pip() { python -m pip --quiet --disable-pip-version-check "$@"; }
# needs EXTRA: what the package needs, with one of its extras.
needs() {
    python - "$1" <<'END'
import sys
try:
    import tomllib
except ImportError:
    from pip._vendor import tomli as tomllib
project = tomllib.load(open("crates/python/pyproject.toml", "rb"))["project"]
print(*project["dependencies"], *project["optional-dependencies"][sys.argv[1]], sep="\n")
END
}
pip install -r <(needs test)
package=$(python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/yomikiri
cp -r crates/python/python/yomikiri "$package"
cp "$target/debug/lib_native.so" "$package/_native.abi3.so"

echo "the source archive"
pip install 'maturin>=1.9,<2'
(cd crates/python && maturin sdist --out "$dir/sdist" 2>"$dir/said" || { cat "$dir/said" >&2; exit 1; })
tar -tf "$dir"/sdist/*.tar.gz >"$dir/packed"
for file in pyproject.toml python/yomikiri/__init__.py python/yomikiri/_native.pyi crates/python/src/lib.rs crates/solve/src/lib.rs; do
    grep -q "/$file\$" "$dir/packed" || { echo "error: the source archive lacks $file" >&2; exit 1; }
done

echo "OpenSpiel"
# Not for every Python and every machine: what needs it is left out where it cannot be had.
openspiel=yes
pip install -r <(needs examples) || openspiel=no

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
    # All of its list in about three minutes; bench/record has runs with more time for each game.
    python ci/openspiel/whole.py --seconds 1 --jobs 2
    echo "examples"
    python examples/python/grade_agents.py --games 20 --out "$dir/plots"
    python examples/python/learn_values.py --games 2000 --out "$dir/plots"
    ls "$dir"/plots/grade_agents.png "$dir"/plots/learn_values.png > /dev/null
else
    echo "skipped: open_spiel cannot be installed here, so neither its tests nor the examples ran"
fi
