#!/usr/bin/env python3
"""Measures tables made task by task against `table build -j 2`, in turn: processor seconds and seconds of the clock.

    cargo build --release -p yomikiri-cli
    bench/shards.py                                         # connect4 with 5 columns and 5 rows
    bench/shards.py six-mens-morris --ask distance --shards 16
    bench/shards.py --ray                                   # Ray's two local workers as well: needs `pip install ray`

Each way must make the same bytes. Files go to --dir, which should be a disk without other work, or memory (/dev/shm).
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def timed(run):
    """Runs something; returns the processor seconds of all programs that it waited for, and seconds of the clock."""

    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    clock, before = time.monotonic(), spent()
    run()
    return spent() - before, time.monotonic() - clock


def main():
    parser = argparse.ArgumentParser(description="Measure tables made task by task.")
    parser.add_argument("game", nargs="?", default="connect4:cols=5,rows=5")
    parser.add_argument("--ask", default="winner")
    parser.add_argument("--shards", type=int, nargs="+", default=[16, 64])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--yomikiri", default=str(ROOT / "target/release/yomikiri"))
    parser.add_argument("--dir", default=None)
    args = parser.parse_args()
    if args.ray:
        import importlib.util

        import ray

        # The file alone: the package would need its native half.
        spec = importlib.util.spec_from_file_location("driver", ROOT / "crates/python/python/yomikiri/ray.py")
        driver = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(driver)
        # The cluster is there before the clock starts, as users' clusters are.
        ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
        ray.get([ray.remote(lambda: time.sleep(0.5)).remote() for _ in range(2)])

    times = {}
    for _ in range(args.rounds):
        with tempfile.TemporaryDirectory(dir=args.dir) as place:
            place = Path(place)

            def command(*words):
                words = [args.yomikiri, *map(str, words)]
                subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

            def measure(name, run, made):
                times.setdefault(name, []).append(timed(run))
                table = (made / "table.yomikiri").read_bytes()
                assert table == (place / "whole/table.yomikiri").read_bytes(), f"{name}: other bytes"

            whole = place / "whole"
            build = lambda: command("table", "build", args.game, "--ask", args.ask, "-o", whole, "-j", 2)
            measure("table build -j 2", build, whole)
            for shards in args.shards:
                for way in ["work", "ray"] if args.ray else ["work"]:
                    store = place / f"{way}-{shards}"
                    command("shard", "plan", args.game, "--ask", args.ask, "-o", store, "--shards", shards)
                    if way == "work":
                        work = lambda: command("shard", "work", store, "-j", 2)
                    else:
                        quiet = {"memory": 256 << 20, "say": lambda _: None}
                        work = lambda: driver.drive(ray, str(store), command=args.yomikiri, **quiet)
                    measure(f"{way}, {shards} shards", work, store)
                    shutil.rmtree(store)
    print(f"{args.game}, --ask {args.ask}, {args.rounds} rounds, load {os.getloadavg()[0]:.0f}; medians")
    base = [statistics.median(column) for column in zip(*times["table build -j 2"])]
    for name, all_of in times.items():
        processor, clock = (statistics.median(column) for column in zip(*all_of))
        line = f"{name:20} {clock:7.1f} s of the clock ({clock / base[1]:.2f})"
        # Ray's workers are not waited for by this program.
        if not name.startswith("ray"):
            line += f" {processor:7.1f} s of processors ({processor / base[0]:.2f})"
        print(line)


if __name__ == "__main__":
    main()
