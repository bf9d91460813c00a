#!/usr/bin/env python3
"""Runs the tasks of a store of Yomikiri on a Ray cluster, until the table is there.

    pip install ray
    yomikiri shard plan connect4:cols=5,rows=5 -o /shared/store
    shards_on_ray.py /shared/store [--memory 1G] [--address auto] [--yomikiri PATH]

All nodes must see the folder under the same path, and have the command. Ray puts the tasks of a lost node on another one. A
task that comes upon a damaged file sets it aside and fails; the file's own task is then listed again.
"""

import argparse
import json
import subprocess

import ray

UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
# Exit codes of `shard run`: done; something that the task reads is missing, or was damaged and set aside.
DONE, NOT_YET = 0, 3
# Rounds in which nothing is done, before the driver gives up.
IDLE = 5


def size(text):
    return int(text[:-1]) * UNITS[text[-1]] if text[-1] in UNITS else int(text)


def next_tasks(yomikiri, store):
    """The tasks that can run now, and how far the work has come."""
    said = subprocess.run([yomikiri, "shard", "next", store, "--json"], check=True, capture_output=True, text=True)
    *tasks, standing = map(json.loads, said.stdout.splitlines())
    return [task["task"] for task in tasks], standing


@ray.remote(num_cpus=1, max_retries=-1)
def run(yomikiri, store, task, memory):
    """Runs a task: its name, its exit code, what it said."""
    command = [yomikiri, "shard", "run", store, task, "-j", "1", "--max-memory", str(memory)]
    done = subprocess.run(command, capture_output=True, text=True)
    return task, done.returncode, done.stderr.strip()


def drive(yomikiri, store, memory, say=print):
    """Runs tasks until nothing is left."""
    idle = 0
    # What the program takes for itself comes on top.
    remote = run.options(memory=memory + (64 << 20))
    while True:
        tasks, standing = next_tasks(yomikiri, store)
        if standing["finished"]:
            return standing
        done = 0
        waiting = [remote.remote(yomikiri, store, task, memory) for task in tasks]
        while waiting:
            (ready,), waiting = ray.wait(waiting)
            task, code, said = ray.get(ready)
            if code == DONE:
                done += 1
            elif code == NOT_YET:
                say(f"{task}: {said}")
            else:
                raise RuntimeError(f"{task}: {said}")
        known = f" of {standing['known']}" if standing["all_known"] else ""
        say(f"{standing['done'] + done}{known} tasks done")
        idle = 0 if done else idle + 1
        if idle == IDLE:
            raise RuntimeError("nothing can be done")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("store")
    parser.add_argument("--memory", type=size, default=size("1G"), help="the memory of a task (1G)")
    parser.add_argument("--address", help="of the cluster; without it, one on this machine is started")
    parser.add_argument("--yomikiri", default="yomikiri", help="the command")
    args = parser.parse_args()
    ray.init(address=args.address)
    drive(args.yomikiri, args.store, args.memory)


if __name__ == "__main__":
    main()
