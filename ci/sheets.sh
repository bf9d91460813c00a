#!/usr/bin/env bash
# Runs in CI.
#
# Compares rule sheets with clingo, a solver of logic programs: the moves, the next states, the ends and the goals along
# random games of the sheets in examples/gdl, or of the sheets that are named. clingo comes from pip into target/sheets.
# Seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

if [ ! -x "$target/sheets/bin/clingo" ]; then
    ci/venv "$target/sheets" 'clingo>=5.7,<6'
fi

# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$target/debug/yomikiri" ] || cargo build -q -p yomikiri-cli
[ $# -gt 0 ] || set -- examples/gdl/*.kif
"$target/sheets/bin/python" ci/sheets.py "$target/debug/yomikiri" "$@"
