//! The keys of `kind = "positional"`.

use super::heading::{KIND, RULES, TITLE};
use super::takes::{Key, SIDE, Section, Takes, key};

const BOARD: Section = Section {
    name: "[board]",
    keys: &[
        key("rows", SIDE, "the number of rows"),
        key("cols", SIDE, "the number of columns"),
        key("layers", SIDE, "the number of layers; default 1"),
        key(
            "map",
            Takes::Text,
            "a drawn board in place of rows, cols and layers: `.` a cell, `_` a hole, any other letter or digit \
             (or word, where blanks are between the cells) a cell of that name; layers are parted by an empty line",
        ),
        key(
            "cells",
            Takes::Choice(&["squares", "hexes"]),
            "the form of the cells: squares, or hexagons, each row of which is half a cell further to the right than the \
             one above; default squares",
        ),
        key(
            "wrap",
            Takes::FlagOr(&["across", "upright"]),
            "whether the board goes on across its edges: across only the left and the right one (a cylinder), or upright \
             only the upper and the lower one; default false",
        ),
        key(
            "copies",
            Takes::Int { min: 1, max: 8 },
            "the number of copies of the board; the first line on a copy closes it, and the line that closes the last one \
             decides the game; default 1",
        ),
    ],
};

const ROW: Key = key("row", SIDE, "how many cells in a row are a line");
const EXACT: Key = key(
    "exact",
    Takes::Flag,
    "whether a longer row is no line; default false",
);
const SETS: Key = key(
    "sets",
    Takes::CellSets(&[]),
    "sets of cells that are lines, each a list of cells",
);
const SHAPES: Key = key(
    "shapes",
    Takes::Words,
    "drawn shapes that are lines at every place where they fit: rows joined by `/`, `x` a cell of the shape, `.` any",
);
const TURNED: Key = key(
    "turned",
    Takes::Flag,
    "whether shapes may be turned and mirrored; default true",
);
const JOIN: Key = key(
    "join",
    Takes::CellSets(&["top", "right", "bottom", "left"]),
    "sides of the board, or sets of cells: a chain of marks, each beside the next one, that touches all of them is a \
     line, too",
);
const POINTS: Key = key(
    "points",
    Takes::Int {
        min: 1,
        max: 1_000_000,
    },
    "the points for a line, if lines make points; default 1",
);

const LINES: Section = Section {
    name: "[lines]",
    keys: &[
        ROW,
        EXACT,
        SETS,
        SHAPES,
        TURNED,
        JOIN,
        key(
            "make",
            Takes::Choice(&["win", "loss", "first", "second", "points"]),
            "the effect of a line: its maker wins or loses, a named player wins, or points; default win",
        ),
        POINTS,
        key(
            "first",
            Takes::Section(&PLAYERS_LINES),
            "the lines that First makes: each key replaces the one above",
        ),
        key(
            "second",
            Takes::Section(&PLAYERS_LINES),
            "the lines that Second makes: each key replaces the one above",
        ),
    ],
};

const PLAYERS_LINES: Section = Section {
    name: "a player's lines",
    keys: &[
        ROW,
        EXACT,
        SETS,
        SHAPES,
        TURNED,
        JOIN,
        key(
            "make",
            Takes::Choice(&["win", "loss", "points"]),
            "the effect of a line for the player: a win, a loss, or points; default win",
        ),
        POINTS,
    ],
};

const MOVES: Section = Section {
    name: "[moves]",
    keys: &[
        key(
            "marks",
            Takes::Choice(&["own", "either", "one"]),
            "the marks that a player places: their own, either of two, or one common mark; default own",
        ),
        key(
            "first",
            Takes::Words,
            "the marks that First may place, `x`, `o` or both, in place of `marks`",
        ),
        key(
            "second",
            Takes::Words,
            "the marks that Second may place, in place of `marks`",
        ),
        key(
            "gravity",
            Takes::Flag,
            "whether marks fall to the bottom of their column; default false",
        ),
        key(
            "popout",
            Takes::Flag,
            "whether a player may take a mark of their own out at the bottom of a column in place of a placement; play that \
             goes round for ever is a draw; default false",
        ),
        key(
            "placements",
            Takes::Int { min: 1, max: 8 },
            "how many marks are placed in a turn; default 1",
        ),
        key(
            "opening",
            Takes::Int { min: 1, max: 8 },
            "the number of marks in the turn that places the first ones (Second's turn, if First passes), at most `placements`; default as many as in other turns",
        ),
        key(
            "forbidden",
            Takes::Cells(&["centre"]),
            "cells that the very first mark may not take",
        ),
        key(
            "swap",
            Takes::Flag,
            "whether Second may take over First's marks instead of its first turn; default false",
        ),
        key(
            "apart",
            Takes::Choice(&["alike", "unlike", "all"]),
            "which marks may not be placed side by side: those that are alike, those that are not, any two; default none",
        ),
        key(
            "liberties",
            Takes::Flag,
            "whether every chain of marks must keep a liberty, an empty cell beside it; default false",
        ),
        key(
            "pass",
            Takes::FlagOr(&["first", "second"]),
            "whether a player may pass, or only one of them; two passes end the game like a full board; default false",
        ),
    ],
};

const TILES: Section = Section {
    name: "[tiles]",
    keys: &[
        SHAPES,
        TURNED,
        SETS,
        key(
            "first",
            Takes::Section(&PLAYERS_TILES),
            "the tiles of First: each key replaces the one above",
        ),
        key(
            "second",
            Takes::Section(&PLAYERS_TILES),
            "the tiles of Second: each key replaces the one above",
        ),
    ],
};

const PLAYERS_TILES: Section = Section {
    name: "a player's tiles",
    keys: &[SHAPES, TURNED, SETS],
};

const CAPTURES: Section = Section {
    name: "[captures]",
    keys: &[
        key(
            "length",
            Takes::Int { min: 1, max: 8 },
            "how many marks of the opponent in a row a placement captures if they lie between it and another mark of the \
             player; needed",
        ),
        key(
            "win",
            Takes::Int { min: 1, max: 15 },
            "how many captures win; needed",
        ),
    ],
};

const FULL: Section = Section {
    name: "[full]",
    keys: &[
        key(
            "is",
            Takes::Choice(&["draw", "first", "second", "points", "loss", "win"]),
            "the result of a full board without a line, or for a player without a move: a draw, a player wins, the cells' points decide, or the player to move loses or wins; default draw",
        ),
        key(
            "weights",
            Takes::Numbers,
            "the points of the cells in reading order, if points decide",
        ),
    ],
};

pub(super) const POSITIONAL: Section = Section {
    name: "a positional game",
    keys: &[
        RULES,
        TITLE,
        KIND,
        key("board", Takes::Section(&BOARD), "the places of the cells"),
        key(
            "lines",
            Takes::Section(&LINES),
            "which sets of cells decide",
        ),
        key(
            "moves",
            Takes::Section(&MOVES),
            "the rules of placing marks",
        ),
        key(
            "tiles",
            Takes::Section(&TILES),
            "the cells that a mark covers; default one cell",
        ),
        key(
            "captures",
            Takes::Section(&CAPTURES),
            "which marks are captured; default none",
        ),
        key("full", Takes::Section(&FULL), "the result of a full board"),
    ],
};
