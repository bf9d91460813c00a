#!/usr/bin/env bash
#
# By hand: `python -m yomikiri.ray`, on a cluster of three nodes on this machine, one of which is killed in the middle; the bytes
# are those of `table build`, for a game that cannot cycle and one that may. Needs Python 3 with venv and its package index (Ray
# is large).
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build -q -p yomikiri-cli
yomikiri=$(realpath -m "${CARGO_TARGET_DIR:-target}")/debug/yomikiri
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python=${PYTHON:-}
if [ -z "$python" ]; then
    python3 -m venv "$dir/venv"
    "$dir/venv/bin/pip" install --quiet ray
    python=$dir/venv/bin/python
fi
# The driver needs nothing else of the package, whose native half takes minutes to compile.
mkdir "$dir/yomikiri"
touch "$dir/yomikiri/__init__.py"
cp crates/python/python/yomikiri/ray.py "$dir/yomikiri"
export PYTHONPATH=$dir
games=("$@")
[ $# -gt 0 ] || games=(connect4:cols=4,rows=4 three-mens-morris)
for game in "${games[@]}"; do
    rm -rf "$dir/whole" "$dir/store"
    "$yomikiri" table build "$game" -o "$dir/whole" >/dev/null 2>&1
    "$yomikiri" shard plan "$game" -o "$dir/store" --shards 8 --least 500
    "$python" - "$yomikiri" "$dir/store" <<'END'
import sys
import threading

import ray
from ray.cluster_utils import Cluster
from yomikiri.ray import drive

yomikiri, store = sys.argv[1:]
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "memory": 1 << 30})
nodes = [cluster.add_node(num_cpus=1, memory=1 << 30) for _ in range(2)]
ray.init(address=cluster.address)
threading.Timer(3, lambda: cluster.remove_node(nodes[1], allow_graceful=False)).start()
print(drive(ray, store, command=yomikiri, memory=64 << 20))
alive = sum(node["Alive"] for node in ray.nodes())
assert alive == 2, alive
ray.shutdown()
cluster.shutdown()
END
    cmp "$dir/whole/table.yomikiri" "$dir/store/table.yomikiri"
done
echo "the command line, which starts a cluster of its own"
"$yomikiri" shard plan tictactoe -o "$dir/small" --shards 2 --least 50 >/dev/null
"$python" -m yomikiri.ray "$dir/small" --command "$yomikiri" --memory 64M
"$yomikiri" table info "$dir/small" >/dev/null
echo "all is well"
