//! Every key that a rules file may have: the one list that the reader, the JSON Schema and the book
//! go by.

/// What stands behind a key.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// A whole number in a range.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Text of any number of lines.
    Text,
    /// A list of words, or one word alone.
    Words,
    /// A list of cells: names, or `"row,column"`; or one of these words for a set of cells.
    Cells(&'static [&'static str]),
    /// A list of lists of cells.
    CellSets,
    /// A list of whole numbers, possibly in rows.
    Numbers,
    /// A list of directions: words, or pairs `[forward, right]`.
    Directions,
    /// A section of its own.
    Section(&'static Section),
    /// A list of sections.
    Sections(&'static Section),
}

/// A key.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it means, in one line; what holds without it.
    pub help: &'static str,
}

/// A group of keys.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// What messages call it: `[board]`, a `piece`.
    pub name: &'static str,
    /// Its keys.
    pub keys: &'static [Key],
}

impl Section {
    /// The key of that name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

/// A kind of game: its name, what it is, and what may stand in its files.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// What `kind =` says.
    pub name: &'static str,
    /// In a line.
    pub help: &'static str,
    /// The whole file.
    pub file: &'static Section,
}

/// All kinds of games.
pub const KINDS: &[FileKind] = &[
    FileKind {
        name: "positional",
        help: "players claim cells; lines of cells decide",
        file: &POSITIONAL,
    },
    FileKind {
        name: "pieces",
        help: "players move pieces over a board",
        file: &PIECES,
    },
    FileKind {
        name: "heaps",
        help: "players take from heaps",
        file: &HEAPS,
    },
    FileKind {
        name: "graph",
        help: "the game is written down position by position",
        file: &GRAPH,
    },
];

/// The names of all kinds.
pub const KIND_NAMES: &[&str] = &["positional", "pieces", "heaps", "graph"];

/// The version of the language that this program reads.
pub const VERSION: i64 = 1;

const fn key(name: &'static str, takes: Takes, help: &'static str) -> Key {
    Key { name, takes, help }
}

const RULES: Key = key(
    "rules",
    Takes::Int {
        min: VERSION,
        max: VERSION,
    },
    "the version of the language, 1; needed",
);
const TITLE: Key = key(
    "title",
    Takes::Text,
    "what the game is called; for people only",
);
const KIND: Key = key(
    "kind",
    Takes::Choice(KIND_NAMES),
    "the kind of game; needed",
);

const SIDE: Takes = Takes::Int { min: 1, max: 128 };

const BOARD: Section = Section {
    name: "[board]",
    keys: &[
        key("rows", SIDE, "the number of rows"),
        key("cols", SIDE, "the number of columns"),
        key("layers", SIDE, "the number of layers; 1"),
        key(
            "map",
            Takes::Text,
            "a drawn board in place of rows, cols and layers: `.` a cell, `_` a hole, any other letter or digit \
             (or word, where blanks are between the cells) a cell of that name; layers are parted by an empty line",
        ),
        key(
            "wrap",
            Takes::Flag,
            "whether rows of cells go on across the edges; false",
        ),
        key(
            "copies",
            Takes::Int { min: 1, max: 8 },
            "copies of the board, each of which dies with its first line; 1",
        ),
    ],
};

const ROW: Key = key("row", SIDE, "how many cells in a row are a line");
const SETS: Key = key(
    "sets",
    Takes::CellSets,
    "sets of cells that are lines, each a list of cells",
);
const SHAPES: Key = key(
    "shapes",
    Takes::Words,
    "drawn shapes that are lines wherever they fit: rows joined by `/`, `x` a cell of the shape, `.` any",
);
const TURNED: Key = key(
    "turned",
    Takes::Flag,
    "whether shapes may be turned and mirrored; true",
);
const POINTS: Key = key(
    "points",
    Takes::Int {
        min: 1,
        max: 1_000_000,
    },
    "the points for a line, where lines make points; 1",
);

