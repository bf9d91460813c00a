//! AtCoder ABC349 E: tic-tac-toe on a weighted board.

use super::decisive::{Board, CELLS, Decisive, MOST};
use super::scan::{Scan, integer};
use super::simpler::stretches;
use super::stream::{Piece, Stream};
use super::telling::{Moves, Teller};
use super::{
    About, ContestError, Corner, Done, Excerpt, Fault, Options, Problem, Random, Streams, Subject,
    check_options,
};
use std::io::Write;
use std::ops::Range;
use yomikiri::{Ask, Control, Game, Method, Notation, Outcome, Player, TextError, Value};
use yomikiri_catalog::lang::{Lang, Message};
use yomikiri_catalog::{Counted, START};
use yomikiri_face::Sessions;
use yomikiri_games::positional::{Full, Positional, Rules, Shape};

const CELL: &str = "the number of a cell";
const NAMES: [&str; 2] = ["Takahashi", "Aoki"];

/// AtCoder ABC349 E.
pub(super) struct Abc349E;

static ABOUT: About = About {
    id: "abc349e",
    judge: "AtCoder ABC349 E",
    title: "Weighted Tic-Tac-Toe",
    game: "weighted-tictactoe",
    input: "three lines of three integers",
    shape: "3*{3*{a -10^9..10^9} |}",
    seconds: 2,
    constraints: &["each integer -1000000000 to 1000000000", "their sum is odd"],
    output: "the winner: Takahashi (moves first) or Aoki",
    solvers: &[
        Method::AlphaBeta,
        Method::Memo,
        Method::Plain,
        Method::Retrograde,
        Method::Parametric,
    ],
    many: true,
    words: &["Takahashi", "Aoki"],
    example: "0 0 0\n0 1 0\n0 0 0\n",
    ..About::USUAL
};

impl Problem for Abc349E {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn run(
        &self,
        streams: &mut Streams<'_>,
        options: &Options,
        control: &mut Control<'_>,
    ) -> Result<Done, ContestError> {
        check_options(&ABOUT, options)?;
        if options.many {
            return many(streams, options, control);
        }
        let mut text = Vec::new();
        streams.input.read_to_end(&mut text)?;
        let board = read(&text).map_err(|error| Fault::locate(error, &text))?;
        let solver = Solver::new(board, options)?;
        let name = solver.winner(control)?;
        if options.explain {
            solver.explain(options.lang, streams.notes, control)?;
        }
        streams.output.write_all(format!("{name}\n").as_bytes())?;
        streams.output.flush()?;
        Ok(Done::ONE)
    }

    fn corners(&self) -> &'static [Corner] {
        &[
            Corner::Uniform,
            Corner::Small,
            Corner::Negative,
            Corner::Extreme,
            Corner::Ties,
            Corner::Equal,
            Corner::Sorted,
        ]
    }

    fn generate(&self, random: &mut Random, corner: Corner) -> String {
        let same = random.within(-MOST..=MOST);
        let size = *random.pick(&[1, 3, 10, 1000, MOST]).unwrap_or(&MOST);
        let mut board: Board = std::array::from_fn(|_| match corner {
            Corner::Small => random.within(-3..=3),
            // Aoki wins about one in five of these, and hardly any of the uniform ones.
            Corner::Negative => random.within(-10..=0),
            Corner::Extreme => match random.within(-MOST..=MOST) {
                value if value < 0 => value % 3 - (MOST - 3),
                value => value % 3 + (MOST - 3),
            },
            Corner::Ties => size * random.within(-1..=1),
            Corner::Equal => same,
            _ => random.within(-MOST..=MOST),
        });
        if corner == Corner::Sorted {
            board.sort_unstable();
            if random.one_in(2) {
                board.reverse();
            }
        }
        if board.iter().sum::<i64>() % 2 == 0 {
            let change = |value: &mut i64| *value += if *value > 0 { -1 } else { 1 };
            match corner {
                Corner::Equal => board.iter_mut().for_each(change),
                // The first and the last stay in order only if moved apart or together by one. A number
                // between equal ones may leave the order, which does no harm.
                _ => change(&mut board[random.below(CELLS as u64) as usize]),
            }
        }
        text(&board)
    }

    fn subject(&self, input: &str, _: usize, _: &Options) -> Option<Subject> {
        let weights = read(input.as_bytes()).ok()?.map(|cell| cell.to_string());
        Some(Subject {
            game: format!("{}:weights={}", ABOUT.game, weights.join("/")),
            file: None,
            position: START.to_owned(),
            ask: Ask::Margin,
            names: NAMES,
        })
    }

    fn takes(&self, input: &str) -> bool {
        read(input.as_bytes()).is_ok()
    }

    fn smaller<'a>(&'a self, input: &'a str) -> Box<dyn Iterator<Item = String> + 'a> {
        match read(input.as_bytes()) {
            Ok(board) => Box::new(smaller(board).map(|board| text(&board))),
            Err(_) => Box::new(std::iter::empty()),
        }
    }
}

