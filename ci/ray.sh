#!/usr/bin/env bash
# Runs in CI.
#
# `python -m yomikiri.ray` on a real Ray (of PyPI): a cluster of three nodes on this machine. While one is at a task it is
# killed; in a second game, whose play may cycle, the worker that is at a task. The bytes are those of `table build`. Needs
# Python 3 with venv and its package index. Arguments name other games; SHARDS and LEAST say how they are cut.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$target/debug/yomikiri" ] || cargo build -q -p yomikiri-cli
# A copy, since other stages may build the command meanwhile.
yomikiri=$dir/yomikiri
cp "$target/debug/yomikiri" "$yomikiri"
python=${PYTHON:-}
if [ -z "$python" ]; then
    ci/venv "$dir/venv" 'ray>=2.40,<3'
    python=$dir/venv/bin/python
fi
# The driver needs nothing else of the package, whose native half takes minutes to compile.
mkdir -p "$dir/python/yomikiri"
touch "$dir/python/yomikiri/__init__.py"
cp crates/python/python/yomikiri/ray.py "$dir/python/yomikiri"
export PYTHONPATH=$dir/python RAY_USAGE_STATS_ENABLED=0

# The command as the nodes have it: the first worker of a store stops in the middle of a task, and lasts as long as Ray's does.
cat >"$dir/command" <<END
#!/usr/bin/env bash
if [ "\$2" = work ] && mkdir "\$3/begun" 2>/dev/null; then
    "$yomikiri" "\$@" &
    while sleep 0.02 && kill -STOP \$! && ! grep -qs " \$! " "\$3"/claim-*; do kill -CONT \$!; done
    # One that ended before has shown nothing, and fails the test.
    kill -0 \$! || exit 2
    echo \$PPID >"\$3/worker.new"
    mv "\$3/worker.new" "\$3/worker"
    tail --pid=\$PPID -f /dev/null
    kill -KILL \$!
    exit 1
fi
exec "$yomikiri" "\$@"
END
chmod +x "$dir/command"

games=("$@")
[ $# -gt 0 ] || games=(connect4:cols=4,rows=4 three-mens-morris)
stores=()
for game in "${games[@]}" tictactoe; do
    store=$dir/store-${#stores[@]}
    "$yomikiri" table build "$game" -o "$store-whole" >/dev/null 2>&1
    "$yomikiri" shard plan "$game" -o "$store" --shards "${SHARDS:-16}" --least "${LEAST:-50}" >/dev/null
    stores+=("$store")
done
timeout 1800 "$python" - "$dir/command" "$yomikiri" "${stores[@]}" <<'END'
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster
from yomikiri.ray import drive

slow, command, *stores, last = sys.argv[1:]
# The head runs no tasks: a cluster does not outlive it.
soon = {"health_check_period_ms": 1000, "health_check_failure_threshold": 3}
head = {"num_cpus": 0, "include_dashboard": False, "_system_config": soon}
cluster = Cluster(initialize_head=True, head_node_args=head)
nodes = [cluster.add_node(wait=False, num_cpus=1, memory=1 << 30) for _ in range(2)]
cluster.wait_for_nodes(timeout=120)
ray.init(address=cluster.address, logging_level="ERROR", log_to_driver=False)


def kill(store, whole_node):
    """Kills the worker that is at the task that does not end, or its node."""
    told = Path(store, "worker")
    while not told.exists():
        time.sleep(0.1)
    worker = int(told.read_text())
    raylet = int(Path(f"/proc/{worker}/status").read_text().split("PPid:")[1].split()[0])
    [node] = [node for node in nodes if node.all_processes["raylet"][0].process.pid == raylet]
    if whole_node:
        nodes.remove(node)
        cluster.remove_node(node, allow_graceful=False)
    else:
        os.kill(worker, signal.SIGKILL)
    print("a node is killed" if whole_node else "a worker is killed", flush=True)


for store in stores:
    print(store, flush=True)
    killer = threading.Thread(target=kill, args=[store, store == stores[0]], daemon=True)
    killer.start()
    print(drive(ray, store, command=slow, memory=64 << 20, say=lambda line: None), flush=True)
    killer.join()
print("the command line", flush=True)
words = [last, "--address", "auto", "--command", command, "--memory", "64M"]
subprocess.run([sys.executable, "-m", "yomikiri.ray", *words], check=True, stdout=subprocess.DEVNULL)
ray.shutdown()
cluster.shutdown()
END
for store in "${stores[@]}"; do
    cmp "$store-whole/table.yomikiri" "$store/table.yomikiri"
done
echo "all is well"
