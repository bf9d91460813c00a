#!/usr/bin/env bash
# Not a part of CI: it needs a nightly toolchain, and takes some minutes.
#
#     rustup toolchain install nightly --component miri,rust-src
#     ci/miri.sh
#
# Runs under Miri what reaches `unsafe` code and can be run there: the memory of transposition tables and what
# is kept in it; a search by one thread and by two, compiled for any processor and for one with instructions
# for sets of bits; the bands of grid-walk in vector registers. Sizes are smaller there (`cfg!(miri)`).
#
# What Miri cannot run: loom's threads, which are of its own making; advice to the system about huge pages and
# maps of files (system calls; tests of tables read the same bytes from memory); what Python calls
# (crates/python).
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")/miri
export CARGO_TARGET_DIR
# Proptest looks for files of earlier failures.
export MIRIFLAGS="-Zmiri-disable-isolation ${MIRIFLAGS:-}"
# A name that no test has any more must not pass.
miri() { cargo +nightly miri test --quiet "$@" | awk '{ print } /^running 0 tests/ { none = 1 } END { exit none }'; }

echo "transposition tables, and what a thread finds in them"
miri -p yomikiri --lib -- transposition alpha_beta

echo "a search, for any processor"
miri -p yomikiri-games --test games -- --exact boards::search::small_searches

echo "a search, by sets of bits"
RUSTFLAGS="-C target-feature=+bmi1,+bmi2,+lzcnt,+popcnt" miri -p yomikiri-games --test games -- --exact boards::search::small_searches

echo "grid-walk, in vectors"
miri -p yomikiri-games --test games -- --exact boards::grid_walk::small_grids
