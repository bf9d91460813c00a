#!/usr/bin/env bash
# Runs in CI.
#
# Tests the HTTP API against its own OpenAPI description with schemathesis: generated questions, good
# and bad, may get no answer that the description does not name (so no 5xx but the 503 that it
# documents) and none of another form. schemathesis comes from pip into target/api. About a minute.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

if [ ! -x "$target/api/bin/schemathesis" ]; then
    ci/venv "$target/api" 'schemathesis>=4,<5'
fi

# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$target/debug/yomikiri" ] || cargo build -q -p yomikiri-cli
address=$(mktemp)
"$target/debug/yomikiri" serve --no-open >"$address" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -f "$address"' EXIT
for _ in $(seq 100); do
    [ -s "$address" ] && break
    sleep 0.1
done
# (What it remembers of a run goes where it runs.)
url="$(head -n 1 "$address")/api/v1/openapi.json"
cd "$target/api"
bin/schemathesis run "$url" \
    --max-examples 40 --seed 1 --no-color \
    --checks response_schema_conformance,status_code_conformance,content_type_conformance,response_headers_conformance,negative_data_rejection,unsupported_method
# It has survived all of it.
kill -0 "$server"
