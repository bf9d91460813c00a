//! AOJ 0066: tic-tac-toe boards, judged as they stand or under perfect play.

use super::scan::shown;
use super::simpler::stretches;
use super::stream::{Piece, Stream};
use super::{
    About, ContestError, Corner, Done, Fault, Notes, Options, Problem, Random, Streams, Subject,
    check_options,
};
use std::io::{self, Write};
use yomikiri::capability::Indexed;
use yomikiri::{
    Ask, Capabilities, Control, Game, Method, Notation, Outcome, Player, Session, TextError,
};
use yomikiri_catalog::lang::{Lang, Message};
use yomikiri_face::Sessions;
use yomikiri_games::positional::{Positional, Rules, RulesError, Shape};

const CELLS: usize = 9;

/// AOJ 0066.
pub(super) struct Aoj0066;

static ABOUT: About = About {
    id: "aoj0066",
    judge: "AOJ 0066",
    title: "Tic Tac Toe",
    game: "tictactoe",
    input: "any number of lines of nine characters o (moves first), x, s (empty), row by row",
    shape: "",
    seconds: 1,
    constraints: &["each line nine characters", "each character o, x or s"],
    output: "for each line o, x or d (draw): who has three in a row; under perfect play, who wins",
    solvers: &[
        Method::Memo,
        Method::Plain,
        Method::AlphaBeta,
        Method::Retrograde,
    ],
    perfect_play: true,
    stream: true,
    words: &["o", "x", "d"],
    example: "ooosxssxs\nxoosxsosx\nooxxxooxo\n",
    ..About::USUAL
};

type Board = Positional<u16, true>;
type At = <Board as Game>::Position;

impl Problem for Aoj0066 {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn run(
        &self,
        streams: &mut Streams<'_>,
        options: &Options,
        control: &mut Control<'_>,
    ) -> Result<Done, ContestError> {
        if options.method.is_some() && !options.perfect_play {
            let message =
                "the question who has three in a row needs no solver: ask with perfect play";
            return Err(ContestError::Option(message.to_owned()));
        }
        check_options(&ABOUT, options)?;
        let game = game().map_err(rules_fault)?;
        let verdicts = Verdicts::new(&game, options, control)?;
        let mut answers = Answers {
            stream: Stream::new(streams.input, streams.output),
            notes: streams.notes,
            lang: options.lang,
            verdicts,
            blank: None,
            done: Done::default(),
        };
        if options.explain {
            let method = options.method.unwrap_or(ABOUT.solvers[0]);
            let mut session = game.session(Ask::Winner, method)?;
            while answers.one_line(|number, notes| {
                let at = board(&game, number);
                if options.perfect_play {
                    control.for_next_question(|control| {
                        explain(&game, &mut session, &at, options.lang, notes, control)
                    })
                } else {
                    let text = as_it_stands(&game, &at, options.lang);
                    Ok(writeln!(notes, "{text}")?)
                }
            })? {}
        } else {
            while {
                answers.whole_lines::<{ CELLS + 1 }>(b"\n");
                answers.whole_lines::<{ CELLS + 2 }>(b"\r\n");
                answers.one_line(|_, _| Ok(()))?
            } {}
        }
        answers.stream.finish()?;
        Ok(answers.done)
    }

