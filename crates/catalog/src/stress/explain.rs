//! Why the truth is the truth: play from the position in which the program's answer parts from it.

use crate::contest::{Options, Problem, Streams, Subject};
use crate::lang::{Lang, Message, value_text};
use crate::play::notes;
use crate::{
    AnyGame, AnySession, Bound, Control, Files, Limits, Outcome, Player, Points, Value, Want, open,
};
use std::time::Duration;

/// The moves of a line of play that are told, and the first moves that are answered one by one.
const MOVES: usize = 40;
const REPLIES: usize = 12;
/// The most lines of an explanation, of a board in it, and the characters of a line.
const LINES: usize = 10;
const BOARD: usize = 5;
const WIDTH: usize = 110;
/// The time to look for all that. The input is small, as a rule.
const TIME: Duration = Duration::from_secs(5);

/// Why the truth is the truth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// What the problem itself says of the input when it is asked to explain.
    pub notes: String,
    /// Play from the position in question, where the answer is about play.
    pub play: Option<Play>,
}

/// Perfect play from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// The game's spec.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// It, drawn.
    pub board: String,
    /// What the players are called.
    pub names: [&'static str; 2],
    /// Who is to move.
    pub to_move: Player,
    /// What the position is worth.
    pub value: Value,
    /// How the position is won or held; where it is lost, how each first move (of the first so many)
    /// is answered. None where the game is over.
    pub lines: Vec<Line>,
    /// First moves that are not among the lines of a lost position.
    pub more: usize,
}

/// A line of play, to its end or so far as it is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the position is worth if play begins like this.
    pub value: Value,
    /// The moves with their movers.
    pub moves: Vec<(Player, String)>,
    /// Whether the line goes on.
    pub cut: bool,
    /// The position that it leads to, drawn; where moves gain points, without how that ends by itself.
    pub board: String,
    /// Where moves gain points: those of First and Second, and how the whole game has ended, if it is over.
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
    let mut notes = Vec::new();
    let explaining = Options {
        explain: true,
        lang,
        ..*options
    };
    let mut streams = Streams {
        input: &mut input.as_bytes(),
        output: &mut std::io::sink(),
        notes: &mut notes,
    };
    // What cannot be explained in time stays as it is: the truth does not depend on it.
    let limits = Limits {
        time: Some(TIME),
        ..Limits::default()
    };
    let _ = problem.run(
        &mut streams,
        &explaining,
        &mut Control::new().limited(limits),
    );
    let word = first_difference(output, truth);
    let subject = problem.subject(input, word, options);
    Explanation {
        notes: String::from_utf8_lossy(&notes).into_owned(),
        play: subject.and_then(|subject| play(subject, limits)),
    }
}

/// The first word of the output that is not as in the truth.
fn first_difference(output: &[u8], expected: &[u8]) -> usize {
    let words = |text: &[u8]| -> Vec<Vec<u8>> {
        let words = text.split(u8::is_ascii_whitespace);
        words
            .filter(|word| !word.is_empty())
            .map(<[u8]>::to_vec)
            .collect()
    };
    let (output, expected) = (words(output), words(expected));
    let differs = output.iter().zip(&expected).position(|(a, b)| a != b);
    differs.unwrap_or(output.len().min(expected.len().saturating_sub(1)))
}

/// A file of one's own, by whatever name.
struct Own(Option<String>);

impl Files for Own {
    fn read(&self, path: &str) -> Result<String, String> {
        self.0
            .clone()
            .ok_or_else(|| format!("there is no `{path}`"))
    }
}

/// Play from a subject. Nothing where a limit was reached first.
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
    /// Draws the position that it leads to, and adds up what was gained on the way.
    fn end(&mut self, game: &dyn AnyGame, from: &str) -> Option<()> {
        let moves: Vec<&str> = self.moves.iter().map(|(_, mv)| mv.as_str()).collect();
        let told = format!("{from} after {}", moves.join(" "));
        let mut board = game.board(&told).ok()?;
        if let Some(points) = Points::along(&board) {
            if board.outcome.is_some() {
                board.diagram.notes = notes(&board.diagram).map(str::to_owned).collect();
            }
            let end = board.outcome.map(|end| points.outcome(end));
            // Equal points are a draw by the rules of points.
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
    /// It, as text: at most ten lines.
    pub fn text(&self, lang: Lang) -> String {
        match &self.play {
            Some(play) => play.text(lang),
            // Where the answer is not about play, the problem itself says why.
            None => self
                .notes
                .lines()
                .take(LINES)
                .map(|line| cut(line) + "\n")
                .collect(),
        }
    }
}

/// A line as long as people read it.
fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{} ...", line[..end].trim_end()),
        None => line.to_owned(),
    }
}

impl Play {
    fn name(&self, player: Player) -> &'static str {
        self.names[player as usize]
    }

    /// Who moves, the board if it is small, and as many lines of play as there is room for.
    fn text(&self, lang: Lang) -> String {
        let say = |value| value_text(value, self.names, lang);
        let head = match self.lines.is_empty() {
            true => Message::GameOver {},
            false => Message::ToMove {
                player: self.name(self.to_move),
            },
        };
        let mut lines = vec![head.text(lang)];
        if self.board.lines().count() <= BOARD {
            lines.extend(self.board.lines().map(cut));
        }
        let Some(first) = self.lines.first() else {
            return lines.join("\n") + "\n";
        };
        let lost = self.value.winner() == Some(self.to_move.opponent());
        let worth = say(self.value);
        lines.push(
            match lost {
                true => Message::EveryMoveLoses { worth: &worth },
                false => Message::PerfectPlay { worth: &worth },
            }
            .text(lang),
        );
        let points = first.points.map(|(points, end)| {
            let [first, second] = points.both();
            let tally = &Message::Tally { first, second }.text(lang);
            match end {
                Some(end) => {
                    let worth = &say(end);
                    Message::WholeGame { worth, tally }.text(lang)
                }
                None => Message::PointsSoFar { tally }.text(lang),
            }
        });
        let mut room = LINES - lines.len() - usize::from(points.is_some());
        if self.more > 0 || self.lines.len() > room {
            room -= 1;
        }
        for line in self.lines.iter().take(room) {
            let moves = line.moves.iter();
            let mut moves: Vec<String> = moves
                .map(|(player, mv)| format!("{} {mv}", self.name(*player)))
                .collect();
            if line.cut {
                moves.push("...".to_owned());
            }
            // What the line comes to is not cut off.
            lines.push(format!("  {}: {}", cut(&moves.join(", ")), say(line.value)));
        }
        let count = self.more + self.lines.len().saturating_sub(room);
        if count > 0 {
            lines.push(Message::AndMore { count }.text(lang));
        }
        lines.extend(points);
        lines.join("\n") + "\n"
    }
}
