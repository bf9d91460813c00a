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
          if name.split("-")[0] in ("plan", "cut", "keys", "values")}
plans = {shard.plan for name, shard in shards.items() if name != "plan"}
assert len(plans) == 1 and {shard.rules for shard in shards.values()} == {table.rules}
(most_shards, least, most_tiers), = [section["all"] for section in shards["plan"].of_kind("settings")]
assert len(table.tiers) <= most_tiers

known = {}
for rank, key, value in table.all():
    known.setdefault(rank, {})[key] = value

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