    fn corners(&self) -> &'static [Corner] {
        &[
            Corner::Uniform,
            Corner::Small,
            Corner::Negative,
            Corner::Ties,
            Corner::Equal,
            Corner::Largest,
        ]
    }

    fn generate(&self, random: &mut Random, corner: Corner) -> String {
        let lines = match corner {
            Corner::Small => 1,
            Corner::Largest => 1000,
            _ => 1 + random.below(20),
        };
        let Ok(game) = game() else {
            return String::new();
        };
        let mut first = None;
        (0..lines)
            .map(|_| {
                let line = match (corner, &first) {
                    (Corner::Equal, Some(line)) => line,
                    _ => first.insert(line_of(&game, &random_board(&game, random, corner))),
                };
                format!("{line}\n")
            })
            .collect()
    }

    fn subject(&self, input: &str, word: usize, options: &Options) -> Option<Subject> {
        // Without perfect play the answer is about lines on the board, not about play.
        let line = input.lines().nth(word).filter(|_| options.perfect_play)?;
        let game = game().ok()?;
        Some(Subject {
            game: ABOUT.game.to_owned(),
            file: None,
            position: game.position_text(&board(&game, code(line.as_bytes())?)),
            ask: Ask::Distance,
            names: ["o", "x"],
        })
    }

    fn takes(&self, input: &str) -> bool {
        input.lines().all(|line| code(line.as_bytes()).is_some())
    }

    fn smaller<'a>(&'a self, input: &'a str) -> Box<dyn Iterator<Item = String> + 'a> {
        let lines: Vec<&str> = input.lines().collect();
        if !lines.iter().all(|line| code(line.as_bytes()).is_some()) {
            return Box::new(std::iter::empty());
        }
        let (all, count) = (lines.clone(), lines.len());
        let fewer = stretches(count)
            .filter(move |gone| gone.len() < count)
            .map(move |gone| {
                let kept = all
                    .iter()
                    .enumerate()
                    .filter(|(line, _)| !gone.contains(line));
                kept.map(|(_, line)| format!("{line}\n")).collect()
            });
        let takes = (0..count).flat_map(|line| (0..CELLS).map(move |cell| (line, cell)));
        let fewer_marks = takes.filter_map(move |(line, cell)| {
            // The player of the last mark: the turns stay right if that one is removed.
            let marks = |mark| lines[line].bytes().filter(|&byte| byte == mark).count();
            let last = if marks(b'o') > marks(b'x') {
                b'o'
            } else {
                b'x'
            };
            (lines[line].as_bytes()[cell] == last).then(|| {
                let mut board = lines[line].to_owned();
                board.replace_range(cell..=cell, "s");
                let with = |(at, other): (usize, &&str)| match at == line {
                    true => format!("{board}\n"),
                    false => format!("{other}\n"),
                };
                lines.iter().enumerate().map(with).collect()
            })
        });
        Box::new(fewer.chain(fewer_marks))
    }
}

/// Returns a board of a kind. For [`Corner::Negative`] this is a board on which `x` has won, if a few
/// tries find one.
fn random_board(game: &Board, random: &mut Random, corner: Corner) -> At {
    const TRIES: usize = 16;
    let mut at = random_play(game, random, corner);
    if corner == Corner::Negative {
        let x_wins = |at: &At| game.outcome(at) == Some(Outcome::Win(Player::Second));
        for _ in 1..TRIES {
            if x_wins(&at) {
                break;
            }
            at = random_play(game, random, corner);
        }
    }
    at
}

/// Returns a position some random moves from the start; for ties, one without a line if that can be
/// avoided.
fn random_play(game: &Board, random: &mut Random, corner: Corner) -> At {
    let plies = if corner == Corner::Ties {
        CELLS as u64
    } else {
        random.below(CELLS as u64 + 1)
    };
    let mut at = game.start();
    for _ in 0..plies {
        if game.outcome(&at).is_some() {
            break;
        }
        let mut moves: Vec<_> = game.moves(&at).collect();
        random.shuffle(&mut moves);
        let open = |mv: &&_| !matches!(game.outcome(&game.play(&at, **mv)), Some(Outcome::Win(_)));
        let quiet = if corner == Corner::Ties {
            moves.iter().find(open)
        } else {
            None
        };
        let Some(mv) = quiet.or(moves.first()) else {
            break;
        };
        at = game.play(&at, *mv);
    }
    at
}

/// Writes a board in the judge's letters; our notation calls First `x`.
fn line_of(game: &Board, at: &At) -> String {
    let letter = |c| match c {
        'x' => Some('o'),
        'o' => Some('x'),
        '.' => Some('s'),
        _ => None,
    };
    game.position_text(at).chars().filter_map(letter).collect()
}

fn game() -> Result<Board, RulesError> {
    Positional::new(Rules {
        line: Some(3),
        ..Rules::new(Shape::full(1, 3, 3)?)
    })
}

/// Converts an error that cannot occur: the rules are constant and valid.
fn rules_fault(error: RulesError) -> ContestError {
    ContestError::Option(error.to_string())
}

fn letter(winner: Option<Player>) -> u8 {
    match winner {
        Some(Player::First) => b'o',
        Some(Player::Second) => b'x',
        None => b'd',
    }
}

/// The answers to all 19,683 boards, reachable or not, by number.
struct Verdicts {
    /// The letters; [`UNKNOWN`] where a limit was met.
    letters: Box<[u8]>,
    /// The limit that was met.
    limit: String,
}

/// Takes the place of the letter of a board that has no answer.
const UNKNOWN: u8 = 0;

