"""`python -m yomikiri.ray STORE`: builds a table task by task on a Ray cluster.

    pip install yomikiri ray
    yomikiri shard plan connect4:cols=5,rows=5 -o /shared/store
    python -m yomikiri.ray /shared/store --address auto

The driver lets Ray run workers (`yomikiri shard work`), each on one processor and with its share of the memory, as
long as there are tasks. The workers claim tasks by files in the store. All nodes must see the folder under the same
path, and have the command. If a node is lost, other workers take over its tasks.
"""

import argparse
import importlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Optional

# Exit codes of `shard work`: the table is there, or the shift is over; bad input, with which all workers fail. With any other, a
# limit or a signal that took one away, the next one may do better.
_DONE, _BAD_INPUT = 0, 2
# A worker begins no task after so many seconds: then others may have its processor, and it may come back.
_SHIFT = 30
# After so many seconds without a sign of life a worker of another machine is taken to be lost.
_LEASE = 20
# Workers for each processor: those that wait take over from those whose shift is over, and ask a cluster to grow.
_WAITING = 2
# Seconds after which the driver looks how far the work has come.
_LOOK = 1.0
# Seconds that workers have to see that the table is there.
_END = 5.0
# What the command takes for itself, beside what it works in.
_PROGRAM = 64 << 20
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class DriverError(Exception):
    """A failure that another try cannot mend."""


class _Failed(Exception):
    """What may go better the next time."""


def size(text: str) -> int:
    """Reads a number of bytes, such as `512M`."""
    number, unit = (text[:-1], _UNITS[text[-1]]) if text[-1:] in _UNITS else (text, 1)
    if not number.isdecimal() or int(number) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of bytes: write 512M or 2G")
    return int(number) * unit


def _look(command: str, store: str) -> dict[str, Any]:
    """How far the work has come."""
    said = subprocess.run([command, "shard", "next", store, "--json"], capture_output=True, text=True)
    if said.returncode:
        raise (DriverError if said.returncode == _BAD_INPUT else _Failed)(said.stderr.strip())
    standing: dict[str, Any] = json.loads(said.stdout.splitlines()[-1])
    return standing


def _remote(ray: Any, memory: int, retries: int) -> Any:
    """The function that lets a worker work for a shift."""

    # Inside another function, so that Ray sends its code, and nodes need no Python package of ours.
    def work(words: list[str]) -> tuple[int, str]:
        import subprocess

        done = subprocess.run(words, capture_output=True, text=True)
        faults = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
        return done.returncode, "\n".join(faults).strip()

    return ray.remote(num_cpus=1, max_retries=retries, memory=memory + _PROGRAM)(work)


def drive(
    ray: Any,
    store: str,
    *,
    command: str = "yomikiri",
    memory: int = 1 << 30,
    retries: int = 5,
    say: Callable[[str], object] = print,
) -> dict[str, Any]:
    """Runs workers until the table is complete; returns the last report of `shard next`.

    `ray` is the module, after `ray.init`. Raises `DriverError` if workers fail or are lost more than `retries` times
    without a finished task in between; before that, Ray has restarted a lost worker `retries` times itself.
    """
    remote = _remote(ray, memory, retries)
    words = [command, "shard", "work", store, "-j", "1", "--max-memory", str(memory)]
    words += ["--shift", str(_SHIFT), "--lease", str(_LEASE)]
    working: list[Any] = []
    failed, before = 0, -1

    def fail(why: str, final: bool = False) -> None:
        nonlocal failed
        failed += 1
        say(why)
        if final or failed > retries:
            raise DriverError(why)

    try:
        while True:
            try:
                standing = _look(command, store)
            except _Failed as error:
                fail(str(error))
                time.sleep(_LOOK)
                continue
            # There are fewer where a file was set aside, which is progress as well.
            if standing["done"] != before:
                failed, before = 0, standing["done"]
                known = f" of {standing['known']}" if standing["all_known"] else ""
                say(f"{before}{known} tasks done")
            if standing["finished"]:
                if working:  # They see it as well, and end. Those that Ray has not started yet never will.
                    _, working = ray.wait(working, num_returns=len(working), timeout=_END)
                for worker in working:
                    ray.cancel(worker)
                return standing
            # Asked each time, since nodes come and go.
            processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
            wanted = min(standing["ready"], _WAITING * processors)
            working += [remote.remote(words) for _ in range(len(working), max(1, wanted))]
            ray.wait(working, num_returns=1, timeout=_LOOK)
            # More than one may have ended: a look at a large store takes a while.
            ended, working = ray.wait(working, num_returns=len(working), timeout=0)
            for worker in ended:
                try:
                    code, why = ray.get(worker)
                except ray.exceptions.RayError as error:
                    code, why = None, f"a worker was lost: {error}"
                if code == _DONE:
                    continue
                fail(why or f"a worker ended with code {code}", code == _BAD_INPUT)
    except BaseException:
        for worker in working:
            ray.cancel(worker)
        raise


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command line; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m yomikiri.ray", description="Work on a store with a Ray cluster, until the table is complete."
    )
    parser.add_argument("store", metavar="STORE", help="the folder of the plan, the same path on all nodes")
    parser.add_argument("--memory", type=size, default=size("1G"), metavar="SIZE", help="the memory of a worker (1G)")
    parser.add_argument("--address", help="the cluster; without it, Ray starts one on this machine")
    parser.add_argument("--command", default="yomikiri", metavar="PATH", help="the command on all nodes (yomikiri)")
    often = "how often workers may be lost or fail while no task is done (5)"
    parser.add_argument("--retries", type=int, default=5, metavar="N", help=often)
    args = parser.parse_args(arguments)
    # A path is the same on all nodes; a name is looked up by each.
    command = os.path.abspath(args.command) if os.path.dirname(args.command) else args.command
    if shutil.which(command) is None:
        print(f"error: there is no command `{args.command}`: install it, or name it with --command", file=sys.stderr)
        return 2
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        print(f"error: this needs the package ray, which is not there: pip install ray ({error})", file=sys.stderr)
        return 2
    try:
        # What is wrong with the store is told before a cluster is started.
        store = args.store if "://" in args.store else os.path.abspath(args.store)
        _look(command, store)
        ray.init(address=args.address)
        drive(ray, store, command=command, memory=args.memory, retries=args.retries)
    except (DriverError, ConnectionError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except _Failed as error:
        print(f"error: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
