//! Explanations of the truth: play from the position where the program's answer departs from it.

use crate::problems::{Options, Problem, Streams, Subject};
use std::time::Duration;
use yomikiri_catalog::lang::{Lang, Message};
use yomikiri_catalog::play::notes;
use yomikiri_catalog::{
    AnyGame, AnySession, Bound, Control, Files, Limits, Outcome, Player, Points, Value, Want, open,
};

/// The most moves of a line of play, and (`REPLIES`) the most first moves that are answered one by one.
const MOVES: usize = 40;
const REPLIES: usize = 12;
/// The most lines of an explanation, and the characters of a line and of an answer in it.
const LINES: usize = 10;
const WIDTH: usize = 110;
const ANSWER: usize = 30;
/// The time limit for an explanation. Its input is usually small.
const TIME: Duration = Duration::from_secs(5);

/// An explanation of the truth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// The number of the first wrong answer, from 1, if there are several answers.
    pub number: Option<usize>,
    /// The program's answer there; empty if its output ends before it.
    pub printed: String,
    /// The right answer there.
    pub right: String,
    /// The problem's own explanation of the input.
    pub notes: String,
    /// Play from the position in question, if the answer is about play.
    pub play: Option<Play>,
}

/// Perfect play from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// The game's spec.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The drawing of the position.
    pub board: String,
    /// The names of the players.
    pub names: [&'static str; 2],
    /// The player to move.
    pub to_move: Player,
    /// The value of the position.
    pub value: Value,
    /// The line that wins or holds the position. If the position is lost, the answers to the first moves,
    /// up to a limit. Empty if the game is over.
    pub lines: Vec<Line>,
    /// The first moves of a lost position that have no line here.
    pub more: usize,
}

/// A line of play, to its end or to a limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The value of the position if play begins like this.
    pub value: Value,
    /// The moves with their movers.
    pub moves: Vec<(Player, String)>,
    /// Whether the line goes on.
    pub cut: bool,
    /// The drawing of the last position; if moves gain points, without the note on how the game ended.
    pub board: String,
    /// If moves gain points: the points of First and Second, and the outcome of the whole game if it is
    /// over.
    pub points: Option<(Points, Option<Value>)>,
}

/// Explains a case in which the answer is wrong.
pub(super) fn explain(
    problem: &dyn Problem,
    options: &Options,
    lang: Lang,
    input: &str,
    output: &[u8],
    truth: &[u8],
) -> Explanation {
    let letters = problem.about().letters();
    let (printed, right) = (answers(output, letters), answers(truth, letters));
    let differs = printed.iter().zip(&right).position(|(a, b)| a != b);
    let word = differs.unwrap_or(printed.len().min(right.len().saturating_sub(1)));
    let mut notes = Vec::new();
    let explaining = Options {
        explain: true,
        word: Some(word),
        lang,
        ..*options
    };
    let mut streams = Streams {
        input: &mut input.as_bytes(),
        output: &mut std::io::sink(),
        notes: &mut notes,
    };
    // An explanation that takes too long is dropped: the truth does not depend on it.
    let limits = Limits {
        time: Some(TIME),
        ..Limits::default()
    };
    let _ = problem.run(
        &mut streams,
        &explaining,
        &mut Control::new().limited(limits),
    );
    let mut notes = String::from_utf8_lossy(&notes).into_owned();
    if problem.about().stream {
        // Each line of the input has its own line of notes.
        notes = notes.lines().nth(word).unwrap_or_default().to_owned() + "\n";
    }
    let subject = problem.subject(input, word, options);
    let shown = |answers: &[String]| answers.get(word).map_or("", |answer| answer).to_owned();
    Explanation {
        number: (right.len() > 1).then_some(word + 1),
        printed: shown(&printed),
        right: shown(&right),
        notes,
        play: subject.and_then(|subject| play(subject, limits)),
    }
}

/// Splits an output into answers: its words, or its letters if each is an answer.
fn answers(output: &[u8], letters: bool) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    let words = text.split_whitespace();
    match letters {
        true => words
            .flat_map(str::chars)
            .map(|letter| letter.to_string())
            .collect(),
        false => words.map(str::to_owned).collect(),
    }
}

