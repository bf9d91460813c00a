"""Compares a table as examples/read_table.py reads it with its export and its info; and the counts that
DuckDB finds in the export with those of the info. Called by tables.sh: tables.py NAME EXAMPLES."""

import csv
import json
import sys

import duckdb

name, examples = sys.argv[1:]
sys.path.insert(0, examples)
from read_table import Table  # noqa: E402

table = Table(f"{name}/table.yomikiri")
with open(f"{name}.json") as file:
    info = json.load(file)
for key, value in table.info().items():
    expected = [ply["positions"] for ply in info.get("by_ply", [])] if key == "by_ply" else info[key]
    assert value == expected, (key, value, expected)

with open(f"{name}.csv", newline="") as file:
    rows = list(csv.DictReader(file))
read = list(table.all())
assert len(table.starts) == len(info.get("from", []))
# The starts of a part are rows, if no row stands for mirror images.
texts = {int(row["key"]): row["position"] for row in rows}
assert info["symmetric"] or [texts[key] for key in table.starts] == info.get("from", [])
assert len(rows) == len(read) == info["stored"] > 0


def text(row):
    if row["margin"]:
        return f"{int(row['margin']):+}" if int(row["margin"]) else "0"
    if info["ask"] == "distance" and row["value"] != "draw":
        assert (row["endless"] == "true") == (row["distance"] == ""), row
        return f"{row['value']} {row['distance'] or 'endless'}"
    return row["value"]


for row, (rank, key, value) in zip(rows, read, strict=True):
    assert (int(row["key"]), text(row)) == (key, value), (row, key, value)
for row, (rank, key, value) in list(zip(rows, read))[:: max(1, len(rows) // 20)]:
    assert table.find(rank, key) == value
assert table.find(read[0][0], 1 << table.bits) is None

for read in [f"read_csv('{name}.csv', header = true)", f"read_parquet('{name}.parquet')"]:
    counts = dict(duckdb.sql(
        f"select value, sum(positions)::bigint from {read} group by value"
    ).fetchall())
    for winner in ["first", "draw", "second"]:
        assert counts.get(winner, 0) == info[winner], (read, winner, counts)
    plies = dict(duckdb.sql(
        f"select ply, sum(positions)::bigint from {read} where ply is not null group by ply"
    ).fetchall())
    assert plies == {} or plies == {ply["ply"]: ply["positions"] for ply in info["by_ply"]}, (read, plies)

# Row by row, the two exports say the same.
columns = "position, key, to_move, ply, positions, value, margin, distance, endless, best"
same = duckdb.sql(f"""
    select {columns} from read_parquet('{name}.parquet')
    except
    select position, key, to_move, ply, positions, value, margin, distance, endless, coalesce(best, '')
    from read_csv('{name}.csv', header = true, types = {{'position': 'varchar', 'key': 'ubigint',
        'ply': 'ubigint', 'positions': 'ubigint', 'value': 'varchar', 'margin': 'bigint',
        'distance': 'uinteger', 'endless': 'boolean', 'to_move': 'varchar', 'best': 'varchar'}})
""").fetchall()
assert same == [], same[:3]
rows_of = duckdb.sql(f"select count(*) from read_parquet('{name}.parquet')").fetchall()
assert rows_of == [(info["stored"],)], rows_of
print(f"{info['game']} {info['ask']}: {len(rows)} positions read alike")
