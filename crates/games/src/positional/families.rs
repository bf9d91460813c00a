//! The named games of the family: one name that takes every parameter, and the well-known games as parameter sets of
//! it.

use super::settings::{boxed, compile, marks, patterns, rectangle, shape, size, weights};
use super::{Full, MOST_BOARDS, MOST_CELLS, Marks, Rules};
use crate::family::{Family, Info, Visitor};
use crate::spec::{Args, Kind, Param, SpecError};
use yomikiri_core::Player;

const VERSION: u32 = 1;

const SOURCE: &str = "traditional; see the m,n,k-games";

const CAPABILITIES: &[&str] = &[
    "acyclic",
    "keyed",
    "expand",
    "indexed",
    "reversible",
    "symmetric",
    "bounded",
    "ordered",
    "declared",
];

/// The capabilities if cells may have weights.
const WITH_WEIGHTS: &[&str] = &[
    "acyclic",
    "keyed",
    "expand",
    "indexed",
    "reversible",
    "symmetric",
    "bounded",
    "ordered",
    "parametric",
    "declared",
];

const CELL_MOVES: &str = "a move is `row,column` from 1; a position is its rows joined by `/`: `x` First, `o` Second, `.` empty";

const WEIGHTS: Kind = Kind::Text("whole numbers, one a cell in reading order, joined by `/`");

const fn param(name: &'static str, kind: Kind, help: &'static str) -> Param {
    Param {
        name,
        kind,
        default: None,
        required: false,
        help,
    }
}

const fn flag(name: &'static str, help: &'static str) -> Param {
    Param {
        default: Some("no"),
        ..param(name, Kind::Flag, help)
    }
}

const fn int(name: &'static str, most: usize, help: &'static str) -> Param {
    param(
        name,
        Kind::Int {
            min: 1,
            max: most as i64,
        },
        help,
    )
}

const fn default(default: &'static str, param: Param) -> Param {
    Param {
        default: Some(default),
        ..param
    }
}

const ROWS: Param = int("rows", MOST_CELLS, "the number of rows");
const COLS: Param = int("cols", MOST_CELLS, "the number of columns");
const LINE: Param = int("line", MOST_CELLS, "how many cells in a row are a line");
const MISERE: Param = flag("misere", "whether making a line loses");
const WILD: Param = flag("wild", "whether a player may place either mark");
const WRAP: Param = flag(
    "wrap",
    "whether lines go on across the edges, as on a torus",
);

/// The registry's entry of `positional`, with every parameter.
#[derive(Clone, Copy, Debug)]
pub struct PositionalFamily;

