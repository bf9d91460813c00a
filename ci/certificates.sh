#!/usr/bin/env bash
# Runs in CI.
#
# The second checker, in Python, has to say of every certificate that the tests make, forge and flip what
# the first one says. The files and the verdicts are left behind by the test `certificates`.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v python3 > /dev/null; then
    echo "skipped: there is no python3"
    exit 0
fi
# The test stage has left them.
if ! ls "${CARGO_TARGET_DIR:-target}"/tmp/certificates/*/verdicts > /dev/null 2>&1; then
    cargo test --workspace --test certificates -- shelved forgery flipped strategies threats
    cargo test -p yomikiri-check --test strategies
fi
python3 - "${CARGO_TARGET_DIR:-target}/tmp/certificates" <<'END'
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "ci")
import check_certificate as checker

compared = proved = 0
for verdicts in sorted(pathlib.Path(sys.argv[1]).glob("*/verdicts")):
    for line in verdicts.read_text(encoding="utf-8").rstrip("\n").split("\n"):
        name, expected = line.split("\t")
        try:
            with open(verdicts.parent / name, "rb") as source:
                checker.check(source, 1 << 20)
            said = "proved"
        except checker.Rejected as fault:
            reason, at = fault.args
            said = f"rejected: {reason}" + ("" if at is None else f" at {at}")
        if said != expected:
            sys.exit(f"{verdicts.parent / name}: {said!r}, but the first checker says {expected!r}")
        compared += 1
        proved += said == "proved"
if proved < 500 or compared - proved < 500:
    sys.exit(f"only {compared} certificates, {proved} of them good")
# What is too much is refused, and not held: the files are small, and what they hold or promise is not.
bounded = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("too-much/*.proof")):
    try:
        with open(path, "rb") as source:
            checker.check(source, 8)
        sys.exit(f"{path}: proved within a limit of 8 positions")
    except MemoryError:
        bounded += 1
if bounded < 4:
    sys.exit(f"only {bounded} files that are too much")
print(f"both checkers agree on {compared} certificates: {proved} proved, {compared - proved} rejected")
END
