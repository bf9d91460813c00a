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

    def __init__(self, spoil=lambda ray: None, processors=3):
        self.processors = processors
        self.spoil = spoil
        self.options = {}
        self.waiting = {}
        self.ran = 0
        self.most_waiting = 0
        self.cancelled = 0
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

    def wait(self, numbers, num_returns, timeout=None):
        assert set(numbers) == set(self.waiting)
        assert num_returns == 1 or timeout is not None, "some may never begin"
        return numbers[-1:], numbers[:-1]

    def get(self, number):
        function, arguments = self.waiting.pop(number)
        self.ran += 1
        self.spoil(self)
        return function(*arguments)

    def cancel(self, number):
        self.cancelled += 1
        self.waiting.pop(number, None)


@pytest.fixture(autouse=True)
def short_shifts(monkeypatch):
    """A task, and the shift is over."""
    monkeypatch.setattr(driver, "_SHIFT", 0)


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
    assert ray.most_waiting == 3, "as many as there are tasks"
    assert ray.ran == standing["done"] and said[-1] == f"{ray.ran} of {ray.ran} tasks done"


def test_there_are_two_workers_for_a_processor_at_most(command, planned):
    store, expected = planned()
    ray = FakeRay(processors=1)
    driver.drive(ray, store, command=command, say=lambda _: None)
    assert table(store) == expected and ray.most_waiting == 2


def test_a_worker_does_all_in_a_long_shift(command, planned, monkeypatch):
    monkeypatch.setattr(driver, "_SHIFT", 1000)
    store, expected = planned("three-mens-morris")
    ray = FakeRay()
    driver.drive(ray, store, command=command, say=lambda _: None)
    assert table(store) == expected and ray.ran == 1


def test_lost_workers_are_no_matter(command, planned):
    store, expected = planned()

    def spoil(ray):
        if ray.ran % 3:
            raise RayError("the node died")

    ray, said = FakeRay(spoil), []
    standing = driver.drive(ray, store, command=command, retries=2, say=said.append)
    assert table(store) == expected and ray.ran == 3 * standing["done"]
    assert said.count("a worker was lost: the node died") == 2 * standing["done"]


def test_workers_that_are_always_lost_end_it(command, planned):
    store, _ = planned()

    def spoil(ray):
        raise RayError("the node died")

    ray = FakeRay(spoil)
    with pytest.raises(driver.DriverError, match="a worker was lost: the node died"):
        driver.drive(ray, store, command=command, retries=2, say=lambda _: None)
    assert ray.ran == 3 and not ray.waiting


@pytest.mark.parametrize("code", [130, 3])
def test_a_worker_that_is_stopped_is_no_matter(command, planned, tmp_path, code):
    store, expected = planned()
    script = tmp_path / "command"
    script.write_text(
        f'#!/bin/sh\n[ "$2" = work ] && mkdir "{tmp_path}/once" 2>/dev/null && exit {code}\nexec "{command}" "$@"\n'
    )
    script.chmod(0o755)
    said = []
    driver.drive(FakeRay(), store, command=str(script), say=said.append)
    assert table(store) == expected and f"a worker ended with code {code}" in said


def test_a_look_that_fails_is_no_matter(command, planned, tmp_path, monkeypatch):
    monkeypatch.setattr(driver, "_LOOK", 0.01)
    store, expected = planned()
    script = tmp_path / "command"
    script.write_text(
        f'#!/bin/sh\n[ "$2" = next ] && mkdir "{tmp_path}/once" 2>/dev/null && echo "error: the network" >&2 && exit 3\n'
        f'exec "{command}" "$@"\n'
    )
    script.chmod(0o755)
    said = []
    driver.drive(FakeRay(), store, command=str(script), say=said.append)
    assert table(store) == expected and said[0] == "error: the network"


def test_looks_that_always_fail_end_it(command, planned, tmp_path, monkeypatch):
    monkeypatch.setattr(driver, "_LOOK", 0.01)
    store, _ = planned()
    script = tmp_path / "command"
    script.write_text('#!/bin/sh\necho "error: the network" >&2\nexit 3\n')
    script.chmod(0o755)
    said = []
    with pytest.raises(driver.DriverError, match="the network"):
        driver.drive(FakeRay(), store, command=str(script), retries=2, say=said.append)
    assert len(said) == 3


def test_workers_that_have_not_begun_when_the_table_is_there_are_cancelled(command, planned):
    store, expected = planned()

    def spoil(ray):
        if len(ray.waiting) == 2:  # One worker does all, while others wait for a processor.
            subprocess.run([command, "shard", "work", store], check=True, capture_output=True)

    ray = FakeRay(spoil)
    standing = driver.drive(ray, store, command=command, say=lambda _: None)
    assert table(store) == expected and ray.ran < standing["done"]
    assert ray.cancelled == 1, "one of two ends in time"


def test_bad_input_ends_it_at_once(command, planned, tmp_path):
    store, _ = planned()
    script = tmp_path / "command"
    script.write_text(f'#!/bin/sh\n[ "$2" = work ] && echo "error: bad" >&2 && exit 2\nexec "{command}" "$@"\n')
    script.chmod(0o755)
    ray = FakeRay()
    with pytest.raises(driver.DriverError, match="error: bad"):
        driver.drive(ray, store, command=str(script), say=lambda _: None)
    assert ray.ran == 1 and not ray.waiting


def test_a_damaged_file_is_made_again(command, planned):
    store, expected = planned()
    path = pathlib.Path(store) / "keys-2-0"
    spoilt = []

    def spoil(ray):
        if path.exists() and (path.parent / "cut-3").exists() and not spoilt:
            spoilt.append(path)
            path.write_bytes(path.read_bytes()[:-1])

    driver.drive(FakeRay(spoil), store, command=command, say=lambda _: None)
    assert table(store) == expected and spoilt


def test_work_that_cannot_be_done_ends_it(command, planned):
    store, _ = planned()
    ray, said = FakeRay(), []
    with pytest.raises(driver.DriverError, match="memory"):
        driver.drive(ray, store, command=command, memory=1 << 10, say=said.append)
    assert not ray.waiting and ray.ran == 6, said


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