impl Verdicts {
    /// Asks the game (or a solver, under perfect play) about each board once.
    fn new(
        game: &Board,
        options: &Options,
        control: &mut Control<'_>,
    ) -> Result<Verdicts, ContestError> {
        let boards = (0..BOARDS).map(|number| board(game, number));
        let mut verdicts = Vec::with_capacity(BOARDS);
        let mut limit = String::new();
        if !options.perfect_play {
            verdicts.extend(boards.map(|at| letter(game.outcome(&at).and_then(Outcome::winner))));
            let letters = verdicts.into();
            return Ok(Verdicts { letters, limit });
        }
        let method = options.method.unwrap_or(ABOUT.solvers[0]);
        let mut session = game.session(Ask::Winner, method)?;
        for at in boards {
            let value = control.for_next_question(|control| session.value(&at, control));
            verdicts.push(match value {
                Ok(value) => letter(value.winner()),
                Err(halt) => {
                    limit = ContestError::from(halt).limit()?;
                    UNKNOWN
                }
            });
        }
        let letters = verdicts.into();
        Ok(Verdicts { letters, limit })
    }
}

/// Returns the board with a number.
fn board(game: &Board, number: usize) -> At {
    let at = game.indexed().and_then(|all| all.position(number as u64));
    // All nine cells are numbered independently, so there are no gaps.
    at.unwrap_or_else(|| game.start())
}

/// The numbers of boards, and of the sets of cells that one mark can occupy.
const BOARDS: usize = 19_683;
const SETS: usize = 1 << CELLS;

/// The number of the board on which `o` has these cells; `x` on these cells adds twice as much.
const NUMBER: [u16; SETS] = {
    let mut numbers = [0; SETS];
    let mut set = 1;
    while set < SETS {
        numbers[set] = 3 * numbers[set / 2] + set as u16 % 2;
        set += 1;
    }
    numbers
};

/// Returns the number of the board that a line's bytes spell; `None` unless there are nine and each is
/// `o`, `x` or `s`.
///
/// Eight bytes at once: of the three letters (0x6f, 0x78, 0x73), only `o` has bit 2 and only `x` lacks
/// bit 0. To check the line, these bits are turned back into letters and compared with it.
#[inline]
fn code(line: &[u8]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    /// Collects the lowest bit of each byte in the uppermost byte, the first byte's bit lowest.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eight, last) = line.split_first_chunk::<8>()?;
    let &[last] = last else { return None };
    let eight = u64::from_le_bytes(*eight);
    let o = eight >> 2 & ONES;
    let x = !eight & ONES;
    let letters = (0x73 * ONES) ^ (o * (0x73 ^ 0x6f)) ^ (x * (0x73 ^ 0x78));
    let (last_o, last_x) = (usize::from(last == b'o'), usize::from(last == b'x'));
    let last_is_good = last_o | last_x | usize::from(last == b's') != 0;
    if eight != letters || o & x != 0 || !last_is_good {
        return None;
    }
    let set = |bits: u64, last: usize| (bits.wrapping_mul(GATHER) >> 56) as usize | last << 8;
    let number = |set: usize| usize::from(NUMBER[set & (SETS - 1)]);
    Some(number(set(o, last_o)) + 2 * number(set(x, last_x)))
}

struct Answers<'a> {
    stream: Stream<'a>,
    notes: &'a mut dyn Notes,
    lang: Lang,
    verdicts: Verdicts,
    /// The place and the number of blank lines that may turn out to be the end of the input.
    blank: Option<(Fault, u64)>,
    done: Done,
}

