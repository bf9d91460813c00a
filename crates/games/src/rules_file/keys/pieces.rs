//! The keys of `kind = "pieces"`.

use super::heading::{KIND, RULES, TITLE};
use super::takes::{Key, SIDE, Section, Takes, key};

const PIECES_BOARD: Section = Section {
    name: "[board]",
    keys: &[
        key(
            "start",
            Takes::Text,
            "the board as drawn at the start, First's pieces in capitals: `.` an empty cell, `_` a hole; needed",
        ),
        key(
            "names",
            Takes::Text,
            "the cells' names, drawn like the start with blanks between them",
        ),
        key(
            "links",
            Takes::CellSets(&[]),
            "pairs of cells that a `link` step joins, beside or without straight steps",
        ),
        key(
            "oneway",
            Takes::CellSets(&[]),
            "pairs of cells: a `link` step leads from the first one to the second one alone",
        ),
        key(
            "mover",
            Takes::Choice(&["first", "second"]),
            "the player who moves first; default first",
        ),
    ],
};

const PIECE_MOVE: Section = Section {
    name: "a move",
    keys: &[
        key(
            "step",
            Takes::Directions,
            "the piece goes one cell in these directions, or leaps by `[forward, right]`",
        ),
        key(
            "slide",
            Takes::Directions,
            "the piece goes any number of empty cells in these directions",
        ),
        key(
            "jump",
            Takes::Directions,
            "the piece goes over one piece next to it to the cell behind",
        ),
        key(
            "onto",
            Takes::Choice(&["empty", "enemy", "any"]),
            "the cell it may end on: an empty cell, an enemy (which is captured), either; default any, for jumps empty",
        ),
        key(
            "over",
            Takes::Choice(&["enemy", "own", "any"]),
            "the pieces that a jump may go over; default any",
        ),
        key(
            "takes",
            Takes::Flag,
            "whether a jump captures the piece jumped over; default false",
        ),
        key(
            "most",
            Takes::Int { min: 1, max: 128 },
            "the most cells that a slide goes; default as many as there are",
        ),
        key(
            "far",
            Takes::Flag,
            "whether a slide has to go as far as it can; default false",
        ),
    ],
};

const PIECE: Section = Section {
    name: "a piece",
    keys: &[
        key(
            "letter",
            Takes::Text,
            "the letter that draws it, a small one; needed",
        ),
        key("name", Takes::Text, "the name of the piece to show"),
        key(
            "glyph",
            Takes::Choice(&["mark", "disc", "pawn", "king", "queen", "token", "tile"]),
            "the form in which it is drawn: its letter alone, a disc, a pawn, a disc with a king's or a queen's crown, a \
             disc with its letter, a pointed tile with its letter; what its name tells, else token",
        ),
        key(
            "moves",
            Takes::Sections(&PIECE_MOVE),
            "how it moves; without it, not at all",
        ),
        key(
            "becomes",
            Takes::Words,
            "the letter of the piece that it becomes on reaching a cell of `at`; of several the mover chooses one",
        ),
        key(
            "may",
            Takes::Flag,
            "whether it may stay what it is instead; default false",
        ),
        key(
            "held",
            Takes::Text,
            "the letter of the piece that it is in the hand of who has captured it; default its own",
        ),
        key(
            "points",
            Takes::Int {
                min: -1000,
                max: 1000,
            },
            "its points for its player, if points decide; default 1",
        ),
        key(
            "drop",
            Takes::Cells(&["far"]),
            "the cells on which it may be put from the hand: cells, or `far`, the player's far row; default all",
        ),
        key(
            "undrop",
            Takes::Cells(&["far"]),
            "the cells on which it may not be put from the hand: cells, or `far`; default none",
        ),
        key(
            "at",
            Takes::Cells(&["far"]),
            "the cells on which it becomes another piece, or `far`, the player's far row; default far",
        ),
    ],
};

const GOAL: Key = key(
    "goal",
    Takes::Cells(&["far"]),
    "cells on which a player wins by bringing a piece there: a list, or `far`, the player's far row",
);
const RUNNERS: Key = key(
    "runners",
    Takes::Words,
    "the letters of the pieces that win at the goal; default all",
);
const COUNT: Key = key(
    "count",
    Takes::Int { min: 1, max: 128 },
    "how many pieces have to be at the goal; default 1",
);
const LINE: Key = key(
    "line",
    SIDE,
    "how many pieces next to each other in a row are a line; without this, `square` and `sets` there are no lines",
);
const SQUARE: Key = key(
    "square",
    Takes::Int { min: 2, max: 128 },
    "the side of a full square of pieces that is a line, too",
);
const SETS: Key = key(
    "sets",
    Takes::CellSets(&[]),
    "listed lines, each the cells that have to be full of a player's pieces; default none",
);
const WAYS: Key = key(
    "ways",
    Takes::Words,
    "where lines go: `across`, `upright`, `aslant`; default all",
);
const LINERS: Key = key(
    "liners",
    Takes::Words,
    "the letters of the pieces that make lines; default all",
);
const MAKE: Key = key(
    "make",
    Takes::Choice(&["win", "loss", "take"]),
    "the result for a player who has a line. With `take`, the move that makes a line takes an enemy: one that is in no \
     line, if there is such a one; default win",
);
const ROYAL: Key = key(
    "royal",
    Takes::Words,
    "the letters of royal pieces: a player who has none of them left has lost",
);
const SAFE: Key = key(
    "safe",
    Takes::Flag,
    "whether a player may not leave the last royal piece where the opponent could capture it at once; then a player without a move has lost if it could be captured, and otherwise gets the result of `stuck`; default false",
);
const LEAST: Key = key(
    "least",
    Takes::Int { min: 1, max: 128 },
    "a player with fewer pieces than this has lost",
);
const TRAPPED: Key = key(
    "trapped",
    Takes::CellSets(&[]),
    "lists of cells: a piece of the player's on the first cell of one with enemies on all others of it ends the game; default none",
);
const TRAP: Key = key(
    "trap",
    Takes::Choice(&["loss", "win"]),
    "the result of a trapped piece for its player; default loss",
);
const STUCK: Key = key(
    "stuck",
    Takes::Choice(&["loss", "draw", "win", "points"]),
    "the result for a player without a move; default loss",
);

