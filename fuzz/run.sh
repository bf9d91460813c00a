#!/usr/bin/env bash
# Fuzzes a target for some seconds on the stable toolchain: fuzz/run.sh TARGET [SECONDS [OPTION...]]
set -euo pipefail
cd "$(dirname "$0")"
target=$1 seconds=${2:-60}
shift $(($# < 2 ? $# : 2))
# The coverage that cargo-fuzz asks of the compiler.
export RUSTFLAGS="--cfg fuzzing -C passes=sancov-module -C llvm-args=-sanitizer-coverage-level=4 \
-C llvm-args=-sanitizer-coverage-inline-8bit-counters -C llvm-args=-sanitizer-coverage-pc-table \
-C llvm-args=-sanitizer-coverage-trace-compares -C codegen-units=1 -C debug-assertions"
triple=$(rustc -vV | sed -n 's/^host: //p')
cargo build --quiet --release --target "$triple" --bin "$target"
output=$(cargo metadata --format-version 1 --no-deps | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p artifacts
"$output/$triple/release/$target" "$work" "corpus/$target" -artifact_prefix=artifacts/ -max_total_time="$seconds" \
    -rss_limit_mb=1024 -timeout=10 "$@"
