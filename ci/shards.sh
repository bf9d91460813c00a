#!/usr/bin/env bash
# Runs in CI.
#
# Tables made task by task, by the real command: workers killed at random moments (20 times, or as often as the first
# argument says), two of them on one store, and the bytes of `table build` in the end; make and GNU parallel, and both and
# xargs with 64 shards a tier, most of them of one position (or as many as the second argument says); a disk that is full; the
# files of a store read in plain Python, from the book's page alone; the values for KubeRay. On a schedule:
# `ci/shards.sh 200 1000`.
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${1:-20}
shards=${2:-64}

yomikiri=$(realpath -m "${CARGO_TARGET_DIR:-target}")/debug/yomikiri
# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$yomikiri" ] || cargo build -q -p yomikiri-cli
command -v make >/dev/null || ci/install make
parallel --version 2>/dev/null | grep -q '^GNU parallel' || ci/install parallel
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# Kills the workers of a game: `killed NAME STAGE OPTION...`, a file of which stage is taken away, and how the game is cut.
killed() {
    local name=$1 stage=$2 store=$dir/killed-$1 file
    shift 2
    "$yomikiri" shard plan "$name" -o "$store" "$@"
    for ((kill = 0; kill < kills; kill++)); do
        "$yomikiri" shard work "$store" -j 2 --max-memory 16M >/dev/null 2>&1 &
        local first=$!
        "$yomikiri" shard work "$store" -j 1 --max-memory 8M >/dev/null 2>&1 &
        local second=$!
        sleep "0.$((RANDOM % 10))$((RANDOM % 10))"
        kill -9 $first $second 2>/dev/null || true
        wait $first $second 2>/dev/null || true
        # Workers that were quicker than their kill: something is taken away.
        if [ -e "$store/table.yomikiri" ]; then
            cmp "$dir/whole-$name/table.yomikiri" "$store/table.yomikiri"
            rm "$store/table.yomikiri"
            for file in "$store/$stage-$((RANDOM % 15 + 1))"-*; do
                rm -f "$file"
            done
        fi
    done
    # What they had claimed when they were killed is free at once.
    "$yomikiri" shard work "$store" -j 2 --lease 3600
    cmp "$dir/whole-$name/table.yomikiri" "$store/table.yomikiri"
    [ -z "$(find "$store" -name 'part-*' -o -name 'claim-*')" ]
}

game=connect-k:cols=5,rows=4,line=4
morris=three-mens-morris
for name in $game $morris; do
    "$yomikiri" table build $name --ask distance -o "$dir/whole-$name" >/dev/null 2>&1
done

echo "kills"
killed $game values --ask distance --shards 16 --least 5000
killed $morris back --ask distance --shards 16 --least 100

echo "make"
"$yomikiri" shard plan $game --ask distance -o "$dir/made" --shards 8 --least 20000 >/dev/null
"$yomikiri" shard make "$dir/made" >"$dir/made.mk"
make -s -j 2 -f "$dir/made.mk" >/dev/null
cmp "$dir/whole-$game/table.yomikiri" "$dir/made/table.yomikiri"

echo "GNU parallel"
# The loop of the book, word for word, with tasks of which one fails at first.
loop=$(awk '/^```/ { inside = $0 == "```sh"; next } inside' book/src/shards.md | grep -B 1 -A 1 'parallel --jobs')
"$yomikiri" shard plan $morris --ask distance -o "$dir/store" --shards 4 --least 100 >/dev/null
mkdir "$dir/bin"
printf '#!/bin/sh\n[ "$2 $4" != "run back-2-1" ] || [ -e failed ] || { touch failed; exit 1; }\nexec "%s" "$@"\n' \
    "$yomikiri" >"$dir/bin/yomikiri"
chmod +x "$dir/bin/yomikiri"
if (cd "$dir" && PATH=$dir/bin:$PATH bash -c "$loop") >/dev/null 2>&1; then
    echo "the loop has to stop where a task fails" >&2
    exit 1
fi
[ -e "$dir/failed" ] && [ ! -e "$dir/store/table.yomikiri" ]
(cd "$dir" && PATH=$dir/bin:$PATH bash -c "$loop") >/dev/null 2>&1
cmp "$dir/whole-$morris/table.yomikiri" "$dir/store/table.yomikiri"

echo "$shards shards a tier"
"$yomikiri" table build tictactoe -o "$dir/whole-many" >/dev/null 2>&1
many() { "$yomikiri" shard plan tictactoe -o "$1" --shards "$shards" --least 1 >/dev/null; }
same() { cmp "$dir/whole-many/table.yomikiri" "$1/table.yomikiri"; }
many "$dir/many-work"
"$yomikiri" shard work "$dir/many-work" -j 2 >/dev/null 2>&1
many "$dir/many-make"
"$yomikiri" shard make "$dir/many-make" >"$dir/many.mk"
make -s -j 2 -f "$dir/many.mk" >/dev/null
for loop in 'xargs -P 2 -n 50' 'parallel --jobs 2 -n 50'; do
    store=$dir/many-${loop%% *}
    many "$store"
    while "$yomikiri" shard next "$store" >"$dir/next" 2>/dev/null && [ -s "$dir/next" ]; do
        $loop "$yomikiri" shard run "$store" <"$dir/next" >/dev/null 2>&1
    done
done
for engine in work make xargs parallel; do same "$dir/many-$engine"; done

echo "a full disk"
# A file system of 2 MB in memory, in a space of names of its own, so that nobody has to be root.
full() {
    mount -t tmpfs -o size=2m tmpfs "$1"
    local code=0
    "$yomikiri" shard plan "$2" --ask distance -o "$1/store" --shards 4 --least 20000 >/dev/null
    "$yomikiri" shard work "$1/store" -j 2 >/dev/null 2>"$1.log" || code=$?
    [ "$code" = 3 ]
    grep -q 'No space left' "$1.log"
    # What could not be written is gone, and the task is done once there is room.
    [ -z "$(find "$1/store" -name 'part-*' -o -name 'claim-*')" ]
    mount -o remount,size=100m "$1"
    "$yomikiri" shard work "$1/store" -j 2 >/dev/null 2>&1
    cmp "$3" "$1/store/table.yomikiri"
}
mkdir "$dir/full"
if unshare --map-root-user --mount true 2>/dev/null; then
    export yomikiri
    export -f full
    unshare --map-root-user --mount bash -euo pipefail -c 'full "$@"' - "$dir/full" $game "$dir/whole-$game/table.yomikiri"
else
    echo "not tried: the system lets nobody mount a file system"
fi

echo "the reader in Python"
ci/venv "$dir/venv" zstandard blake3 pyyaml
"$dir/venv/bin/python" ci/shards.py "$dir/made" "$dir/whole-$game" examples
"$dir/venv/bin/python" ci/shards.py "$dir/killed-$morris" "$dir/whole-$morris" examples
for ask in winner margin distance; do
    "$yomikiri" table build $morris --ask $ask --symmetry no -o "$dir/whole-$ask" >/dev/null 2>&1
    "$yomikiri" shard plan $morris --ask $ask --symmetry no -o "$dir/cyclic-$ask" --shards 5 --least 100 >/dev/null
    "$yomikiri" shard work "$dir/cyclic-$ask" -j 2 >/dev/null
    "$dir/venv/bin/python" ci/shards.py "$dir/cyclic-$ask" "$dir/whole-$ask" examples
done
echo "values for KubeRay"
"$dir/venv/bin/python" ci/kuberay.py examples/kuberay.yaml crates/python/python/yomikiri/ray.py
echo "all is well"
