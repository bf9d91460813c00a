#!/usr/bin/env python3
"""Reads a file of a store of Yomikiri (a plan, a cut, keys, values, a round), written from the book's page on shards alone.

    pip install zstandard blake3
    read_shard.py STORE/keys-3-0            what it says of itself, as JSON
    read_shard.py STORE/keys-3-0 --all      every entry of every section
"""

import json
import struct
import sys
import zlib

from read_table import ASKS, KEYS, VALUES, Table, check

STAGES = ["plan", "cut", "keys", "values", "join", "open", "round", "back"]
KINDS = [None, "keys", "questions", "values", "answers", "bounds", "sources", "pending", "header", "settings",
         "mail", "opens", "scores", "states", "active", "plies", "places"]
QUESTIONS = 2048


class Shard(Table):
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = data = file.read()
        check(data[:8] == b"YOMISHD\n", "this is no shard")
        check(zlib.crc32(data[:136]) == struct.unpack_from("<I", data, 136)[0], "head")
        version, stage, ask, self.symmetric, self.bits = struct.unpack_from("<I4B", data, 8)
        check(version == 1, f"version {version}")
        self.stage, self.ask = STAGES[stage], ASKS[ask]
        self.rules, self.plan = data[16:48], data[48:80]
        self.tier, self.number, self.rank = struct.unpack_from("<3Q", data, 80)
        self.least, self.greatest = (int.from_bytes(data[at:at + 16], "little") for at in (104, 120))
        at, length, directory_crc, footer_crc = struct.unpack_from("<QQII", data, len(data) - 24)
        check(zlib.crc32(data[-24:-4]) == footer_crc, "footer")
        check(at + length + 24 == len(data), "footer")
        directory = data[at:at + length]
        check(zlib.crc32(directory) == directory_crc, "directory")
        (count,) = struct.unpack_from("<Q", directory)
        check(8 + 48 * count + 40 == length, "directory")
        self.sections = [self.section(*struct.unpack_from("<2I5Q", directory, 8 + 48 * place))
                         for place in range(count)]
        facts = struct.unpack_from("<5Q", directory, 8 + 48 * count)
        self.facts = dict(zip(["reach", "unit", "positions", "first", "second"], facts))

    def section(self, kind, crc, a, b, count, at, length):
        kind = KINDS[kind]
        section = {"kind": kind, "a": a, "b": b, "stored": count, "keys_at": at, "values_at": at}
        if kind in ("keys", "questions", "mail", "places"):
            size = KEYS if kind == "keys" else QUESTIONS
            entry = (self.bits + 7) // 8 + 12
            section["keys"] = self.index(at + length, entry, -(-count // size), crc)
            section["all"] = [key for number in range(len(section["keys"]))
                              for key in self.keys(section, number, size)]
        elif kind in ("values", "answers", "opens"):
            ask = self.ask
            # Open moves are written as the values of the question `margin`.
            self.ask = "margin" if kind == "opens" else ask
            section["values"] = self.index(at + length, 12, -(-count // VALUES[self.ask]), crc)
            section["all"] = [value for number in range(len(section["values"]))
                              for value in self.values(section, number)]
            self.ask = ask
        else:
            data = self.data[at:at + length]
            check(zlib.crc32(data) == crc, kind)
            size = 16 if kind == "bounds" else 8
            section["all"] = [] if kind == "header" else [
                int.from_bytes(data[start:start + size], "little") for start in range(0, length, size)]
        return section

    def of_kind(self, kind):
        return [section for section in self.sections if section["kind"] == kind]

    def info(self):
        return {"stage": self.stage, "ask": self.ask, "symmetric": bool(self.symmetric), "bits": self.bits,
                "rules": self.rules.hex(), "plan": self.plan.hex(), "tier": self.tier, "number": self.number,
                "rank": self.rank, **self.facts,
                "sections": [{name: section[name] for name in ("kind", "a", "b", "stored")}
                             for section in self.sections]}


def main():
    shard = Shard(sys.argv[1])
    if sys.argv[2:] == ["--all"]:
        for section in shard.sections:
            for entry in section["all"]:
                print(section["kind"], section["a"], section["b"], entry)
    else:
        print(json.dumps(shard.info()))


if __name__ == "__main__":
    main()
