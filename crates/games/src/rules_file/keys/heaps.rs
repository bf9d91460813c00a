//! `kind = "heaps"` and `kind = "graph"`.

use super::heading::{KIND, RULES, TITLE};
use super::takes::{Section, Takes, key};

const HEAPS_SECTION: Section = Section {
    name: "[heaps]",
    keys: &[
        key("sizes", Takes::Numbers, "the heaps at the start; needed"),
        key(
            "take",
            Takes::Numbers,
            "how many may be taken from a heap at a time; any number",
        ),
        key(
            "leave",
            Takes::Numbers,
            "into how many heaps what is left of the heap may lie after a move: 0 (it is used up), 1, 2 (it is split); \
             0 and 1",
        ),
        key(
            "unequal",
            Takes::Flag,
            "whether the two heaps of a split must differ; false",
        ),
        key(
            "together",
            Takes::Int { min: 1, max: 4 },
            "from how many heaps a move may take the same number of stones at once; 1",
        ),
        key(
            "stuck",
            Takes::Choice(&["loss", "win"]),
            "what having no move means for a player; loss",
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