impl Family for PositionalFamily {
    const INFO: Info = Info {
        name: "positional",
        title: "Claim cells",
        summary: "claim cells: any board, lines, weights, gravity, misère play, marks",
        source: "the common rules of the m,n,k-games, Connect Four, notakto and their kin",
        rules_version: VERSION,
        params: &[
            int(
                "rows",
                MOST_CELLS,
                "the number of rows; needed without a shape",
            ),
            int(
                "cols",
                MOST_CELLS,
                "the number of columns; needed without a shape",
            ),
            default("1", int("layers", MOST_CELLS, "the number of layers")),
            param(
                "shape",
                Kind::Text("rows of `.` (a cell) and `_` (a hole) joined by `/`, layers by `//`"),
                "a drawn board, in place of rows, cols and layers",
            ),
            LINE,
            WRAP,
            param(
                "patterns",
                Kind::Text("cells numbered from 1 in reading order joined by `+`, sets by `/`"),
                "further sets of cells that are lines",
            ),
            flag(
                "gravity",
                "whether marks fall to the bottom of their column",
            ),
            MISERE,
            default(
                "own",
                param(
                    "marks",
                    Kind::Choice(&["own", "either", "one"]),
                    "the marks that a player places: their own, either of two, or one common mark",
                ),
            ),
            default(
                "draw",
                param(
                    "full",
                    Kind::Choice(&["draw", "points", "first", "second"]),
                    "the result of a full board: a draw, the points decide, or a player wins",
                ),
            ),
            default(
                "1",
                int(
                    "boards",
                    MOST_BOARDS,
                    "copies of the board; each dies with a line",
                ),
            ),
            param("weights", WEIGHTS, "points of the cells, for `full=points`"),
        ],
        examples: &[
            "positional:rows=3,cols=3,line=3",
            "positional:rows=2,cols=3,full=points,weights=3/-1/4/1/-5/9",
            "positional:rows=3,cols=3,line=3,full=points,weights=0/0/0/0/1/0/0/0/0",
            "positional:rows=3,cols=3,line=3,misere=yes,full=points,weights=1/2/3/4/5/6/7/8/9",
            "positional:rows=3,cols=3,line=3,gravity=yes,full=points,weights=2/-7/1/8/-2/8/1/-8/2",
            "positional:rows=3,cols=3,line=3,gravity=yes,marks=either",
            "positional:rows=2,cols=4,line=3,gravity=yes,marks=one,full=first",
            "positional:rows=3,cols=3,line=3,gravity=yes,misere=yes,wrap=yes",
            "positional:shape=.._/.../_..,line=2",
            "positional:shape=.../_../...,line=3,gravity=yes",
            "positional:shape=..//..//_.,line=2,misere=yes",
            "positional:rows=2,cols=3,patterns=1+2+3/4+5/1+6,full=second",
            "positional:rows=2,cols=2,line=2,boards=2,misere=yes",
            "positional:rows=2,cols=2,patterns=1+4/2+3,boards=2,marks=either",
            "positional:rows=2,cols=2,patterns=1+2,gravity=yes,boards=2,full=points,weights=1/2/3/4",
            "positional:rows=2,cols=2,layers=2,line=2,marks=either,misere=yes",
            "positional:rows=1,cols=33,line=33,full=second",
        ],
        files: &[],
        notation: "a move is `row,column` (`layer,row,column`) from 1, with the mark in front where either may be placed; a position is its rows joined by `/`, layers and boards by `//`: `x`, `o`, `.` empty, `_` hole",
        capabilities: WITH_WEIGHTS,
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let shape = shape(args)?;
        let cells = shape.cells().len();
        let rules = Rules {
            line: args.int_if_given("line").map(|line| line as usize),
            wrap: [args.flag("wrap"); 3],
            patterns: patterns(args, cells)?,
            weights: weights(args)?,
            gravity: args.flag("gravity"),
            misere: args.flag("misere"),
            marks: match args.get("marks") {
                Some("either") => Marks::Either,
                Some("one") => Marks::One,
                _ => Marks::Own,
            },
            full: match args.get("full") {
                Some("points") => Full::Points,
                Some("first") => Full::Win(Player::First),
                Some("second") => Full::Win(Player::Second),
                _ => Full::Draw,
            },
            boards: size(args, "boards"),
            ..Rules::new(shape)
        };
        compile(rules, args, visitor)
    }
}

/// The registry's entry of `tictactoe`: three in a row on three by three.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToeFamily;

impl Family for TicTacToeFamily {
    const INFO: Info = Info {
        name: "tictactoe",
        title: "Tic-tac-toe",
        summary: "three in a row on three by three",
        source: SOURCE,
        rules_version: VERSION,
        params: &[MISERE, WILD],
        examples: &[
            "tictactoe",
            "tictactoe:misere=yes",
            "tictactoe:wild=yes",
            "tictactoe:misere=yes,wild=yes",
        ],
        files: &[],
        notation: CELL_MOVES,
        capabilities: CAPABILITIES,
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let shape = boxed(args, [1, 3, 3])?;
        let rules = Rules {
            line: Some(3),
            misere: args.flag("misere"),
            marks: marks(args),
            ..Rules::new(shape)
        };
        compile(rules, args, visitor)
    }
}

/// The registry's entry of `weighted-tictactoe`: tic-tac-toe in which points decide a full board.
#[derive(Clone, Copy, Debug)]
pub struct WeightedTicTacToeFamily;

impl Family for WeightedTicTacToeFamily {
    const INFO: Info = Info {
        name: "weighted-tictactoe",
        title: "Weighted tic-tac-toe",
        summary: "three in a row wins; a full board goes to the greater sum of claimed numbers",
        source: "AtCoder ABC349 E",
        rules_version: VERSION,
        params: &[default(
            "0/0/0/0/0/0/0/0/0",
            param("weights", WEIGHTS, "the numbers in the nine cells"),
        )],
        examples: &[
            "weighted-tictactoe:weights=0/0/0/0/1/0/0/0/0",
            "weighted-tictactoe:weights=-1/1/0/-4/-2/-5/-4/-1/-5",
            "weighted-tictactoe:weights=2/2/2/2/-15/2/2/2/2",
            "weighted-tictactoe",
        ],
        files: &[],
        notation: CELL_MOVES,
        capabilities: WITH_WEIGHTS,
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let shape = boxed(args, [1, 3, 3])?;
        let rules = Rules {
            line: Some(3),
            full: Full::Points,
            weights: weights(args)?,
            ..Rules::new(shape)
        };
        compile(rules, args, visitor)
    }
}

/// The registry's entry of `mnk`: a number of marks in a row on a rectangle.
#[derive(Clone, Copy, Debug)]
pub struct MnkFamily;

