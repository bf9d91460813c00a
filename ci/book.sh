#!/usr/bin/env bash
# Run by hand, or on a schedule: builds the book, which needs mdbook.
#
# mdbook takes minutes to compile (`cargo install mdbook --locked`), so this is no part of .ci/run. The
# plain test run checks the book's links: crates/cli/tests/links.rs.
set -euo pipefail
cd "$(dirname "$0")/.."
mdbook build book
echo "built target/book/index.html"