const LINES: Section = Section {
    name: "[lines]",
    keys: &[
        ROW,
        SETS,
        SHAPES,
        TURNED,
        key(
            "make",
            Takes::Choice(&["win", "loss", "first", "second", "points"]),
            "what making a line means: who makes it wins or loses, a named player wins, or points; win",
        ),
        POINTS,
        key(
            "first",
            Takes::Section(&PLAYERS_LINES),
            "the lines that First makes: each key in place of the one above",
        ),
        key(
            "second",
            Takes::Section(&PLAYERS_LINES),
            "the lines that Second makes: each key in place of the one above",
        ),
    ],
};

const PLAYERS_LINES: Section = Section {
    name: "a player's lines",
    keys: &[
        ROW,
        SETS,
        SHAPES,
        TURNED,
        key(
            "make",
            Takes::Choice(&["win", "loss", "points"]),
            "what making a line means for the player: a win, a loss, or points; win",
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
            "whose marks are placed: one's own, either of two, the one there is; own",
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
            "whether marks fall to the bottom of their column; false",
        ),
        key(
            "placements",
            Takes::Int { min: 1, max: 8 },
            "how many marks are placed in a turn; 1",
        ),
        key(
            "opening",
            Takes::Int { min: 1, max: 8 },
            "how many marks are placed in the turn that places the first ones (where First passes, that is Second's), at \
             most `placements`; as many as in any",
        ),
        key(
            "forbidden",
            Takes::Cells(&["centre"]),
            "cells that the very first mark may not take",
        ),
        key(
            "swap",
            Takes::Flag,
            "whether Second may take over First's marks instead of its first turn; false",
        ),
        key(
            "pass",
            Takes::Flag,
            "whether a player may pass; two passes end the game like a full board; false",
        ),
    ],
};

const FULL: Section = Section {
    name: "[full]",
    keys: &[
        key(
            "is",
            Takes::Choice(&["draw", "first", "second", "points"]),
            "what a full board without a line means: a draw, a player wins, or the cells' points decide; draw",
        ),
        key(
            "weights",
            Takes::Numbers,
            "the points of the cells in reading order, where points decide",
        ),
    ],
};

const POSITIONAL: Section = Section {
    name: "a positional game",
    keys: &[
        RULES,
        TITLE,
        KIND,
        key("board", Takes::Section(&BOARD), "where the cells are"),
        key(
            "lines",
            Takes::Section(&LINES),
            "which sets of cells decide",
        ),
        key("moves", Takes::Section(&MOVES), "who may place what where"),
        key("full", Takes::Section(&FULL), "what a full board means"),
    ],
};

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
            Takes::CellSets,
            "pairs of cells that a `link` step joins, beside or without straight steps",
        ),
        key(
            "oneway",
            Takes::CellSets,
            "pairs of cells: a `link` step leads from the first one to the second one alone",
        ),
        key(
            "mover",
            Takes::Choice(&["first", "second"]),
            "who moves first; first",
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
            "what it may end on: an empty cell, an enemy (who is captured), either; any, for jumps empty",
        ),
        key(
            "over",
            Takes::Choice(&["enemy", "own", "any"]),
            "what a jump may go over; any",
        ),
        key(
            "takes",
            Takes::Flag,
            "whether a jump captures the piece jumped over; false",
        ),
        key(
            "most",
            Takes::Int { min: 1, max: 128 },
            "the most cells that a slide goes; as many as there are",
        ),
        key(
            "far",
            Takes::Flag,
            "whether a slide has to go as far as it can; false",
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
        key("name", Takes::Text, "what it is called; for people only"),
        key(
            "glyph",
            Takes::Choice(&["mark", "disc", "pawn", "king", "token", "tile"]),
            "the form in which it is drawn: its letter alone, a disc, a pawn, a crowned disc, a disc with its letter, a \
             pointed tile with its letter; what its name tells, else token",
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
            "whether it may stay what it is instead; false",
        ),
        key(
            "held",
            Takes::Text,
            "the letter of the piece that it is in the hand of who has captured it; its own",
        ),
        key(
            "drop",
            Takes::Cells(&["far"]),
            "the cells on which it may be put from the hand: cells, or `far`, the player's far row; all",
        ),
        key(
            "undrop",
            Takes::Cells(&["far"]),
            "the cells on which it may not be put from the hand: cells, or `far`; none",
        ),
        key(
            "at",
            Takes::Cells(&["far"]),
            "where it becomes another piece: cells, or `far`, the player's far row; far",
        ),
    ],
};

