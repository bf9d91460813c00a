#!/usr/bin/env bash
# Run by hand, or on a schedule; about half an hour on one core. Every known wrong program, as a
# process, at three seeds: found within 60 s, made small, explained by a line that is played through.
# A right program for each problem: 10,000 cases. Writes bench/record/DATE-stress.md.
set -euo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# One at a time: the times are those of one core.
cargo test -p yomikiri-contest --test stress -- --ignored --test-threads=1 --nocapture full | tee "$log"

# rows NAME NUMBERS: what the trials wrote, each behind its own name, as rows of a table.
rows() {
    grep -oE "(^| )$1( \| [0-9.]+){$2}\$" "$log" | sed 's/^ *//; s/.*/| & |/'
}

record="bench/record/$(date +%F)-stress.md"
{
    echo "# Wrong programs found by \`stress\`, $(date +%F)"
    echo
    echo "Machine: $(uname -m), $(uname -s) $(uname -r), one thread. Commit: $(git rev-parse --short HEAD)."
    echo "Toolchain: $(rustc --version), the test profile. Command: \`ci/stress-full.sh\`. Every finding was"
    echo "checked against a right program, held to be a local minimum, and its explanation played through."
    echo
    echo "| program and flaw | seed | cases | seconds to find | seconds in all | bytes found | bytes at last | steps | tries |"
    echo "|---|---|---|---|---|---|---|---|---|"
    rows '[a-z][a-z0-9-]* [a-z0-9-]+' 8
    echo
    echo "Right programs:"
    echo
    echo "| problem | cases without a difference | seconds | cases/s |"
    echo "|---|---|---|---|"
    rows '[a-z][a-z0-9-]*' 3
    echo
    grep -E '^test result' "$log"
} >"$record"
echo "wrote $record"
