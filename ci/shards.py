"""Reads all files of a store with examples/read_shard.py and holds them to the table. Called by shards.sh: shards.py STORE
TABLE EXAMPLES."""

import os
import sys

store, table, examples = sys.argv[1:]
sys.path.insert(0, examples)
from read_shard import Shard  # noqa: E402
from read_table import Table  # noqa: E402

table = Table(f"{table}/table.yomikiri")
shards = {name: Shard(f"{store}/{name}") for name in sorted(os.listdir(store))
          if name.split("-")[0] in ("plan", "cut", "keys", "values", "join", "open", "round", "back")}
plans = {shard.plan for name, shard in shards.items() if name != "plan"}
assert len(plans) == 1 and {shard.rules for shard in shards.values()} == {table.rules}
(most_shards, least, most_tiers), = [section["all"] for section in shards["plan"].of_kind("settings")]
assert table.cyclic or len(table.tiers) <= most_tiers

known = {}
for rank, key, value in table.all():
    known.setdefault(rank, {})[key] = value



def only(shard, kind):
    (section,) = shard.of_kind(kind)
    return section["all"]


def acyclic():
    """Tier by tier: keys, values, questions and their answers."""
    asked, answered = {}, {}
    for number, tier in enumerate(table.tiers):
        cut = shards[f"cut-{number}"]
        assert cut.rank == tier["rank"] and 1 <= cut.number <= most_shards, number
        (bounds,) = [section["all"] for section in cut.of_kind("bounds")]
        keys, values = [], []
        for place in range(cut.number):
            shard, valued = shards[f"keys-{number}-{place}"], shards[f"values-{number}-{place}"]
            (own,) = [section["all"] for section in shard.of_kind("keys")]
            from_, to = ([0] + bounds)[place], (bounds + [1 << 128])[place] - 1
            assert (shard.least, shard.greatest) == (from_, to)
            assert all(from_ <= key <= to for key in own)
            keys += own
            values += [value for section in valued.of_kind("values") for value in section["all"]]
            for section in shard.of_kind("questions"):
                assert section["all"] == sorted(set(section["all"]))
                asked[number, place, section["a"]] = section["all"]
            for section in valued.of_kind("answers"):
                answered.setdefault((section["a"], section["b"], tier["rank"]), []).extend(section["all"])
        assert dict(zip(keys, values, strict=True)) == known[tier["rank"]] and keys == sorted(keys)
    assert shards[f"cut-{len(table.tiers)}"].number == 0
    assert asked.keys() == answered.keys()
    for (number, place, rank), questions in asked.items():
        assert answered[number, place, rank] == [known[rank][key] for key in questions], (number, place)
    print(f"{len(shards)} files, {sum(map(len, asked.values()))} questions and answers")


def worth(value):
    """A value as a number, as the book's page has it."""
    name, _, plies = value.partition(" ")
    sign = {"first": 1, "second": -1, "draw": 0}.get(name)
    if sign is None:
        return int(value)
    if table.ask == "distance" and sign:
        return sign if plies == "endless" else sign * ((1 << 33) - int(plies))
    return sign * ((1 << 62) + 1 if table.ask == "margin" else 1)


def after_ply(number):
    return number - (number > 1) + (number < -1) if table.ask == "distance" else number


def signed(number):
    return number - (1 << 64) if number >> 63 else number


def cyclic():
    """Plies, ranges, and all rounds done again from what was taken back, naively."""
    plies, reached = [], set()
    while (cut := shards[f"cut-{len(plies)}"]).number:
        here = [key for place in range(cut.number) for key in only(shards[f"keys-{len(plies)}-{place}"], "keys")]
        assert here == sorted(set(here)) and reached.isdisjoint(here)
        reached.update(here)
        plies.append(here)
    expected = known[0]
    assert reached == expected.keys() and not plies[-1]
    join = shards["join"]
    bounds = [0, *only(join, "bounds"), 1 << 128]
    assert len(bounds) == join.number + 1
    # What is known: by range and key, a value or the number of open moves, those of Second below zero.
    state = []
    for place in range(join.number):
        shard = shards[f"open-{place}"]
        keys = only(shard, "keys")
        assert keys == sorted(key for key in reached if bounds[place] <= key < bounds[place + 1])
        state.append(dict(zip(keys, zip(only(shard, "values"), map(int, only(shard, "opens"))), strict=True)))
    endless = next((value for part in state for value, opens in part.values() if opens), None)
    number, tasks, mails = 1, 0, 0
    last = {place: 0 for place in range(join.number)}
    full = {place: {0: dict(part)} for place, part in enumerate(state)}
    while (this := shards[f"round-{number}"]).number:
        side, score, *_ = map(signed, only(this, "scores"))
        assert only(this, "states") == list(last.values())
        numbers, active = iter(only(this, "active")), {}
        for place in numbers:
            active[place] = [[next(numbers) for _ in range(next(numbers))] for _ in range(2)]
        assert len(active) == this.number
        assert set(active) == {place for place in range(join.number) if f"back-{number}-{place}" in shards}
        new = {}
        for place, (back, opened) in active.items():
            part = dict(state[place])
            sources = [f"back-{number - 1}-{source}" for source in back] + [f"open-{source}" for source in opened]
            for source in sources:
                lists = [section["all"] for section in shards[source].of_kind("mail")
                         if signed(section["a"]) == score and section["b"] == place]
                assert lists
                for key in (key for keys in lists for key in keys):
                    mails += 1
                    assert bounds[place] <= key < bounds[place + 1]
                    value, opens = part.get(key, ("", 0))
                    if opens and ((opens < 0) == bool(side) or abs(opens) == 2):
                        (settled,) = [value for value in set(expected.values()) if worth(value) == after_ply(score)]
                        part[key] = settled, 0
                    elif opens:
                        part[key] = value, opens - (1 if opens > 0 else -1)
            shard = shards[f"back-{number}-{place}"]
            said = list(zip(only(shard, "values"), map(int, only(shard, "opens")), strict=True))
            base = shard.facts["reach"]
            if base == number:
                written = dict(zip(part, said, strict=True))
                full[place][number] = written
            else:
                keys = list(part)
                written = dict(full[place][base])
                written.update(zip((keys[at] for at in only(shard, "places")), said, strict=True))
            assert written == part, (number, place)
            new[place], last[place] = part, number
            tasks += 1
        for place, part in new.items():
            state[place] = part
        number += 1
    counts = [[0, 0, 0] for _ in plies]
    for place, part in enumerate(state):
        valued = only(shards[f"values-0-{place}"], "values")
        assert valued == [value for value, _ in part.values()]
        assert dict(zip(part, valued)) == {key: expected[key] for key in part}
        listed = only(shards[f"values-0-{place}"], "plies")
        for ply, one in enumerate(counts):
            for which in range(3):
                one[which] += listed[3 * ply + which]
    assert [tuple(one) for one in counts if one[0]] == table.plies
    if not table.symmetric:
        assert [one[0] for one in counts] == list(map(len, plies))
    print(f"{len(shards)} files, {number - 1} rounds, {tasks} active ranges, {mails} moves taken back; endless is {endless}")


cyclic() if table.cyclic else acyclic()
