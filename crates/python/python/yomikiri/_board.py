"""Boards as SVG, and positions from pickles."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence

if TYPE_CHECKING:
    from ._answers import Move
    from ._native import Game, Position

CELL = 44
COLORS = {"first": "#0b7285", "draw": "#868e96", "second": "#c92a2a", None: "#495057"}


def restore(game: Game, first: str, moves: Sequence[str]) -> Position:
    """The position after moves: what pickles call."""
    position = game.position(first)
    for move in moves:
        position.push(move)
    return position


def svg(position: Position) -> str:
    """A board as SVG."""
    return draw(json.loads(position._diagram()), {})


def draw(diagram: Mapping[str, Any], moves: Mapping[int, Move]) -> str:
    """A board, with the values of moves at the places where they are made (by the places' indices)."""
    places: List[Dict[str, Any]] = diagram["places"]
    rows = max((place["at"][1] for place in places), default=0) + 1
    columns = max((place["at"][2] for place in places), default=0) + 1
    layers = max((place["at"][0] for place in places), default=0) + 1
    decisive = set(diagram.get("decisive", ()))
    width = columns * CELL + 2
    height = (layers * (rows * CELL + 10)) + 18 * len(diagram["notes"]) + 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle">'
    ]
    corners = [
        (place["at"][2] * CELL + 1, place["at"][0] * (rows * CELL + 10) + place["at"][1] * CELL + 1)
        for place in places
    ]
    for index, (place, (x, y)) in enumerate(zip(places, corners)):
        fill = "#fff3bf" if index in decisive else "#f8f9fa"
        parts.append(
            f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#adb5bd">'
            f"<title>{escape(place['name'])}</title></rect>"
        )
    for link in diagram["links"]:
        (x1, y1), (x2, y2) = corners[link["from"]], corners[link["to"]]
        half = CELL / 2
        parts.append(
            f'<line x1="{x1 + half}" y1="{y1 + half}" x2="{x2 + half}" y2="{y2 + half}" '
            'stroke="#ced4da"/>'
        )
    for index, (place, (x, y)) in enumerate(zip(places, corners)):
        middle = x + CELL / 2
        if place["mark"] is not None:
            color = COLORS[place["owner"]]
            parts.append(_text(middle, y + CELL * 0.66, 24, place["mark"], color))
        if place["label"] is not None:
            parts.append(_text(middle, y + CELL - 4, 11, place["label"], "#212529"))
        move: Optional[Move] = moves.get(index)
        if move is not None:
            weight = ' font-weight="bold"' if move.best else ""
            color = COLORS[move.value.winner]
            parts.append(_text(middle, y + 14, 10, str(move.value), color, weight))
    for number, note in enumerate(diagram["notes"]):
        y = layers * (rows * CELL + 10) + 18 * number + 12
        parts.append(_text(width / 2, y, 12, note, "#212529"))
    parts.append("</svg>")
    return "".join(parts)


def _text(x: float, y: float, size: int, text: str, color: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{color}"{more}>{escape(text)}</text>'
