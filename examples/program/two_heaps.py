#!/usr/bin/env python3
"""Two heaps of stones: whoever moves takes one or two from one of them, and the last stone wins.

    yomikiri solve "program:command=./examples/program/two_heaps.py" --ask distance
"""
import json
import sys


def about(position):
    """What there is to say of a position such as `3,4:first`."""
    try:
        heaps, mover = position.split(":")
        heaps = [int(heap) for heap in heaps.split(",")]
        other = {"first": "second", "second": "first"}[mover]
        if len(heaps) != 2 or position != f"{heaps[0]},{heaps[1]}:{mover}" or not all(0 <= h <= 9 for h in heaps):
            raise ValueError
    except (ValueError, KeyError):
        return {"error": "write it as `2,3:first`"}
    if heaps == [0, 0]:
        return {"outcome": other}
    moves = []
    for heap in (0, 1):
        for stones in range(1, min(2, heaps[heap]) + 1):
            left = list(heaps)
            left[heap] -= stones
            moves.append([f"{heap + 1}-{stones}", f"{left[0]},{left[1]}:{other}"])
    return {"to_move": mover, "moves": moves, "rank": sum(heaps)}


for line in sys.stdin:
    asked = json.loads(line)
    if asked == "start":
        answer = {"start": "3,4:first", "title": "Two heaps", "ranks": True}
    else:
        answer = [about(position) for position in asked]
    print(json.dumps(answer), flush=True)