impl Family for MnkFamily {
    const INFO: Info = Info {
        name: "mnk",
        title: "So many in a row",
        summary: "a given number in a row on a rectangle",
        source: SOURCE,
        rules_version: VERSION,
        params: &[
            default("3", ROWS),
            default("3", COLS),
            default("3", LINE),
            MISERE,
            WILD,
            WRAP,
        ],
        examples: &[
            "mnk:rows=3,cols=4,line=3",
            "mnk:rows=1,cols=5",
            "mnk:rows=2,cols=4,line=2",
            "mnk:wrap=yes",
            "mnk:rows=2,cols=3,line=2,wrap=yes,misere=yes",
            "mnk:rows=2,cols=3,wild=yes",
            "mnk:rows=4,cols=10,line=3",
        ],
        files: &[],
        notation: CELL_MOVES,
        capabilities: CAPABILITIES,
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let rules = Rules {
            wrap: [args.flag("wrap"); 3],
            misere: args.flag("misere"),
            marks: marks(args),
            ..rectangle(args)?
        };
        compile(rules, args, visitor)
    }
}

/// The registry's entry of `connect-k`: a number of marks in a row where marks fall.
#[derive(Clone, Copy, Debug)]
pub struct ConnectKFamily;

impl Family for ConnectKFamily {
    const INFO: Info = Info {
        name: "connect-k",
        title: "So many in a row, with gravity",
        summary: "a given number in a row; marks fall to the bottom of their column",
        source: "Connect Four (1974) on boards of any size",
        rules_version: VERSION,
        params: &[default("4", COLS), default("4", ROWS), default("4", LINE)],
        examples: &[
            "connect-k:cols=4,rows=3,line=3",
            "connect-k:cols=3,rows=3,line=3",
            "connect-k:cols=2,rows=4,line=2",
        ],
        files: &[],
        notation: CELL_MOVES,
        capabilities: CAPABILITIES,
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        compile(
            Rules {
                gravity: true,
                ..rectangle(args)?
            },
            args,
            visitor,
        )
    }
}

/// The registry's entry of `notakto`: one common mark, and the player who makes the last line loses.
#[derive(Clone, Copy, Debug)]
pub struct NotaktoFamily;

impl Family for NotaktoFamily {
    const INFO: Info = Info {
        name: "notakto",
        title: "Notakto",
        summary: "one common mark; a board dies with its first line, and the player who kills the last board loses",
        source: "Plambeck and Whitehead, The Secrets of Notakto (2013)",
        rules_version: VERSION,
        params: &[
            default(
                "3",
                int(
                    "size",
                    11,
                    "the number of rows, of columns and of cells in a line",
                ),
            ),
            default("1", int("boards", MOST_BOARDS, "the number of boards")),
        ],
        examples: &[
            "notakto",
            "notakto:size=2,boards=2",
            "notakto:size=2,boards=3",
        ],
        files: &[],
        notation: "a move is `row,column` (`board,row,column`) from 1; a position is its rows joined by `/`, boards by `//`: `x` marked, `.` empty",
        capabilities: &[
            "acyclic",
            "keyed",
            "indexed",
            "reversible",
            "symmetric",
            "ordered",
            "declared",
        ],
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let side = size(args, "size");
        let shape = boxed(args, [1, side, side])?;
        let rules = Rules {
            line: Some(side),
            misere: true,
            marks: Marks::One,
            boards: size(args, "boards"),
            ..Rules::new(shape)
        };
        compile(rules, args, visitor)
    }
}

/// The registry's entry of `tictactoe-3d`: a line through a cube.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe3dFamily;

impl Family for TicTacToe3dFamily {
    const INFO: Info = Info {
        name: "tictactoe-3d",
        title: "Tic-tac-toe in a cube",
        summary: "a full line through a cube: 3x3x3, or 4x4x4 (Qubic)",
        source: SOURCE,
        rules_version: VERSION,
        params: &[Param {
            kind: Kind::Int { min: 2, max: 4 },
            ..default(
                "3",
                int(
                    "size",
                    4,
                    "the number of layers, rows, columns and cells in a line",
                ),
            )
        }],
        examples: &["tictactoe-3d", "tictactoe-3d:size=2", "tictactoe-3d:size=4"],
        files: &[],
        notation: "a move is `layer,row,column` from 1; a position is its rows joined by `/`, layers by `//`: `x` First, `o` Second, `.` empty",
        capabilities: CAPABILITIES,
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let side = size(args, "size");
        let shape = boxed(args, [side; 3])?;
        compile(
            Rules {
                line: Some(side),
                ..Rules::new(shape)
            },
            args,
            visitor,
        )
    }
}