const PIECES_HAND: Section = Section {
    name: "[hand]",
    keys: &[
        key(
            "start",
            Takes::Text,
            "the letters of the pieces in hand at the start, First's as capitals; default none",
        ),
        key(
            "captures",
            Takes::Flag,
            "whether captured pieces come into the hand of who has captured them; default false",
        ),
        key(
            "first",
            Takes::Flag,
            "whether who has pieces in hand has to put one down before any other moves; default false",
        ),
    ],
};

const PIECES_CAPTURES: Section = Section {
    name: "[captures]",
    keys: &[
        key(
            "forced",
            Takes::Flag,
            "whether who can capture has to; default false",
        ),
        key(
            "again",
            Takes::Flag,
            "whether a piece that has captured may capture again in the same turn, and has to where captures are forced; \
             false",
        ),
        key(
            "custodial",
            Takes::Words,
            "where a piece that moves captures the enemies between it and another piece of its player: `orthogonal`, \
             `diagonal`; default nowhere",
        ),
    ],
};

const PASS: Key = key(
    "pass",
    Takes::FlagOr(&["stuck"]),
    "whether a player may pass in place of a move, or, by `stuck`, passes without one; two passes one after the other \
     end the game; default false",
);

const FLY: Key = key(
    "fly",
    Takes::Int { min: 1, max: 128 },
    "with how many pieces or fewer, on the board and in hand, a player may move them to any empty cell; default never",
);

const PIECES_MOVES: Section = Section {
    name: "[moves]",
    keys: &[
        PASS,
        FLY,
        key(
            "first",
            Takes::Section(&PLAYERS_MOVES),
            "the options of First: each key replaces the one above",
        ),
        key(
            "second",
            Takes::Section(&PLAYERS_MOVES),
            "the options of Second: each key replaces the one above",
        ),
    ],
};

const PLAYERS_MOVES: Section = Section {
    name: "the section of a player's options",
    keys: &[PASS, FLY],
};

const PIECES_END: Section = Section {
    name: "[end]",
    keys: &[
        GOAL,
        RUNNERS,
        COUNT,
        LINE,
        SQUARE,
        SETS,
        WAYS,
        LINERS,
        MAKE,
        ROYAL,
        SAFE,
        LEAST,
        TRAPPED,
        TRAP,
        STUCK,
        key(
            "passed",
            Takes::Choice(&["draw", "first", "second", "points"]),
            "the result of two passes one after the other; default draw",
        ),
        key(
            "endless",
            Takes::Choice(&["draw", "first", "second"]),
            "the result of endless play; default draw",
        ),
        key(
            "first",
            Takes::Section(&PLAYERS_END),
            "the ends for First: each key replaces the one above",
        ),
        key(
            "second",
            Takes::Section(&PLAYERS_END),
            "the ends for Second: each key replaces the one above",
        ),
    ],
};

const PLAYERS_END: Section = Section {
    name: "a player's end",
    keys: &[
        GOAL, RUNNERS, COUNT, LINE, SQUARE, SETS, WAYS, LINERS, MAKE, ROYAL, SAFE, LEAST, TRAPPED,
        TRAP, STUCK,
    ],
};

pub(super) const PIECES: Section = Section {
    name: "a game of pieces",
    keys: &[
        RULES,
        TITLE,
        KIND,
        key(
            "board",
            Takes::Section(&PIECES_BOARD),
            "the board and its pieces",
        ),
        key(
            "piece",
            Takes::Sections(&PIECE),
            "the pieces, one `[[piece]]` each; needed",
        ),
        key(
            "hand",
            Takes::Section(&PIECES_HAND),
            "the pieces beside the board; default none",
        ),
        key(
            "captures",
            Takes::Section(&PIECES_CAPTURES),
            "what captures are beyond the moves of pieces",
        ),
        key(
            "moves",
            Takes::Section(&PIECES_MOVES),
            "the options of players besides moving a piece",
        ),
        key("end", Takes::Section(&PIECES_END), "how the game ends"),
    ],
};
