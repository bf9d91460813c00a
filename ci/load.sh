#!/usr/bin/env bash
# Run by hand: how much the server bears. Needs python3, and wrk (apt-get install wrk).
#
# Prints requests a second for a position that is known already, then the time of /healthz and the
# memory in use while 200 clients ask what takes every solver longer than it gets. Times depend on
# what else the machine does: note that with the figures.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
profile=${1:-release}
[ "$profile" = release ] && cargo build -q --release -p yomikiri-cli

address=$(mktemp)
"$target/$profile/yomikiri" serve --no-open >"$address" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -f "$address"' EXIT
for _ in $(seq 100); do
    [ -s "$address" ] && break
    sleep 0.1
done
url=$(head -n 1 "$address")
wrk -t1 -c32 -d5s "$url/api/v1/position?game=tictactoe" | grep -E 'Requests/sec|Latency|Non-2xx' || true
python3 - "$url" "$server" <<'PY'
import asyncio, sys, time
from urllib.parse import urlparse

url, server = urlparse(sys.argv[1]), sys.argv[2]

async def get(path):
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return int(answer.split(b" ", 2)[1]), time.perf_counter() - began

def memory():
    with open(f"/proc/{server}/status") as about:
        return next(int(line.split()[1]) // 1024 for line in about if line.startswith("VmHWM"))

async def main():
    heavy = [
        asyncio.create_task(get(f"/api/v1/position?game=connect4:cols=8,rows=7&position={a}{b}{c}"))
        for a in range(1, 9) for b in range(1, 6) for c in range(1, 6)
    ]
    await asyncio.sleep(0.3)
    health = []
    while not all(task.done() for task in heavy):
        status, took = await get("/healthz")
        assert status == 200
        health.append(took)
        await asyncio.sleep(0.01)
    answers = [await task for task in heavy]
    health.sort()
    codes = sorted({status for status, _ in answers})
    print(f"{len(heavy)} heavy questions: codes {codes}, slowest {max(t for _, t in answers):.2f} s")
    print(f"/healthz meanwhile: {len(health)} times, median {health[len(health) // 2] * 1e3:.1f} ms, "
          f"p99 {health[int(len(health) * 0.99)] * 1e3:.1f} ms; peak memory {memory()} MiB")

asyncio.run(main())
PY