/// A single file that is found under any name.
struct Own(Option<String>);

impl Files for Own {
    fn read(&self, path: &str) -> Result<String, String> {
        self.0
            .clone()
            .ok_or_else(|| format!("there is no `{path}`"))
    }
}

/// Returns play from a subject; `None` if a limit was reached first.
fn play(subject: Subject, limits: Limits) -> Option<Play> {
    let game = open(&subject.game, &Own(subject.file)).ok()?;
    let mut control = Control::new().limited(limits);
    let mut session = game.session(subject.ask, None).ok()?;
    let found = session.moves(&subject.position, &mut control).ok()?;
    let Bound::Exact(value) = found.answer.bound else {
        return None;
    };
    let lost = value.winner() == Some(found.to_move.opponent());
    let first: Vec<_> = match lost {
        true => found.moves.iter().take(REPLIES).collect(),
        false => found.moves.iter().take(1).collect(),
    };
    let mut lines = Vec::with_capacity(first.len());
    for mv in first {
        let mut line = Line {
            value: mv.value,
            moves: vec![(found.to_move, mv.mv.clone())],
            cut: false,
            board: String::new(),
            points: None,
        };
        let mut at = mv.position.clone();
        let more = follow(&mut *session, &at, &mut control)?;
        line.cut = more.len() >= MOVES;
        for mv in more.into_iter().take(MOVES - 1) {
            let (to_move, _) = game.legal(&at).ok()?;
            at = game.play(&at, &mv).ok()?;
            line.moves.push((to_move, mv));
        }
        line.end(game.as_ref(), &subject.position)?;
        lines.push(line);
    }
    Some(Play {
        game: game.name().to_owned(),
        position: subject.position,
        board: found.diagram.to_string(),
        names: subject.names,
        to_move: found.to_move,
        value,
        more: match lost {
            true => found.moves.len() - lines.len(),
            false => 0,
        },
        lines,
    })
}

fn follow(
    session: &mut dyn AnySession,
    at: &str,
    control: &mut Control<'_>,
) -> Option<Vec<String>> {
    let want = Want {
        best: false,
        line: true,
    };
    session.answer(at, want, control).ok()?.line
}

impl Line {
    /// Draws the last position, and adds up the gains of the line.
    fn end(&mut self, game: &dyn AnyGame, from: &str) -> Option<()> {
        let moves: Vec<&str> = self.moves.iter().map(|(_, mv)| mv.as_str()).collect();
        let told = format!("{from} after {}", moves.join(" "));
        let mut board = game.board(&told).ok()?;
        if let Some(points) = Points::along(&board) {
            if board.outcome.is_some() {
                board.diagram.notes = notes(&board.diagram).map(str::to_owned).collect();
            }
            let end = board.outcome.map(|end| points.outcome(end));
            // In a game of points, equal points are a draw.
            let whole = |end| match end {
                Outcome::Draw => Value::Margin(Outcome::Margin(0)),
                end => Value::Margin(end),
            };
            self.points = Some((points, end.map(whole)));
        }
        self.board = board.diagram.to_string();
        Some(())
    }
}

impl Explanation {
    /// Returns the explanation as text of at most ten lines: the printed and the right answer, then the
    /// play that proves it.
    pub fn text(&self, lang: Lang) -> String {
        let printed = &match self.printed.is_empty() {
            true => Message::PrintsNothing {}.text(lang),
            false => cut(&self.printed, ANSWER),
        };
        let right = &cut(&self.right, ANSWER);
        let claim = match self.number {
            Some(number) => Message::ItPrintsAt {
                number,
                printed,
                right,
            },
            None => Message::ItPrints { printed, right },
        };
        let notes = self.notes.lines().map(|line| cut(line, WIDTH));
        let lines = std::iter::once(claim.text(lang)).chain(notes);
        lines.take(LINES).map(|line| line + "\n").collect()
    }
}

/// Cuts a text to a readable length, without control characters for the terminal.
fn cut(text: &str, width: usize) -> String {
    let printable = |letter: char| if letter.is_control() { '?' } else { letter };
    let mut shown: String = text.chars().take(width).map(printable).collect();
    if text.chars().count() > width {
        shown = format!("{} ...", shown.trim_end());
    }
    shown
}
