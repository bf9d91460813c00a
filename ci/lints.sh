#!/usr/bin/env bash
# Runs in CI.
#
# Clippy and the documentation of all crates; a warning is an error. Beside the other stages, since a chain of crates
# that wait for each other leaves one processor idle.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo clippy --workspace --all-targets -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
