#!/usr/bin/env bash
# Runs in CI.
#
# A sample of ci/stress-full.sh: a few wrong programs as processes, at one seed each. Seconds, once the
# tests are built.
set -euo pipefail
cd "$(dirname "$0")/.."

for sample in \
    "abc349e no-diagonals at seed 2" \
    "abc201d parity at seed 3" \
    "edpc-l i32 at seed 1" \
    "cf787c no-loop at seed 2" \
    "abc261h i32 at seed 3"; do
    cargo test -q -p yomikiri-catalog --test stress -- --ignored --exact "full: finds $sample"
done
