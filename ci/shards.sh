#!/usr/bin/env bash
# Runs in CI.
#
# Tables made task by task, by the real command: workers killed at random moments (20 times, or as often as the first
# argument says: 200 on a schedule, `ci/shards.sh 200`), two of them on one store, and the bytes of `table build` in the
# end; make and xargs; the files of a store read in plain Python, from the book's page alone.
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${1:-20}

yomikiri=$(realpath -m "${CARGO_TARGET_DIR:-target}")/debug/yomikiri
# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$yomikiri" ] || cargo build -q -p yomikiri-cli
command -v make >/dev/null || ci/install make
python3 -c 'import ensurepip' 2>/dev/null || ci/install python3-venv
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
game=connect-k:cols=5,rows=4,line=4

"$yomikiri" table build $game -o "$dir/whole" >/dev/null 2>&1

echo "kills"
"$yomikiri" shard plan $game -o "$dir/killed" --shards 16 --least 5000
for ((kill = 0; kill < kills; kill++)); do
    "$yomikiri" shard work "$dir/killed" -j 2 --max-memory 16M >/dev/null 2>&1 &
    first=$!
    "$yomikiri" shard work "$dir/killed" -j 1 --max-memory 8M >/dev/null 2>&1 &
    second=$!
    sleep "0.$((RANDOM % 10))$((RANDOM % 10))"
    kill -9 $first $second 2>/dev/null || true
    wait $first $second 2>/dev/null || true
    # Workers that were quicker than their kill: something is taken away.
    if [ -e "$dir/killed/table.yomikiri" ]; then
        cmp "$dir/whole/table.yomikiri" "$dir/killed/table.yomikiri"
        rm "$dir/killed/table.yomikiri" "$dir/killed"/values-"$((RANDOM % 20))"-*
    fi
done
"$yomikiri" shard work "$dir/killed" -j 2
cmp "$dir/whole/table.yomikiri" "$dir/killed/table.yomikiri"
[ -z "$(find "$dir/killed" -name 'part-*')" ]

echo "make"
"$yomikiri" shard plan $game -o "$dir/made" --shards 8 --least 20000 >/dev/null
"$yomikiri" shard make "$dir/made" >"$dir/made.mk"
make -s -j 2 -f "$dir/made.mk" >/dev/null
cmp "$dir/whole/table.yomikiri" "$dir/made/table.yomikiri"

echo "the reader in Python"
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet zstandard blake3
"$dir/venv/bin/python" ci/shards.py "$dir/made" "$dir/whole" examples
echo "all is well"
