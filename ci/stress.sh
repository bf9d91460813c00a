#!/usr/bin/env bash
# Runs in CI.
#
# A sample of ci/stress-full.sh: a few wrong programs as processes, at one seed each, and a right one on
# all its cases. Then the tests of the command again in a namespace of processes of its own, as in a container, whose
# session began outside. About two minutes, once the tests are built.
set -euo pipefail
cd "$(dirname "$0")/.."

# The program of the tests is called as cargo would call it, which looks through the whole workspace each time.
cargo test -q --workspace --test stress --no-run
stress=$(cargo test --workspace --test stress --no-run 2>&1 | sed -n 's/.*Executable .*(\(.*\))$/\1/p')
stress=$(realpath "$stress")
for sample in \
    "finds abc349e no-diagonals at seed 2" \
    "finds abc201d parity at seed 3" \
    "finds edpc-l i32 at seed 1" \
    "finds abc270d greedy at seed 2" \
    "finds cf787c no-loop at seed 2" \
    "finds abc261h i32 at seed 3" \
    "agrees with a right program for edpc-k"; do
    (cd crates/contest && "$stress" --quiet --ignored --exact "full: $sample")
done

alone=(unshare --user --map-root-user --pid --fork --mount-proc)
if "${alone[@]}" true 2> /dev/null; then
    "${alone[@]}" cargo test -q --workspace --test cli -- stress
else
    echo "stress: this machine makes no namespaces of processes; the tests ran in the one they were started in"
fi
