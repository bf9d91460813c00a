"""`python -m yomikiri.ray STORE`: the tasks of a table that is made task by task, run by a Ray cluster.

    pip install yomikiri ray
    yomikiri shard plan connect4:cols=5,rows=5 -o /shared/store
    python -m yomikiri.ray /shared/store --address auto

The driver asks `yomikiri shard next` which tasks can run, and hands each to Ray with the memory that it may take. All nodes
must see the folder under the same path, and have the command. If a node is lost, its tasks run again on others.
"""

import argparse
import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, Optional

# Exit codes of `shard run`: the tasks are done, or there is nothing to do; something that one of them reads is missing, or was
# damaged and set aside, so that the tasks before it are done and the others were not tried.
_DONE, _NOT_YET = 0, 3
# Rounds in which nothing is done, before the driver gives up.
_IDLE = 5
# A worker gets so many short tasks together that they take about this time, in seconds. Handing out one task takes some 20 ms.
_BATCH = 1.0
# What the command takes for itself, beside what it works in.
_PROGRAM = 64 << 20
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class DriverError(Exception):
    """A task that fails whatever is done."""


def size(text: str) -> int:
    """Reads a number of bytes, such as `512M`."""
    number, unit = (text[:-1], _UNITS[text[-1]]) if text[-1:] in _UNITS else (text, 1)
    if not number.isdecimal() or int(number) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of bytes: write 512M or 2G")
    return int(number) * unit


def _next_tasks(command: str, store: str) -> tuple[list[str], dict[str, Any]]:
    """The tasks that can run now, and how far the work has come."""
    said = subprocess.run([command, "shard", "next", store, "--json"], capture_output=True, text=True)
    if said.returncode:
        raise DriverError(said.stderr.strip())
    *tasks, standing = map(json.loads, said.stdout.splitlines())
    return [task["task"] for task in tasks], standing


def _remote(ray: Any, memory: int, retries: int) -> Any:
    """The function that runs tasks on a node, one after the other."""

    # Inside another function, so that Ray sends its code, and nodes need no Python package of ours.
    def run(command: str, store: str, tasks: tuple[str, ...]) -> tuple[int, str, float]:
        import subprocess
        import time

        words = [command, "shard", "run", store, *tasks, "-j", "1", "--max-memory", str(memory)]
        begun = time.monotonic()
        done = subprocess.run(words, capture_output=True, text=True)
        return done.returncode, done.stderr.strip(), time.monotonic() - begun

    return ray.remote(num_cpus=1, max_retries=retries, memory=memory + _PROGRAM)(run)


def _batches(tasks: list[str], seconds: dict[str, float], processors: int) -> list[tuple[str, ...]]:
    """Puts tasks together that take little time, up to `_BATCH` seconds, as long as there is work for all processors.

    `seconds` has the time of a task by its stage, where one has run.
    """
    by_stage: dict[str, list[str]] = {}
    for task in tasks:
        by_stage.setdefault(_stage(task), []).append(task)
    batches = []
    for stage, alike in by_stage.items():
        fair = -(-len(alike) // processors)
        count = max(1, min(fair, int(_BATCH / max(seconds.get(stage, _BATCH), 1e-3))))
        batches += [tuple(alike[at : at + count]) for at in range(0, len(alike), count)]
    return batches


def _stage(task: str) -> str:
    return task.split("-")[0]


def _name(batch: tuple[str, ...]) -> str:
    more = f" and {len(batch) - 1} more" if len(batch) > 1 else ""
    return batch[0] + more


def drive(
    ray: Any,
    store: str,
    *,
    command: str = "yomikiri",
    memory: int = 1 << 30,
    retries: int = 5,
    say: Callable[[str], object] = print,
) -> dict[str, Any]:
    """Runs tasks until the table is there; returns what `shard next` says then.

    `ray` is the module, after `ray.init`. Tasks of the same stage that take less than a second go to a worker together. Ray
    runs tasks again whose worker is lost, `retries` times; then the driver does, as often. Raises `DriverError` if a task fails.
    """
    remote = _remote(ray, memory, retries)
    lost: dict[tuple[str, ...], int] = {}
    seconds: dict[str, float] = {}
    idle, why, before = 0, "", -1
    while True:
        tasks, standing = _next_tasks(command, store)
        known = f" of {standing['known']}" if standing["all_known"] else ""
        say(f"{standing['done']}{known} tasks done")
        if standing["finished"]:
            return standing
        idle = idle + 1 if standing["done"] <= before else 0
        if idle == _IDLE:
            raise DriverError(f"none of the tasks that are left can be done: {why}")
        before = standing["done"]
        longest: dict[str, float] = {}
        # Asked each time, since nodes come and go.
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = {remote.remote(command, store, batch): batch for batch in _batches(tasks, seconds, processors)}
        while waiting:
            [ready], _ = ray.wait(list(waiting), num_returns=1)
            batch = waiting.pop(ready)
            try:
                code, said, took = ray.get(ready)
            except ray.exceptions.RayError as error:
                lost[batch] = lost.get(batch, 0) + 1
                if lost[batch] > retries:
                    raise DriverError(f"{_name(batch)}: its worker was lost {lost[batch]} times: {error}") from error
                say(f"{_name(batch)}: its worker was lost, and it runs again")
                waiting[remote.remote(command, store, batch)] = batch
                continue
            if code == _DONE:
                stage = _stage(batch[0])
                longest[stage] = max(longest.get(stage, 0.0), took / len(batch))
            elif code == _NOT_YET:
                why = f"{_name(batch)}: {said}"
                say(why)
            else:
                for other in waiting:
                    ray.cancel(other)
                raise DriverError(f"{_name(batch)}: {said or f'the command ended with code {code}'}")
        seconds.update(longest)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command line; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m yomikiri.ray", description="Run the tasks of a store on a Ray cluster, until the table is there."
    )
    parser.add_argument("store", metavar="STORE", help="the folder of the plan, the same path on all nodes")
    parser.add_argument("--memory", type=size, default=size("1G"), metavar="SIZE", help="the memory of a task (1G)")
    parser.add_argument("--address", help="the cluster; without it, Ray starts one on this machine")
    parser.add_argument("--command", default="yomikiri", metavar="PATH", help="the command on all nodes (yomikiri)")
    parser.add_argument("--retries", type=int, default=5, metavar="N", help="how often a lost task runs again (5)")
    args = parser.parse_args(arguments)
    if shutil.which(args.command) is None:
        print(f"error: there is no command `{args.command}`: install it, or name it with --command", file=sys.stderr)
        return 2
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        print(f"error: this needs the package ray, which is not there: pip install ray ({error})", file=sys.stderr)
        return 2
    try:
        # What is wrong with the store is told before a cluster is started.
        _next_tasks(args.command, args.store)
        ray.init(address=args.address)
        drive(ray, args.store, command=args.command, memory=args.memory, retries=args.retries)
    except (DriverError, ConnectionError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