const GOAL: Key = key(
    "goal",
    Takes::Cells(&["far"]),
    "cells that win for who brings a piece there: a list, or `far`, the player's far row",
);
const RUNNERS: Key = key(
    "runners",
    Takes::Words,
    "the letters of the pieces that win at the goal; all",
);
const COUNT: Key = key(
    "count",
    Takes::Int { min: 1, max: 128 },
    "how many pieces have to be at the goal; 1",
);
const LINE: Key = key(
    "line",
    SIDE,
    "how many pieces next to each other in a row are a line; without this and `square` there are no lines",
);
const SQUARE: Key = key(
    "square",
    Takes::Int { min: 2, max: 128 },
    "the side of a full square of pieces that is a line, too",
);
const WAYS: Key = key(
    "ways",
    Takes::Words,
    "where lines go: `across`, `upright`, `aslant`; all",
);
const LINERS: Key = key(
    "liners",
    Takes::Words,
    "the letters of the pieces that make lines; all",
);
const MAKE: Key = key(
    "make",
    Takes::Choice(&["win", "loss"]),
    "what having a line means for a player; win",
);
const ROYAL: Key = key(
    "royal",
    Takes::Words,
    "the letters of pieces of which a player who has none left has lost",
);
const SAFE: Key = key(
    "safe",
    Takes::Flag,
    "whether the last royal piece may not be left where it could be captured at once; then having no move is \
     lost while it could be captured, and else is what `stuck` says; false",
);
const LEAST: Key = key(
    "least",
    Takes::Int { min: 1, max: 128 },
    "a player with fewer pieces than this has lost",
);
const STUCK: Key = key(
    "stuck",
    Takes::Choice(&["loss", "draw", "win"]),
    "what having no move means for a player; loss",
);

const PIECES_HAND: Section = Section {
    name: "[hand]",
    keys: &[
        key(
            "start",
            Takes::Text,
            "the letters of the pieces in hand at the start, First's as capitals; none",
        ),
        key(
            "captures",
            Takes::Flag,
            "whether captured pieces come into the hand of who has captured them; false",
        ),
        key(
            "first",
            Takes::Flag,
            "whether who has pieces in hand has to put one down before any other moves; false",
        ),
    ],
};

const PIECES_CAPTURES: Section = Section {
    name: "[captures]",
    keys: &[
        key(
            "forced",
            Takes::Flag,
            "whether who can capture has to; false",
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
             `diagonal`; nowhere",
        ),
    ],
};

const PIECES_END: Section = Section {
    name: "[end]",
    keys: &[
        GOAL,
        RUNNERS,
        COUNT,
        LINE,
        SQUARE,
        WAYS,
        LINERS,
        MAKE,
        ROYAL,
        SAFE,
        LEAST,
        STUCK,
        key(
            "endless",
            Takes::Choice(&["draw", "first", "second"]),
            "what play that goes round for ever is worth; draw",
        ),
        key(
            "first",
            Takes::Section(&PLAYERS_END),
            "what ends the game for First: each key in place of the one above",
        ),
        key(
            "second",
            Takes::Section(&PLAYERS_END),
            "what ends the game for Second: each key in place of the one above",
        ),
    ],
};

const PLAYERS_END: Section = Section {
    name: "a player's end",
    keys: &[
        GOAL, RUNNERS, COUNT, LINE, SQUARE, WAYS, LINERS, MAKE, ROYAL, SAFE, LEAST, STUCK,
    ],
};

const PIECES: Section = Section {
    name: "a game of pieces",
    keys: &[
        RULES,
        TITLE,
        KIND,
        key(
            "board",
            Takes::Section(&PIECES_BOARD),
            "the board and what stands on it",
        ),
        key(
            "piece",
            Takes::Sections(&PIECE),
            "the pieces, one `[[piece]]` each; needed",
        ),
        key(
            "hand",
            Takes::Section(&PIECES_HAND),
            "the pieces beside the board; none",
        ),
        key(
            "captures",
            Takes::Section(&PIECES_CAPTURES),
            "what captures are beyond the moves of pieces",
        ),
        key("end", Takes::Section(&PIECES_END), "how the game ends"),
    ],
};

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

const HEAPS: Section = Section {
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

const GRAPH: Section = Section {
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
