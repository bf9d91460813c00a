#!/usr/bin/env bash
# Runs in CI.
#
# Holds the JSON Schema of rules files to an independent implementation of JSON Schema, which is installed
# from PyPI: every example is valid, and files with a key or a value that is wrong are not. Seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$target/debug/yomikiri" ] || cargo build -q -p yomikiri-cli
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ci/venv "$dir/venv" 'jsonschema>=4,<5' 'tomli>=2,<3'
"$target/debug/yomikiri" rules schema >"$dir/schema.json"
"$dir/venv/bin/python" - "$dir/schema.json" examples/rules/*.toml <<'PYTHON'
import json
import sys

import jsonschema
import tomli

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
valid = jsonschema.Draft202012Validator(schema)
for path in sys.argv[2:]:
    with open(path, "rb") as file:
        valid.validate(tomli.load(file))
wrong = [
    'kind = "positional"',
    'rules = 2\nkind = "positional"',
    'rules = 1\nkind = "chess"',
    'rules = 1\nkind = "positional"\n[bord]\nrows = 3',
    'rules = 1\nkind = "positional"\n[board]\nrows = 0',
    'rules = 1\nkind = "positional"\n[moves]\nmarks = "mine"',
    'rules = 1\nkind = "positional"\n[full]\nweights = [1.5]',
    'rules = 1\nkind = "heaps"\n[board]\nrows = 3',
    'rules = 1\nkind = "pieces"\n[[piece]]\nmoves = [{ step = [[1, 2, 3]] }]',
    'rules = 1\nkind = "pieces"\npiece = "p"',
]
for text in wrong:
    if valid.is_valid(tomli.loads(text)):
        sys.exit(f"the schema lets this pass:\n{text}")
print(f"{len(sys.argv) - 2} examples valid, {len(wrong)} wrong files refused")
PYTHON
