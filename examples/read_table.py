#!/usr/bin/env python3
"""Reads a table of Yomikiri, of version 1, 2, 3 or 4, written from the book's page on the format alone.

    pip install zstandard blake3
    read_table.py table.yomikiri            the counts, as JSON
    read_table.py table.yomikiri --file     the file that the game was read from, if there is one
    read_table.py table.yomikiri --all      every stored position: rank, key, value
    read_table.py table.yomikiri RANK KEY   the value of one position, found by binary search
"""

import json
import math
import struct
import sys
import zlib

import blake3
import zstandard

KEYS = 512
VALUES = {"winner": 16384, "distance": 8192, "margin": 4096}
ASKS = ["winner", "margin", "distance"]
TIER = ["rank", "reach", "stored", "positions", "first", "second",
        "keys_at", "keys_len", "values_at", "values_len"]


def check(condition, what):
    if not condition:
        raise ValueError(what)


def unpack(data, index, bits):
    """The index-th integer of so many bits, the lowest bit of the first byte first."""
    start = index * bits
    piece = data[start // 8:(start + bits + 7) // 8]
    return int.from_bytes(piece, "little") >> start % 8 & (1 << bits) - 1


class Table:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = data = file.read()
        check(data[:8] == b"YOMITBL\n", "this is no table")
        version, length = struct.unpack_from("<II", data, 8)
        check(version in (1, 2, 3, 4), f"version {version}")
        end = 16 + length
        check(zlib.crc32(data[:end]) == struct.unpack_from("<I", data, end)[0], "header")
        ask, self.symmetric, self.cyclic, self.bits = struct.unpack_from("<4B", data, 16)
        self.ask = ASKS[ask]
        self.rules = data[20:52]
        (spec,) = struct.unpack_from("<I", data, 52)
        self.game = data[56:56 + spec].decode()
        at, self.file, self.semi_strong, self.starts = 56 + spec, None, None, []
        named = version == 2
        if version >= 3:
            check(data[at] in ((1, 2), (0, 1, 2))[version - 3] and data[at + 1] in (0, 1), "header")
            self.semi_strong, named = [None, "all", "one"][data[at]], data[at + 1] == 1
            at += 2
        if named:
            (length,) = struct.unpack_from("<I", data, at)
            self.file = data[at + 4:at + 4 + length].decode()
            at += 4 + length
        if version == 4:
            (count,) = struct.unpack_from("<I", data, at)
            width, at = (self.bits + 7) // 8, at + 4
            check(1 <= count <= 1 << 20 and at + width * count == end, "header")
            self.starts = [int.from_bytes(data[at + width * number:at + width * (number + 1)], "little")
                           for number in range(count)]
            check(self.starts == sorted(set(self.starts)) and self.starts[-1] >> self.bits == 0, "header")
            at = end
        check(at == end, "header")

        footer = data[-56:]
        at, length, directory_crc, footer_crc = struct.unpack_from("<QQII", footer)
        check(zlib.crc32(footer[:20]) == footer_crc, "footer")
        check(at + length + 56 == len(data), "footer")
        check(blake3.blake3(data[:-56]).digest() == footer[24:], "digest")
        directory = data[at:at + length]
        check(zlib.crc32(directory) == directory_crc, "directory")
        (count,) = struct.unpack_from("<Q", directory)
        self.tiers = []
        for number in range(count):
            fields = struct.unpack_from("<10Q2I", directory, 8 + 88 * number)
            tier = dict(zip(TIER, fields))
            tier["draw"] = tier["positions"] - tier["first"] - tier["second"]
            entry = (self.bits + 7) // 8 + 12
            tier["keys"] = self.index(tier["keys_at"] + tier["keys_len"], entry,
                                      -(-tier["stored"] // KEYS), fields[10])
            tier["values"] = self.index(tier["values_at"] + tier["values_len"], 12,
                                        -(-tier["stored"] // VALUES[self.ask]), fields[11])
            self.tiers.append(tier)
        (plies,) = struct.unpack_from("<Q", directory, 8 + 88 * count)
        self.plies = [struct.unpack_from("<3Q", directory, 16 + 88 * count + 24 * ply)
                      for ply in range(plies)]
        check(16 + 88 * count + 24 * plies == length, "directory")

    def index(self, at, entry, count, crc):
        """The blocks of a section: first key (if any), start, end, checksum."""
        data = self.data[at:at + entry * count]
        check(zlib.crc32(data) == crc, "index")
        blocks, start = [], 0
        for number in range(count):
            item = data[number * entry:(number + 1) * entry]
            end, block_crc = struct.unpack("<QI", item[-12:])
            blocks.append((int.from_bytes(item[:-12], "little"), start, end, block_crc))
            start = end
        return blocks

    def block(self, at, block):
        _, start, end, crc = block
        data = self.data[at + start:at + end]
        check(zlib.crc32(data) == crc, "block")
        return data

    def keys(self, tier, number, size=KEYS):
        """The keys of a block."""
        count = min(size, tier["stored"] - number * size)
        first = tier["keys"][number][0]
        data = self.block(tier["keys_at"], tier["keys"][number])
        low = data[0]
        lows = data[1:1 + ((count - 1) * low + 7) // 8]
        row = int.from_bytes(data[1 + len(lows):], "little")
        keys, bit = [first], 0
        for j in range(count - 1):
            while not row >> bit & 1:
                bit += 1
            keys.append(first + ((bit - j) << low | unpack(lows, j, low)) + j + 1)
            bit += 1
        return keys

    def values(self, tier, number):
        """The values of a block, as text."""
        size = VALUES[self.ask]
        count = min(size, tier["stored"] - number * size)
        frame = self.block(tier["values_at"], tier["values"][number])
        raw = zstandard.ZstdDecompressor().decompress(frame)
        (palette_len,) = struct.unpack_from("<H", raw)
        palette = [self.text(*struct.unpack_from("<Bq", raw, 2 + 9 * place))
                   for place in range(palette_len)]
        bits = math.ceil(math.log2(palette_len))
        codes = raw[2 + 9 * palette_len:]
        return [palette[unpack(codes, index, bits)] for index in range(count)]

    def text(self, kind, number):
        if kind == 3:
            return f"{number:+}" if number else "0"
        name = ["second", "draw", "first"][kind]
        if self.ask != "distance" or kind == 1:
            return name
        return f"{name} {'endless' if number < 0 else number}"

    def find(self, rank, key):
        """The value of a position, or None."""
        for tier in self.tiers:
            if tier["rank"] == rank:
                break
        else:
            return None
        low, high = 0, len(tier["keys"])
        while low < high:
            middle = (low + high) // 2
            if tier["keys"][middle][0] <= key:
                low = middle + 1
            else:
                high = middle
        keys = self.keys(tier, low - 1) if low else []
        if key not in keys:
            return None
        place = (low - 1) * KEYS + keys.index(key)
        size = VALUES[self.ask]
        return self.values(tier, place // size)[place % size]

    def all(self):
        for tier in self.tiers:
            keys = (key for number in range(len(tier["keys"])) for key in self.keys(tier, number))
            values = (value for number in range(len(tier["values"]))
                      for value in self.values(tier, number))
            for key, value in zip(keys, values, strict=True):
                yield tier["rank"], key, value

    def info(self):
        total = {name: sum(tier[name] for tier in self.tiers)
                 for name in ["positions", "first", "draw", "second", "stored"]}
        semi = {} if self.semi_strong is None else {"semi_strong": self.semi_strong}
        file = {} if self.file is None else {"file": self.file}
        return {"game": self.game, "ask": self.ask, "symmetric": bool(self.symmetric), **file, **semi,
                "rules": self.rules.hex(),
                **total, "bytes": len(self.data), "by_ply": [ply[0] for ply in self.plies]}


def main():
    table = Table(sys.argv[1])
    if sys.argv[2:] == ["--all"]:
        for rank, key, value in table.all():
            print(rank, key, value)
    elif sys.argv[2:] == ["--file"]:
        print(table.file or "", end="")
    elif len(sys.argv) == 4:
        print(table.find(int(sys.argv[2]), int(sys.argv[3])))
    else:
        print(json.dumps(table.info()))


if __name__ == "__main__":
    main()