/// Returns boards with a lesser sum of magnitudes: without a stretch of the numbers, with all of them
/// divided, or with one number moved nearer to 0 by an even distance or two by odd distances each. The
/// sum stays odd.
fn smaller(board: Board) -> impl Iterator<Item = Board> {
    let divided = [1_000_000, 1000, 10, 2].into_iter().flat_map(move |by| {
        let parts = board.map(|value| value / by);
        // If the division left the sum even, one number moves a step further.
        let even = parts.iter().sum::<i64>() % 2 == 0;
        let cells = if even { 0..CELLS } else { 0..1 };
        cells.map(move |cell| match parts[cell] {
            value if even => with(
                parts,
                cell,
                value - if value == 0 { 1 } else { value.signum() },
            ),
            _ => parts,
        })
    });
    let cleared = stretches(CELLS).map(move |gone| {
        let mut next = board;
        next[gone].fill(0);
        next
    });
    let odd = |board: &Board| board.iter().sum::<i64>() % 2 != 0;
    let alone = (0..CELLS).flat_map(move |cell| {
        let values = nearer(board[cell], false).into_iter();
        values.map(move |value| with(board, cell, value))
    });
    let pairs = (0..CELLS).flat_map(|a| (0..a).map(move |b| (b, a)));
    let together = pairs.flat_map(move |(a, b)| {
        let ends = |values: Vec<i64>| [values.first().copied(), values.last().copied()];
        let first = ends(nearer(board[a], true)).into_iter().flatten();
        let second = ends(nearer(board[b], true)).into_iter().flatten();
        first
            .zip(second)
            .map(move |(first, second)| with(with(board, a, first), b, second))
    });
    let size = |board: &Board| board.iter().map(|value| value.abs()).sum::<i64>();
    cleared
        .filter(odd)
        .chain(divided)
        .chain(alone)
        .chain(together)
        .filter(move |next| size(next) < size(&board))
}

fn with(mut board: Board, cell: usize, value: i64) -> Board {
    board[cell] = value;
    board
}

/// Returns numbers of the same sign nearer to 0, at odd or at even distances from `value`: first the
/// least, then numbers less by about a half, a quarter, a sixteenth. (Single steps would make shrinking
/// from a thousand million take as many steps.)
fn nearer(value: i64, odd: bool) -> Vec<i64> {
    let size = value.abs();
    let parity = (size + i64::from(odd)) % 2;
    let less = |share: i64| {
        let less = (size / share).max(1);
        size - less - (less + i64::from(odd)) % 2
    };
    let mut sizes = vec![parity, less(2), less(4), less(16)];
    sizes.retain(|new| (0..size).contains(new));
    sizes.dedup();
    sizes.iter().map(|new| new * value.signum()).collect()
}

