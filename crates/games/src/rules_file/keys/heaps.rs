//! The keys of `kind = "heaps"` and `kind = "graph"`.

use super::heading::{KIND, RULES, TITLE};
use super::takes::{Key, Section, Takes, key};

const TAKE: Key = key(
    "take",
    Takes::Numbers,
    "how many may be taken from a heap at a time; default any number",
);

const LEAVE: Key = key(
    "leave",
    Takes::Numbers,
    "the number of heaps that the rest of the heap may form after a move: 0 (nothing is left), 1, 2 (it is split); default 0 and 1",
);

const UNEQUAL: Key = key(
    "unequal",
    Takes::Flag,
    "whether the two heaps of a split must differ; default false",
);

const PLAYERS_MOVES: Section = Section {
    name: "a player's moves",
    keys: &[TAKE, LEAVE, UNEQUAL],
};

const HEAPS_SECTION: Section = Section {
    name: "[heaps]",
    keys: &[
        key("sizes", Takes::Numbers, "the heaps at the start; needed"),
        TAKE,
        LEAVE,
        UNEQUAL,
        key(
            "together",
            Takes::Int { min: 1, max: 4 },
            "from how many heaps a move may take the same number of stones at once; default 1",
        ),
        key(
            "opening",
            Takes::Int { min: 1, max: 250 },
            "the most stones that the first move of all takes; default any number",
        ),
        key(
            "times",
            Takes::Int { min: 1, max: 250 },
            "a move takes at most this many times the stones that the move before it has taken (2: Fibonacci nim); default any number",
        ),
        key(
            "repeat",
            Takes::Flag,
            "whether a move may take the same number of stones as the move before it; default true",
        ),
        key(
            "first",
            Takes::Section(&PLAYERS_MOVES),
            "the moves of First: each key replaces the one above",
        ),
        key(
            "second",
            Takes::Section(&PLAYERS_MOVES),
            "the moves of Second: each key replaces the one above",
        ),
        key(
            "stuck",
            Takes::Choice(&["loss", "win"]),
            "the result for a player without a move; default loss",
        ),
    ],
};

pub(super) const HEAPS: Section = Section {
    name: "a game of heaps",
    keys: &[
        RULES,
        TITLE,
        KIND,
        key(
            "heaps",
            Takes::Section(&HEAPS_SECTION),
            "the heaps and the moves; needed",
        ),
    ],
};

pub(super) const GRAPH: Section = Section {
    name: "a graph",
    keys: &[
        RULES,
        TITLE,
        KIND,
        key(
            "graph",
            Takes::Text,
            "the nodes in the text format of `graph`, a statement a line; needed",
        ),
    ],
};