impl Answers<'_> {
    /// Answers the good lines at hand that end alike, up to the first other one. `END` is the length of
    /// a line with its end.
    fn whole_lines<const END: usize>(&mut self, ends: &[u8]) {
        if self.blank.is_some() {
            return;
        }
        let (unread, answers) = self.stream.work();
        let (lines, _) = unread.as_chunks::<END>();
        let from = answers.len();
        answers.resize(from + 2 * lines.len(), b'\n');
        let mut answered = 0;
        let (places, _) = answers[from..].as_chunks_mut::<2>();
        for (line, answer) in lines.iter().zip(places) {
            let (cells, end) = line.split_at(CELLS);
            let Some(code) = code(cells).filter(|_| end == ends) else {
                break;
            };
            let letter = self.verdicts.letters[code];
            if letter == UNKNOWN {
                break;
            }
            answer[0] = letter;
            answered += 1;
        }
        answers.truncate(from + 2 * answered);
        self.stream.consume(END * answered);
        self.done.answered += answered as u64;
    }

    /// Answers the next line of any kind, and returns whether there was one.
    fn one_line(
        &mut self,
        explain: impl FnOnce(usize, &mut dyn Write) -> Result<(), ContestError>,
    ) -> Result<bool, ContestError> {
        let Some(mut line) = self.stream.line()? else {
            return Ok(false);
        };
        let whole = line.bytes.len() == line.span.len();
        if whole && line.bytes.trim_ascii().is_empty() {
            let wrong = || self.stream.fault(wrong_line(&line), &line);
            let (_, lines) = self.blank.get_or_insert_with(|| (wrong(), 0));
            *lines += 1;
            return Ok(true);
        }
        if let Some((fault, lines)) = self.blank.take() {
            self.bad(&fault, lines)?;
        }
        // Blanks at the end of a line do no harm, as in all other problems.
        while whole && let Some(b' ' | b'\t') = line.bytes.last() {
            line.bytes.pop();
            line.span.end -= 1;
        }
        let code = code(&line.bytes);
        let Some(code) = code.filter(|_| whole) else {
            let fault = self.stream.fault(wrong_line(&line), &line);
            self.bad(&fault, 1)?;
            return Ok(true);
        };
        let limit = match self.verdicts.letters[code] {
            UNKNOWN => self.verdicts.limit.clone(),
            letter => match explain(code, self.notes) {
                Ok(()) => {
                    self.stream.print(&[letter, b'\n'])?;
                    self.done.answered += 1;
                    return Ok(true);
                }
                Err(error) => error.limit()?,
            },
        };
        let error = TextError::new(line.span.clone(), limit);
        let fault = self.stream.fault(error, &line);
        self.stream.refuse(&fault, 1, self.notes, self.lang)?;
        self.done.unanswered += 1;
        Ok(true)
    }

    fn bad(&mut self, fault: &Fault, lines: u64) -> io::Result<()> {
        self.stream.refuse(fault, lines, self.notes, self.lang)?;
        self.done.bad += lines;
        Ok(())
    }
}

fn wrong_line(line: &Piece) -> TextError {
    let start = line.span.start;
    let bad = line.bytes.iter().position(|byte| !b"oxs".contains(byte));
    if let Some(bad) = bad.filter(|&bad| bad < CELLS) {
        let more = line.bytes[bad + 1..]
            .iter()
            .take_while(|&&byte| byte & 0xc0 == 0x80)
            .count();
        let end = bad + 1 + if line.bytes[bad] >= 0xc0 { more } else { 0 };
        let error = format!(
            "a cell is `o`, `x` or `s`, not {}",
            shown(&line.bytes[bad..end])
        );
        return TextError::new(start + bad..start + end, error);
    }
    let length = line.span.len();
    let span = if length > CELLS {
        start + CELLS..line.span.end
    } else {
        line.span.end..line.span.end
    };
    TextError::new(span, format!("a board has {CELLS} cells, not {length}"))
}

fn as_it_stands(game: &Board, at: &At, lang: Lang) -> String {
    let board = &line_of(game, at);
    match game.outcome(at).and_then(Outcome::winner) {
        Some(player) => {
            let player = char::from(letter(Some(player)));
            Message::HasLine { board, player }.text(lang)
        }
        None => Message::NoLine { board }.text(lang),
    }
}

/// Explains whose turn it is, who wins, and all best moves.
fn explain(
    game: &Board,
    session: &mut Session<'_, Board>,
    at: &At,
    lang: Lang,
    notes: &mut dyn Write,
    control: &mut Control<'_>,
) -> Result<(), ContestError> {
    if game.outcome(at).is_some() {
        let board = as_it_stands(game, at, lang);
        let message = Message::OverAlready { board: &board };
        writeln!(notes, "{}", message.text(lang))?;
        return Ok(());
    }
    let winner = session.value(at, control)?.winner();
    let player = char::from(letter(Some(game.to_move(at))));
    let best = session
        .moves(at, control)?
        .into_iter()
        .filter(|found| found.best);
    let best: Vec<String> = best.map(|found| game.move_text(at, found.mv)).collect();
    let (board, best) = (&line_of(game, at), &best.join(" "));
    let message = match winner {
        None => Message::BoardDrawn {
            board,
            player,
            best,
        },
        Some(_) => Message::BoardWon {
            board,
            player,
            winner: char::from(letter(winner)),
            best,
        },
    };
    writeln!(notes, "{}", message.text(lang))?;
    Ok(())
}