fn text(board: &Board) -> String {
    board
        .chunks(3)
        .map(|row| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ") + "\n")
        .collect()
}

/// Reads one board, which must be all of the input.
fn read(text: &[u8]) -> Result<Board, TextError> {
    let mut scan = Scan::new(text);
    let mut board = [0; CELLS];
    for row in board.chunks_mut(3) {
        for cell in row {
            *cell = scan.integer(CELL, -MOST..=MOST)?;
        }
        scan.end_line()?;
    }
    scan.end()?;
    check_sum(&board).map_err(|message| TextError::new(0..text.trim_ascii_end().len(), message))?;
    Ok(board)
}

fn check_sum(board: &Board) -> Result<(), String> {
    match board.iter().sum::<i64>() {
        sum if sum % 2 == 0 => Err(format!("the sum of the board must be odd, and it is {sum}")),
        _ => Ok(()),
    }
}

/// One board as a game.
struct Solver {
    game: Positional<u16, true>,
    board: Board,
    method: Method,
}

impl Solver {
    fn new(board: Board, options: &Options) -> Result<Solver, ContestError> {
        // The limits of the problem are narrower than those of the game. If the game refuses the board
        // all the same, the fault spans the whole board.
        let refused = |message: String| {
            let text = text(&board);
            Fault::locate(TextError::new(0..0, message), text.as_bytes())
        };
        let shape = Shape::full(1, 3, 3).map_err(|error| refused(error.to_string()))?;
        let rules = Rules {
            line: Some(3),
            full: Full::Points,
            weights: board.to_vec(),
            ..Rules::new(shape)
        };
        let game = Positional::new(rules).map_err(|error| refused(error.to_string()))?;
        Ok(Solver {
            game,
            board,
            method: options.method.unwrap_or(ABOUT.solvers[0]),
        })
    }

    fn winner(&self, control: &mut Control<'_>) -> Result<&'static str, ContestError> {
        let mut session = self.game.session(Ask::Winner, self.method)?;
        let value = session.value(&self.game.start(), control)?;
        Ok(name(value.winner()))
    }

    /// Explains First's best points, or that a line decides, and shows a line of best play.
    fn explain(
        &self,
        lang: Lang,
        notes: &mut dyn Write,
        control: &mut Control<'_>,
    ) -> Result<(), ContestError> {
        let mut session = self.game.session(Ask::Margin, self.method)?;
        let start = self.game.start();
        let value = session.value(&start, control)?;
        let sum: i64 = self.board.iter().sum();
        match value {
            Value::Margin(Outcome::Win(player)) => {
                let player = name(Some(player));
                writeln!(notes, "{}", Message::MakesLine { player }.text(lang))?;
            }
            value => {
                // Without an outright win both players fill the board, so their points add up to its
                // sum.
                let margin = value.margin().unwrap_or_default();
                let first = (sum + margin) / 2;
                let message = Message::BestPoints {
                    first: Counted(first, "point"),
                    sum,
                    second: sum - first,
                    margin,
                };
                writeln!(notes, "{}", message.text(lang))?;
            }
        }
        let teller = Teller {
            names: NAMES,
            lang,
            worth: &|_| None,
        };
        let mut at = start;
        let mut line = Moves::default();
        for (ply, mv) in session.line(&start, control)?.into_iter().enumerate() {
            let cell = self.game.move_text(&at, mv);
            let weight = self.board[mv.cell() as usize];
            let does = format!("takes cell {cell} ({weight})");
            line.told.push(teller.did(Player::after(ply as u32), &does));
            at = self.game.play(&at, mv);
        }
        for line in teller.lines(&line, 3) {
            writeln!(notes, "{line}")?;
        }
        Ok(())
    }
}

/// Returns the winner's name. The sum is odd, so the totals of a full board differ and there is a
/// winner.
fn name(winner: Option<Player>) -> &'static str {
    if winner == Some(Player::First) {
        "Takahashi"
    } else {
        "Aoki"
    }
}

/// Answers boards one after another. Unless a solver is asked for, the game is compiled once to its
/// sixteen decisive boards, which then take each board's numbers.
fn many(
    streams: &mut Streams<'_>,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<Done, ContestError> {
    let mut stream = Stream::new(streams.input, streams.output);
    let mut done = Done::default();
    let method = options.method.unwrap_or(Method::Parametric);
    let mut compiled = None;
    // If compilation meets a limit, each board does.
    let mut too_much = None;
    if method == Method::Parametric && !options.explain {
        let game = Solver::new([0; CELLS], options)?.game;
        match control.for_next_question(|control| Decisive::compile(&game, control)) {
            Ok(game) => compiled = Some(game),
            Err(error) => too_much = Some(error.limit()?),
        }
    }
    let options = Options {
        method: Some(method),
        ..*options
    };
    loop {
        if let Some(compiled) = &mut compiled {
            done.answered += compiled.answer_whole_boards(&mut stream, name);
        }
        let (board, place) = match next(&mut stream)? {
            None => break,
            Some(Ok(found)) => found,
            Some(Err(fault)) => {
                stream.refuse(&fault, 1, streams.notes, options.lang)?;
                done.bad += 1;
                continue;
            }
        };
        let answer = match (&mut compiled, &too_much) {
            (Some(compiled), _) => Ok(name(compiled.winner(&board))),
            (None, Some(limit)) => Err(limit.clone()),
            (None, None) => {
                let solver = Solver::new(board, &options)?;
                let notes = &mut *streams.notes;
                let answer = control.for_next_question(|control| {
                    if options.explain {
                        let number = done.answered + done.bad + done.unanswered + 1;
                        let head = Message::Board { number }.text(options.lang);
                        writeln!(notes, "{head}")?;
                        solver.explain(options.lang, notes, control)?;
                    }
                    solver.winner(control)
                });
                answer.map(Ok).or_else(|error| error.limit().map(Err))?
            }
        };
        match answer {
            Ok(name) => {
                done.answered += 1;
                stream.print(name.as_bytes())?;
                stream.print(b"\n")?;
            }
            Err(limit) => {
                done.unanswered += 1;
                let fault = place.fault(&board, limit);
                stream.refuse(&fault, 1, streams.notes, options.lang)?;
            }
        }
    }
    stream.finish()?;
    Ok(done)
}

/// The place of a board in a stream.
struct Place {
    span: Range<usize>,
    line: u64,
    column: u64,
}

impl Place {
    /// Returns a fault of the whole board.
    fn fault(self, board: &Board, message: String) -> Fault {
        let text = board.map(|value| value.to_string()).join(" ");
        Fault {
            error: TextError::new(self.span, message),
            line: self.line,
            column: self.column,
            excerpt: Excerpt {
                span: 0..text.len(),
                text,
            },
        }
    }
}

/// Reads the next nine tokens of a stream as a board, or returns the fault of the first bad one.
fn next(stream: &mut Stream<'_>) -> std::io::Result<Option<Result<(Board, Place), Fault>>> {
    let mut board = [0; CELLS];
    let mut fault = None;
    let mut first = None;
    let mut end = 0;
    for (index, cell) in board.iter_mut().enumerate() {
        let Some(token) = stream.token()? else {
            if index == 0 {
                return Ok(None);
            }
            let end = Piece {
                span: stream.at()..stream.at(),
                bytes: vec![],
            };
            let message = format!("the input ends after {index} of the {CELLS} numbers of a board");
            let missing = stream.fault(TextError::new(end.span.clone(), message), &end);
            return Ok(Some(Err(fault.unwrap_or(missing))));
        };
        first.get_or_insert_with(|| (token.span.start, stream.place(token.span.start)));
        end = token.span.end;
        match integer(&token.bytes, CELL, -MOST..=MOST) {
            Ok(value) => *cell = value,
            Err(error) if fault.is_none() => {
                let error = TextError {
                    span: token.span.clone(),
                    ..error
                };
                fault = Some(stream.fault(error, &token));
            }
            Err(_) => {}
        }
    }
    if let Some(fault) = fault {
        return Ok(Some(Err(fault)));
    }
    let (start, (line, column)) = first.unwrap_or((end, (1, 1)));
    let place = Place {
        span: start..end,
        line,
        column,
    };
    Ok(Some(match check_sum(&board) {
        Ok(()) => Ok((board, place)),
        Err(message) => Err(place.fault(&board, message)),
    }))
}
