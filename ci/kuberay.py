"""Checks examples/kuberay.yaml: `kuberay.py FILE DRIVER`. It is YAML, and has what the driver needs of a cluster."""

import importlib.util
import sys

import yaml

path, driver_path = sys.argv[1:]
spec = importlib.util.spec_from_file_location("driver", driver_path)
driver = importlib.util.module_from_spec(spec)
spec.loader.exec_module(driver)
with open(path) as file:
    text = file.read()
values = yaml.safe_load(text)
head, worker = values["head"], values["worker"]


def shared(group: dict) -> tuple[str, str]:
    """The claim that a group mounts, and where."""
    [claim] = [volume for volume in group["volumes"] if "persistentVolumeClaim" in volume]
    [mount] = [mount for mount in group["volumeMounts"] if mount["name"] == claim["name"]]
    return claim["persistentVolumeClaim"]["claimName"], mount["mountPath"]


def number(text: str) -> int:
    units = {"K": 10**3, "M": 10**6, "G": 10**9}
    return int(text[:-1]) * units[text[-1]] if text[-1] in units else int(text)


# All nodes see one folder under the same path, and the comment plans and drives there.
claim, folder = shared(head)
assert shared(worker) == (claim, folder)
commands = [line for line in text.splitlines() if "kubectl exec" in line]
assert len(commands) == 2 and all(f" {folder}/store" in line for line in commands)
assert "-m yomikiri.ray" in commands[1] and "--address auto" in commands[1]
# Each processor of a worker has room for a task with the driver's memory; the head takes none.
memory = driver.size(commands[1].split("--memory ")[1].split()[0])
limits = worker["resources"]["limits"]
assert limits == worker["resources"]["requests"]
assert number(limits["cpu"]) * (memory + driver._PROGRAM) <= number(limits["memory"])
assert head["rayStartParams"]["num-cpus"] == "0"
assert worker["minReplicas"] <= worker["replicas"] <= worker["maxReplicas"]
assert worker["groupName"] and values["image"]["repository"] and values["image"]["tag"]
