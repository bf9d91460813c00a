#!/usr/bin/env bash
# Runs in CI.
#
# The book's programs that know a game, in Python, C++ and JavaScript: the laws on each, known values, and every
# position of tic-tac-toe against the game of that name. Needs a C++ compiler and node; installs what is not there
# with apt-get. Seconds. Then a crate outside of the workspace with a game of its own, examples/rust-game: its laws, the
# verbs on it, and that it compiles as a crate of its own (half a minute, since ours are checked once more).
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
yomikiri=$target/debug/yomikiri
# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$yomikiri" ] || cargo build -q -p yomikiri-cli
command -v c++ >/dev/null || ci/install g++
command -v node >/dev/null || ci/install nodejs
dir=$(mktemp -d)
trap 'rm -rf "$dir" examples/rust-game/Cargo.lock' EXIT
c++ -O2 -std=c++17 -Wall -Wextra -Werror -o "$dir/tictactoe" examples/program/tictactoe.cpp

value() { # VALUE GAME ARGUMENTS
    local wanted=$1 found
    shift
    found=$("$yomikiri" solve "$@" | head -n 1)
    if [ "$found" != "$wanted" ]; then
        echo "$*: $found, not $wanted"
        exit 1
    fi
}
python="program:command=./examples/program/two_heaps.py"
cpp="program:command=$dir/tictactoe"
js="program:command=node examples/program/dodgem.js"
for game in "$python" "$cpp" "$js"; do
    "$yomikiri" rules check "$game" 2>&1
done
value "first 5" "$python" --ask distance
value "second" "$python" "3,6:first"
value "draw" "$cpp"
# Winning Ways, chapter 22: on 3 x 3 cells the first player wins.
value "first" "$js"
"$yomikiri" prove "$js" -o "$dir/dodgem.proof"
"$yomikiri" check "$dir/dodgem.proof" > /dev/null

python3 - > "$dir/positions" <<'PYTHON'
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
found, todo = set(), ["........."]
while todo:
    p = todo.pop()
    if p in found:
        continue
    found.add(p)
    if not any(p[a] != "." and p[a] == p[b] == p[c] for a, b, c in LINES):
        todo += [p[:i] + "xo"[p.count(".") % 2 == 0] + p[i + 1 :] for i in range(9) if p[i] == "."]
for p in sorted(found):
    print("/".join((p[0:3], p[3:6], p[6:9])))
PYTHON
for ask in winner distance; do
    for game in tictactoe "$cpp"; do
        "$yomikiri" solve "$game" --ask $ask --positions "$dir/positions" > "$dir/$ask-${game%%:*}"
    done
    cmp "$dir/$ask-tictactoe" "$dir/$ask-program"
done
echo "$(wc -l < "$dir/positions") positions of tic-tac-toe are the same"

# The crate is a workspace of its own, for which all of ours would be compiled once more: below it is only checked. The test
# stage has compiled its source as an example of the command's crate.
lines=$(wc -l < examples/rust-game/src/main.rs)
[ "$lines" -lt 150 ] || { echo "examples/rust-game has $lines lines"; exit 1; }
cargo test -q --workspace --example quarto
quarto=$target/debug/examples/quarto
[ -x "$quarto" ] || cargo build -q --workspace --example quarto
own() { # VALUE ARGUMENTS
    local wanted=$1 found
    shift
    found=$("$quarto" "$@" 2> "$dir/said" | head -n 1) || { cat "$dir/said"; exit 1; }
    [ "$found" = "$wanted" ] || { echo "quarto $*: $found, not $wanted"; exit 1; }
}
# The first one by plain recursion in test_rules.py, the second one by a search written a second time in C++.
own second solve quarto:side=2
own second solve quarto
"$quarto" games | grep -q '^quarto '
"$quarto" games | grep -q '^tictactoe '
"$quarto" rules check quarto:side=2 2>&1 | grep -q 'every law holds'
"$quarto" table build quarto:side=2 --ask distance -o "$dir/table" > /dev/null 2>&1
"$quarto" table verify "$dir/table" > /dev/null 2>&1
"$quarto" prove quarto:side=2 -o "$dir/quarto.proof" > /dev/null 2>&1
"$quarto" check "$dir/quarto.proof" | tail -n 1 | grep -q '^proved$'
echo a | "$quarto" play quarto:side=2 --plain > /dev/null
if "$quarto" solve quarto:side=9 > /dev/null 2>&1; then exit 1; else [ $? = 2 ]; fi
"$yomikiri" check "$dir/quarto.proof" > /dev/null
echo "a crate of $lines lines has every verb on its own game"

# With the versions of the workspace, and in its folder with its settings: others' crates, which the lints have checked, are
# not checked once more.
cp Cargo.lock examples/rust-game/Cargo.lock
CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=false CARGO_PROFILE_DEV_LTO=off CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL=0 \
    CARGO_TARGET_DIR=$target cargo check -q --manifest-path examples/rust-game/Cargo.toml
