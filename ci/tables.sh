#!/usr/bin/env bash
# Runs in CI.
#
# Tables by the real command: 20 kills at random moments (or as many as the first argument says: 200 on a
# schedule, `ci/tables.sh 200`) before a build ends, with the bytes of an undisturbed one; the reader in
# plain Python, written from the book's page, against our own, on new tables and on those of all versions that
# the tests keep; DuckDB on both exports. The last two need Python 3 with venv and its package index.
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${1:-20}

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# With Parquet, which is not there by default, in a place of its own: other stages use the usual program. (Of the whole
# workspace, so that all but the command and Parquet is as the test stage has built it.)
echo "the tests of files, with Parquet"
cargo test -q --workspace --features yomikiri-cli/parquet --test cli files::
cp "$target/debug/yomikiri" "$target/debug/yomikiri-parquet"
yomikiri=$target/debug/yomikiri-parquet
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# Kills builds of a game within so many seconds and compares: `kill_builds KILLS SECONDS GAME OPTIONS...`. `extent`: what
# the table is to hold, for all builds.
extent=()
kill_builds() {
    local kills=$1 seconds=$2 game=$3
    shift 3
    rm -rf "$dir/whole" "$dir/killed"
    "$yomikiri" table build "$game" "${extent[@]}" -o "$dir/whole" "$@" >/dev/null 2>&1
    for ((kill = 0; kill < kills; kill++)); do
        "$yomikiri" table build "$game" "${extent[@]}" -o "$dir/killed" "$@" >/dev/null 2>&1 &
        build=$!
        sleep "$((RANDOM % seconds)).$((RANDOM % 9))$((RANDOM % 10))"
        kill -9 $build 2>/dev/null || true
        wait $build 2>/dev/null || true
        # A build that was quicker than its kill begins again from nothing.
        if [ -e "$dir/killed/table.yomikiri" ]; then
            cmp "$dir/whole/table.yomikiri" "$dir/killed/table.yomikiri"
            rm -r "$dir/killed"
        fi
    done
    "$yomikiri" table build "$game" "${extent[@]}" -o "$dir/killed" --max-memory 64M -j 2 >/dev/null 2>&1
    cmp "$dir/whole/table.yomikiri" "$dir/killed/table.yomikiri"
    [ "$(ls "$dir/killed")" = table.yomikiri ]
}

echo "kills"
kill_builds "$kills" 1 connect-k:cols=5,rows=4,line=4 --max-memory 8M
"$yomikiri" table verify "$dir/killed"
# Play may cycle: an estimate first, then positions are found, then values.
kill_builds "$((kills / 2))" 6 six-mens-morris --max-memory 64M

# Positions that are found by searching.
extent=(--semi-strong=one)
kill_builds "$((kills / 2))" 2 connect4:cols=5,rows=5 --max-memory 16M
"$yomikiri" table verify "$dir/killed"
extent=()

game=connect-k:cols=5,rows=4,line=4
echo "two builds at once"
"$yomikiri" table build $game -o "$dir/twice" >/dev/null 2>&1 &
build=$!
while [ ! -e "$dir/twice/journal" ] && kill -0 $build 2>/dev/null; do :; done
code=0
"$yomikiri" table build $game -o "$dir/twice" >/dev/null 2>"$dir/second" || code=$?
if kill -0 $build 2>/dev/null; then
    [ $code = 3 ]
    grep -q "another build is at work" "$dir/second"
fi
wait $build

echo "the reader in Python, and DuckDB"
ci/venv "$dir/venv" zstandard blake3 duckdb
# Compares how a table is read by all of them: `compare NAME`.
compare() {
    "$yomikiri" table export "$dir/$1" --csv "$dir/$1.csv"
    "$yomikiri" table export "$dir/$1" --parquet "$dir/$1.parquet"
    "$yomikiri" table info "$dir/$1" >"$dir/$1.json"
    "$dir/venv/bin/python" ci/tables.py "$dir/$1" examples
}
for golden in crates/solve/tests/table/golden/*.yomikiri; do
    name=$(basename "$golden" .yomikiri)
    mkdir "$dir/$name"
    cp "$golden" "$dir/$name/table.yomikiri"
    compare "$name"
done
while read -r name game ask; do
    "$yomikiri" table build "$game" -o "$dir/$name" --ask "$ask" >/dev/null 2>&1
    compare "$name"
done <<'END'
ttt tictactoe distance
mnk mnk:rows=3,cols=4,line=3 winner
drop connect4:cols=4,rows=4,line=4 distance
grid grid-walk:file=examples/grid.txt margin
stones stones:stones=2000,take=1/3/4,aim=points margin
loop graph:file=examples/loop.graph winner
pawns examples/rules/hexapawn.toml distance
toll examples/rules/toll.toml margin
morris three-mens-morris distance
END
for moves in all one; do
    "$yomikiri" table build mnk:rows=3,cols=4,line=3 --semi-strong=$moves -o "$dir/semi-$moves" >/dev/null 2>&1
    compare "semi-$moves"
done
for symmetry in yes no; do
    "$yomikiri" table build tictactoe --from .../.x./... --from x../.../... --from ..x/.../... --from .../.../x.. \
        --from .../.../..x --symmetry $symmetry --ask distance -o "$dir/part-$symmetry" >/dev/null 2>&1
    compare "part-$symmetry"
done
"$yomikiri" table build examples/rules/hexapawn.toml --from 'start after 3,2-2,2' --semi-strong -o "$dir/part-pawns" \
    >/dev/null 2>&1
compare part-pawns
echo "tables: all well"
