"""The driver for Ray, with a stand-in for the little of Ray that it uses."""

import itertools
import pathlib
import subprocess
import sys

import pytest

import yomikiri.ray as driver


class RayError(Exception):
    pass


class FakeRay:
    """Runs what is handed in when somebody asks for it, the last first; `spoil` may do something before, or fail."""

    class exceptions:
        RayError = RayError

    def __init__(self, spoil=lambda ray, task: None, processors=3):
        self.processors = processors
        self.spoil = spoil
        self.options = {}
        self.waiting = {}
        self.ran = []
        self.batches = []
        self.most_waiting = 0
        self.numbers = itertools.count()

    def cluster_resources(self):
        return {"CPU": self.processors}

    def remote(self, **options):
        self.options = options

        def decorate(function):
            class Remote:
                def remote(_, *arguments):
                    number = next(self.numbers)
                    self.waiting[number] = (function, arguments)
                    self.most_waiting = max(self.most_waiting, len(self.waiting))
                    return number

            return Remote()

        return decorate

    def wait(self, numbers, num_returns):
        assert num_returns == 1 and set(numbers) == set(self.waiting)
        return [numbers[-1]], numbers[:-1]

    def get(self, number):
        function, arguments = self.waiting.pop(number)
        for task in arguments[-1]:
            self.spoil(self, task)
        self.ran += arguments[-1]
        self.batches.append(arguments[-1])
        return function(*arguments)

    def cancel(self, number):
        del self.waiting[number]


@pytest.fixture
def planned(command, tmp_path):
    def plan(game="tictactoe"):
        store = str(tmp_path / "store")
        words = [command, "shard", "plan", game, "-o", store, "--shards", "3", "--least", "40"]
        subprocess.run(words, check=True, capture_output=True)
        whole = str(tmp_path / "whole")
        subprocess.run([command, "table", "build", game, "-o", whole], check=True, capture_output=True)
        return store, (tmp_path / "whole" / "table.yomikiri").read_bytes()

    return plan


def table(store):
    return (pathlib.Path(store) / "table.yomikiri").read_bytes()


@pytest.mark.parametrize("game", ["tictactoe", "three-mens-morris"])
def test_the_table_is_that_of_the_command(command, planned, game):
    store, expected = planned(game)
    ray, said = FakeRay(), []
    standing = driver.drive(ray, store, command=command, memory=64 << 20, say=said.append)
    assert standing["finished"] and table(store) == expected
    assert ray.options == {"num_cpus": 1, "max_retries": 5, "memory": 128 << 20}
    assert ray.most_waiting == 3, "what can run at the same time is handed in together"
    assert len(ray.ran) == len(set(ray.ran)) and said[-1] == f"{len(ray.ran)} of {len(ray.ran)} tasks done"


def test_short_tasks_go_to_a_worker_together():
    tasks = [f"keys-1-{number}" for number in range(8)]
    assert driver._batches(tasks, {}, 2) == [(task,) for task in tasks], "nobody knows how long they take"
    assert driver._batches(tasks, {"keys": 0.001}, 2) == [tuple(tasks[:4]), tuple(tasks[4:])]
    assert driver._batches(tasks, {"keys": 0.4}, 2) == [tuple(tasks[at : at + 2]) for at in range(0, 8, 2)]
    assert driver._batches(tasks, {"keys": 60.0}, 2) == [(task,) for task in tasks]
    assert driver._batches(tasks, {"keys": 0.0}, 100) == [(task,) for task in tasks]
    mixed = ["keys-1-0", "values-3-0", "keys-1-1"]
    assert driver._batches(mixed, {"keys": 0.1, "values": 9.0}, 1) == [("keys-1-0", "keys-1-1"), ("values-3-0",)]
    assert driver._name(("cut-0",)) == "cut-0" and driver._name(("keys-1-0", "keys-1-1")) == "keys-1-0 and 1 more"


def test_one_processor_gets_all_short_tasks_of_a_stage_at_once(command, planned, monkeypatch):
    monkeypatch.setattr(driver, "_BATCH", 1e6)
    store, expected = planned("three-mens-morris")
    ray = FakeRay(processors=1)
    driver.drive(ray, store, command=command, say=lambda _: None)
    assert table(store) == expected and len(ray.ran) == len(set(ray.ran))
    assert max(map(len, ray.batches)) == 3, ray.batches


def test_lost_workers_are_no_matter(command, planned):
    store, expected = planned()
    lost = set()

    def spoil(ray, task):
        if task not in lost:
            lost.add(task)
            raise RayError("the node died")

    ray = FakeRay(spoil)
    said = []
    driver.drive(ray, store, command=command, say=said.append)
    assert table(store) == expected and set(ray.ran) == lost
    assert "cut-0: its worker was lost, and it runs again" in said


def test_a_task_whose_workers_are_always_lost_fails(command, planned):
    store, _ = planned()

    def spoil(ray, task):
        raise RayError("the node died")

    with pytest.raises(driver.DriverError, match="cut-0: its worker was lost 3 times: the node died"):
        driver.drive(FakeRay(spoil), store, command=command, retries=2, say=lambda _: None)


def test_a_damaged_file_is_made_again(command, planned):
    store, expected = planned()
    path = pathlib.Path(store) / "keys-2-0"
    spoilt = []

    def spoil(ray, task):
        if task == "cut-3" and not spoilt:
            spoilt.append(task)
            path.write_bytes(path.read_bytes()[:-1])

    ray, said = FakeRay(spoil), []
    driver.drive(ray, store, command=command, say=said.append)
    assert table(store) == expected and ray.ran.count("keys-2-0") == 2
    assert any("run keys-2-0 first" in line for line in said), said


def test_a_task_that_cannot_be_done_ends_it(command, planned):
    store, _ = planned()
    with pytest.raises(driver.DriverError, match="can be done: cut-0: .*memory"):
        driver.drive(FakeRay(), store, command=command, memory=1 << 10, say=lambda _: None)


def test_the_command_line_tells_what_is_missing(command, planned, capsys, monkeypatch):
    store, _ = planned()
    monkeypatch.setitem(sys.modules, "ray", None)
    assert driver.main([store, "--command", command]) == 2
    assert "pip install ray" in capsys.readouterr().err
    assert driver.main([store, "--command", "no-such-command"]) == 2
    assert "no-such-command" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "ray", FakeRay())
    assert driver.main([store + "-not", "--command", command]) == 2
    assert "there is no folder" in capsys.readouterr().err
    with pytest.raises(SystemExit) as left:
        driver.main([store, "--memory", "much"])
    assert left.value.code == 2 and "'much' is no number of bytes" in capsys.readouterr().err


def test_the_command_line_makes_the_table(command, planned, monkeypatch):
    store, expected = planned()
    ray, addresses = FakeRay(), []
    ray.init = lambda address: addresses.append(address)
    monkeypatch.setitem(sys.modules, "ray", ray)
    assert driver.main([store, "--command", command, "--address", "auto", "--memory", "64M"]) == 0
    assert addresses == ["auto"] and table(store) == expected
