//! The names under which games of the family can be asked for: one open to every parameter, and the
//! well-known games as parameter sets of it.

use super::shape::spans;
use super::{CellSet, Full, MOST_BOARDS, MOST_CELLS, Marks, Positional, Rules, RulesError, Shape};
use crate::registry::{Family, Info, Visitor};
use crate::spec::{Args, Kind, Param, SpecError, quoted};
use std::ops::Range;
use yomikiri_core::{Player, TextError};

const VERSION: u32 = 1;

const SOURCE: &str = "traditional; see the m,n,k-games";

const CAPABILITIES: &[&str] = &[
    "acyclic",
    "keyed",
    "indexed",
    "reversible",
    "symmetric",
    "bounded",
    "ordered",
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

/// `positional`: every parameter.
#[derive(Clone, Copy, Debug)]
pub struct PositionalFamily;

impl Family for PositionalFamily {
    const INFO: Info = Info {
        name: "positional",
        summary: "claim cells: any board, lines, weights, gravity, misère play, marks",
        source: "the common rules of the m,n,k-games, Connect Four, notakto and their kin",
        rules_version: VERSION,
        params: &[
            ROWS,
            COLS,
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
                    "whose marks are placed: one's own, either of two, the one there is",
                ),
            ),
            default(
                "draw",
                param(
                    "full",
                    Kind::Choice(&["draw", "points", "first", "second"]),
                    "what a full board means: a draw, the points decide, or who wins",
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
        capabilities: CAPABILITIES,
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let shape = shape(args)?;
        let cells = shape.cells().len();
        let rules = Rules {
            line: args.int_if_given("line").map(|line| line as usize),
            wrap: args.flag("wrap"),
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

/// `tictactoe`: three in a row on three by three.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToeFamily;

impl Family for TicTacToeFamily {
    const INFO: Info = Info {
        name: "tictactoe",
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
        let shape = Shape::full(1, 3, 3).map_err(|error| located(args, error))?;
        let rules = Rules {
            line: Some(3),
            misere: args.flag("misere"),
            marks: marks(args),
            ..Rules::new(shape)
        };
        compile(rules, args, visitor)
    }
}

/// `weighted-tictactoe`: tic-tac-toe in which a full board goes to points.
#[derive(Clone, Copy, Debug)]
pub struct WeightedTicTacToeFamily;

impl Family for WeightedTicTacToeFamily {
    const INFO: Info = Info {
        name: "weighted-tictactoe",
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
        capabilities: CAPABILITIES,
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let shape = Shape::full(1, 3, 3).map_err(|error| located(args, error))?;
        let rules = Rules {
            line: Some(3),
            full: Full::Points,
            weights: weights(args)?,
            ..Rules::new(shape)
        };
        compile(rules, args, visitor)
    }
}

/// `mnk`: so many in a row on a rectangle.
#[derive(Clone, Copy, Debug)]
pub struct MnkFamily;

impl Family for MnkFamily {
    const INFO: Info = Info {
        name: "mnk",
        summary: "so many in a row on a rectangle",
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
        ],
        files: &[],
        notation: CELL_MOVES,
        capabilities: CAPABILITIES,
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let rules = Rules {
            wrap: args.flag("wrap"),
            misere: args.flag("misere"),
            marks: marks(args),
            ..rectangle(args)?
        };
        compile(rules, args, visitor)
    }
}

/// `connect-k`: so many in a row where marks fall.
#[derive(Clone, Copy, Debug)]
pub struct ConnectKFamily;

impl Family for ConnectKFamily {
    const INFO: Info = Info {
        name: "connect-k",
        summary: "so many in a row; marks fall to the bottom of their column",
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

/// `connect4`: Connect Four, in its own notation.
#[derive(Clone, Copy, Debug)]
pub struct Connect4Family;

impl Family for Connect4Family {
    const INFO: Info = Info {
        name: "connect4",
        summary: "Connect Four: four in a row, marks fall to the bottom of their column",
        source: "Connect Four (1974)",
        rules_version: VERSION,
        params: &[default("7", COLS), default("6", ROWS), default("4", LINE)],
        examples: &[
            "connect4",
            "connect4:cols=4,rows=3,line=3",
            "connect4:cols=10,rows=1,line=2",
        ],
        files: &[],
        notation: "a move is its column from 1; a position is the columns played (`4453`, with commas beyond 9 columns) or its rows from the top joined by `/`",
        capabilities: &[
            "acyclic",
            "keyed",
            "indexed",
            "reversible",
            "symmetric",
            "bounded",
            "ordered",
        ],
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        compile(
            Rules {
                gravity: true,
                columns: true,
                ..rectangle(args)?
            },
            args,
            visitor,
        )
    }
}

/// `notakto`: one common mark; who makes the last line loses.
#[derive(Clone, Copy, Debug)]
pub struct NotaktoFamily;

impl Family for NotaktoFamily {
    const INFO: Info = Info {
        name: "notakto",
        summary: "one common mark; a board dies with its first line, who kills the last one loses",
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
        ],
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let side = size(args, "size");
        let shape = Shape::full(1, side, side).map_err(|error| located(args, error))?;
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

/// `tictactoe-3d`: a line through a cube.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe3dFamily;

impl Family for TicTacToe3dFamily {
    const INFO: Info = Info {
        name: "tictactoe-3d",
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
        let shape = Shape::full(side, side, side).map_err(|error| located(args, error))?;
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

/// Compiles the rules for the narrowest integer that holds the cells, and hands the game over.
fn compile<V: Visitor>(rules: Rules, args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
    let wrong = |error| located(args, error);
    match rules.cells() {
        0..=32 => Positional::<u32>::new(rules)
            .map(|game| visitor.visit(game))
            .map_err(wrong),
        33..=64 => Positional::<u64>::new(rules)
            .map(|game| visitor.visit(game))
            .map_err(wrong),
        _ => Positional::<u128>::new(rules)
            .map(|game| visitor.visit(game))
            .map_err(wrong),
    }
}

/// A number that has a default; kinds have been checked to be positive.
fn size(args: &Args<'_>, key: &str) -> usize {
    usize::try_from(args.int(key)).unwrap_or_default()
}

fn marks(args: &Args<'_>) -> Marks {
    if args.flag("wild") {
        Marks::Either
    } else {
        Marks::Own
    }
}

/// The rules of lines on a rectangle given by `rows`, `cols` and `line`.
fn rectangle(args: &Args<'_>) -> Result<Rules, SpecError> {
    let shape = Shape::full(1, size(args, "rows"), size(args, "cols"))
        .map_err(|error| located(args, error))?;
    Ok(Rules {
        line: Some(size(args, "line")),
        ..Rules::new(shape)
    })
}

/// The board of `positional`: drawn, or a box. Where both are given, they must agree.
fn shape(args: &Args<'_>) -> Result<Shape, SpecError> {
    let given = |key: &str| {
        args.int_if_given(key)
            .and_then(|size| usize::try_from(size).ok())
    };
    if let Some(text) = args.get("shape") {
        let shape = Shape::drawn(text).map_err(|error| args.error_within("shape", error))?;
        let [layers, rows, cols] = shape.size();
        // `layers` has a default, so that one layer may as well not have been given.
        let stated = given("layers").filter(|layers| *layers > 1);
        for (key, stated, drawn) in [
            ("rows", given("rows"), rows),
            ("cols", given("cols"), cols),
            ("layers", stated, layers),
        ] {
            if stated.is_some_and(|stated| stated != drawn) {
                return Err(args.error(key, format!("the drawn board has {drawn} {key}")));
            }
        }
        return Ok(shape);
    }
    let needed = |key: &'static str| {
        given(key).ok_or_else(|| args.error(key, format!("a board needs `{key}=`, or `shape=`")))
    };
    Shape::full(size(args, "layers"), needed("rows")?, needed("cols")?)
        .map_err(|error| located(args, error))
}

fn weights(args: &Args<'_>) -> Result<Vec<i64>, SpecError> {
    let Some(text) = args.get("weights") else {
        return Ok(Vec::new());
    };
    let weight = |span: Range<usize>| {
        let item = &text[span.clone()];
        item.parse::<i64>().map_err(|_| {
            let message = format!(
                "a whole number of 64 bits is expected here, not {}",
                quoted(item)
            );
            args.error_within("weights", TextError::new(span, message))
        })
    };
    spans(text, 0, "/").into_iter().map(weight).collect()
}

fn patterns(args: &Args<'_>, cells: usize) -> Result<Vec<CellSet>, SpecError> {
    let Some(text) = args.get("patterns") else {
        return Ok(Vec::new());
    };
    let mut patterns = Vec::new();
    for pattern in spans(text, 0, "/") {
        let mut set: CellSet = 0;
        for span in spans(&text[pattern.clone()], pattern.start, "+") {
            let wrong = |message: String| {
                args.error_within("patterns", TextError::new(span.clone(), message))
            };
            let cell = text[span.clone()].parse::<usize>().ok();
            let Some(cell) = cell.filter(|cell| (1..=cells).contains(cell)) else {
                return Err(wrong(format!("a cell from 1 to {cells} is expected here")));
            };
            if set >> (cell - 1) & 1 != 0 {
                return Err(wrong(format!("cell {cell} is in this set twice")));
            }
            set |= 1 << (cell - 1);
        }
        patterns.push(set);
    }
    Ok(patterns)
}

/// The error of the rules as an error of the setting it is owed to.
fn located(args: &Args<'_>, error: RulesError) -> SpecError {
    let message = error.to_string();
    match error {
        RulesError::Points(cell) => {
            let text = args.get("weights").unwrap_or_default();
            let span = spans(text, 0, "/")
                .into_iter()
                .nth(cell)
                .unwrap_or(0..text.len());
            args.error_within("weights", TextError::new(span, message))
        }
        RulesError::WeightCount { .. } | RulesError::WeightsUnused => {
            args.error("weights", message)
        }
        RulesError::PointsOfNobody => args.error("full", message),
        RulesError::Pattern(_) => args.error("patterns", message),
        RulesError::NoCells
        | RulesError::TooManyCells { .. }
        | RulesError::Boards(_)
        | RulesError::Columns => {
            // Of the sizes that make up the number of cells, the largest that was written down.
            const SIZES: [&str; 5] = ["rows", "cols", "layers", "size", "boards"];
            let largest = SIZES
                .into_iter()
                .filter(|key| args.get(key).is_some())
                .map(|key| (args.int(key), args.error(key, message.clone())))
                .max_by_key(|(size, error)| (!error.error.span.is_empty(), *size));
            largest.map_or_else(|| args.error("shape", message), |(_, error)| error)
        }
    }
}
