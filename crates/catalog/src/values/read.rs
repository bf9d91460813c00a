//! Reading sums as people type them: games with positions, values, copies and parentheses.

use super::error::ValueError;
use crate::{AnyGame, Files, SpecError, TextError, infos, open};
use std::ops::Range;
use yomikiri_cgt::terms;
use yomikiri_games::spec::is_path;

/// The most copies of a game in a sum.
const MOST_COPIES: usize = 100;
/// The most terms of a sum, copies counted.
const MOST_TERMS: usize = 1000;
/// The deepest nesting of parentheses around games.
const MOST_NESTED: usize = 100;

/// Advice on the places of games in a sum.
const WHERE_GAMES_STAND: &str = "a game stands alone, in parentheses or in copies such as `2.(GAME)`; between braces and behind other \
     signs only values may stand";
/// Advice on the notation of numbers.
const NUMBERS: &str =
    "a number is written in digits, as `1000`, `1/2` or `0.5`; `2.(GAME)` is two copies";
/// Advice on the notation of sums.
const BLANKS: &str = "a sum is written with blanks: `GAME + GAME - VALUE`";
/// Advice on the notation of values.
const VALUES: &str =
    "a value is written like `1/2`, `*2`, `^`, `±1` or `+_2`; `yomikiri games` lists the games";

/// The content of a term.
pub(super) enum Content {
    Typed,
    Game {
        game: Box<dyn AnyGame>,
        position: String,
        /// The byte of the sum at which the position begins; `None` if it is not part of the sum.
        at: Option<usize>,
    },
}

/// A term of a sum; several copies of a game are one.
pub(super) struct Read {
    pub(super) minus: bool,
    pub(super) copies: usize,
    pub(super) span: Range<usize>,
    pub(super) text: String,
    pub(super) content: Content,
}

/// Returns whether a term can only be a value.
fn is_value(text: &str) -> bool {
    let of_values = |c: char| c.is_ascii_digit() || "/{}|,^v*±+-_().·↑↓ ".contains(c);
    text.chars().all(of_values)
}

/// Returns whether a term is a game, perhaps one that does not exist: no value begins like this.
fn is_game(text: &str) -> bool {
    let begins = ["/", "~", "./", "../"]
        .iter()
        .any(|start| text.starts_with(start));
    begins || is_path(split(text).0) || text.starts_with(char::is_alphabetic)
}

/// Splits a term into a game and a position. The command of a program, and a path that is a spec, may contain
/// blanks.
fn split(term: &str) -> (&str, &str) {
    if term.starts_with("program:") {
        return (term, crate::START);
    }
    let blanks = || term.match_indices(char::is_whitespace).map(|(at, _)| at);
    let ends = blanks().chain([term.len()]);
    let path = ends.map(|at| &term[..at]).find(|head| is_path(head));
    let end = path.map(str::len).or_else(|| blanks().next());
    match end.filter(|&end| end < term.len()) {
        Some(end) => (&term[..end], &term[end..]),
        None => (term, crate::START),
    }
}

/// The beginning of a term with games in parentheses: `(SUM)`, `-(SUM)` or `n.(SUM)`.
struct Copies {
    minus: bool,
    /// The digits of the number of copies; none if there is no number.
    number: Range<usize>,
    /// The byte of the parenthesis.
    open: usize,
}

impl Copies {
    fn of(term: &str) -> Option<Copies> {
        let from = usize::from(term.starts_with('-'));
        let rest = &term[from..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let rest = match digits {
            0 => rest,
            _ => rest[digits..].strip_prefix(['.', '·'])?.trim_start(),
        };
        rest.starts_with('(').then_some(Copies {
            minus: from == 1,
            number: from..from + digits,
            open: term.len() - rest.len(),
        })
    }
}

/// Returns the byte at which the parenthesis that begins a text is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, character)| {
        depth += match character {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        (depth == 0).then_some(at)
    })
}

/// Reads the terms of a sum, and opens their games.
pub(super) fn read(text: &str, other: bool, files: &dyn Files) -> Result<Vec<Read>, ValueError> {
    let mut reader = Reader {
        text,
        other,
        files,
        read: Vec::new(),
        count: 0,
    };
    reader.sum(0..text.len(), false, 1, 0)?;
    Ok(reader.read)
}

struct Reader<'t> {
    text: &'t str,
    other: bool,
    files: &'t dyn Files,
    read: Vec<Read>,
    /// The number of terms, copies counted.
    count: usize,
}

impl Reader<'_> {
    fn wrong(&self, error: TextError) -> ValueError {
        let other = self.other;
        ValueError::Text { other, error }
    }

    /// Reads what stands in a part of the text: a sum, subtracted or not, of which there are some copies.
    fn sum(
        &mut self,
        part: Range<usize>,
        minus: bool,
        copies: usize,
        nested: usize,
    ) -> Result<(), ValueError> {
        let found = terms(&self.text[part.clone()]).map_err(|error| {
            let error = TextError::new(error.span, error.message);
            self.wrong(error.shifted(part.start))
        })?;
        for term in found {
            let span = term.span.start + part.start..term.span.end + part.start;
            self.term(span, minus != term.minus, copies, nested)?;
        }
        Ok(())
    }

    fn term(
        &mut self,
        span: Range<usize>,
        minus: bool,
        copies: usize,
        nested: usize,
    ) -> Result<(), ValueError> {
        let text = self.text;
        let written = &text[span.clone()];
        let content = match (is_value(written), is_game(written)) {
            (false, true) => self.game(span.clone())?,
            (true, _) => Content::Typed,
            (false, false) => {
                if let Some(begin) = Copies::of(written) {
                    return self.copied(span, &begin, minus != begin.minus, copies, nested);
                }
                Content::Typed
            }
        };
        self.count += copies;
        if self.count > MOST_TERMS {
            let why = format!("a sum has at most {MOST_TERMS} terms");
            return Err(self.wrong(TextError::new(span, why)));
        }
        self.read.push(Read {
            minus,
            copies,
            text: written.to_owned(),
            span,
            content,
        });
        Ok(())
    }

    /// Reads a term with games between parentheses.
    fn copied(
        &mut self,
        span: Range<usize>,
        begin: &Copies,
        minus: bool,
        copies: usize,
        nested: usize,
    ) -> Result<(), ValueError> {
        let number = begin.number.start + span.start..begin.number.end + span.start;
        let open = begin.open + span.start;
        let many: Option<usize> = match number.is_empty() {
            true => Some(1),
            false => self.text[number.clone()].parse().ok(),
        };
        let Some(many) = many.filter(|many| (1..=MOST_COPIES).contains(many)) else {
            let why = format!("a number of copies from 1 to {MOST_COPIES} is expected here");
            return Err(self.wrong(TextError::new(number, why)));
        };
        let copies = many * copies;
        if copies > MOST_COPIES {
            let why =
                format!("these are {copies} copies in all, and at most {MOST_COPIES} are allowed");
            return Err(self.wrong(TextError::new(number, why)));
        }
        if nested == MOST_NESTED {
            let why = "these parentheses are nested too deep";
            return Err(self.wrong(TextError::new(open..open + 1, why)));
        }
        let Some(close) = closing(&self.text[open..span.end]) else {
            return Err(self.wrong(TextError::expected(self.text, span.end, "`)`")));
        };
        let close = open + close;
        if close + 1 < span.end {
            let why = "the end of the term is expected here";
            let error = TextError::new(close + 1..span.end, why).help(BLANKS);
            return Err(self.wrong(error));
        }
        self.sum(open + 1..close, minus, copies, nested + 1)
    }

    fn game(&self, span: Range<usize>) -> Result<Content, ValueError> {
        let written = &self.text[span.clone()];
        let (spec, position) = split(written);
        let given = written.len() > spec.len();
        let blanks = position.len() - position.trim_start().len();
        let game = open(spec, self.files).map_err(|error| ValueError::Spec {
            other: self.other,
            at: span.start,
            spec: spec.to_owned(),
            error: Box::new(advised(spec, error)),
        })?;
        Ok(Content::Game {
            game,
            position: position.trim().to_owned(),
            at: given.then_some(span.start + spec.len() + blanks),
        })
    }
}

/// Returns the error in a spec, with advice for users who mean a value or a sum.
fn advised(spec: &str, mut error: SpecError) -> SpecError {
    if error.file.is_some() {
        return error;
    }
    let name = spec.split(':').next().unwrap_or_default();
    let is_known = infos().iter().any(|info| info.name == name);
    let advice = match name {
        _ if is_known => {
            let from = error.error.span.start.min(spec.len());
            let signs = spec.get(from..).unwrap_or_default();
            signs.contains('+').then_some(BLANKS)
        }
        "up" => Some("up is written `^`, two ups `^^`, up and a star `^*`"),
        "down" => Some("down is written `v`"),
        "star" | "nimber" => Some("a star is written `*`, a nimber `*2`"),
        "tiny" => Some("tiny two is written `+_2`"),
        "miny" => Some("miny two is written `-_2`"),
        "switch" => Some("a switch is written like `±1`"),
        "zero" => Some("zero is written `0`"),
        "on" | "off" | "over" | "under" | "dud" => {
            Some("play never ends in this value; only games that end have values here")
        }
        _ if !error
            .error
            .help
            .as_deref()
            .is_some_and(|help| help.ends_with('?')) =>
        {
            Some(VALUES)
        }
        _ => None,
    };
    if let Some(advice) = advice {
        error.error.help = Some(advice.to_owned());
    }
    error
}

/// Returns the error in a typed value, with advice for users who mean a game.
pub(super) fn advised_value(written: &str, error: TextError) -> TextError {
    let before = written.get(..error.span.start).unwrap_or_default();
    let after_digit = before.ends_with(|c: char| c.is_ascii_digit());
    match is_value(written) {
        true => error,
        false if after_digit => error.help(NUMBERS),
        false => error.help(WHERE_GAMES_STAND),
    }
}

/// Returns the error in a position of a sum, with advice for users who mean the next term.
pub(super) fn advised_position(position: &str, error: TextError) -> TextError {
    match position.starts_with(['+', '-']) && error.help.is_none() {
        true => error.help(BLANKS),
        false => error,
    }
}

/// Puts a position that stands apart with the only game.
pub(super) fn placed(sum: &str, read: &mut [Read], given: &str) -> Result<(), ValueError> {
    let why = match read {
        [
            Read {
                content: Content::Game { position, .. },
                ..
            },
        ] => {
            if *position == crate::START {
                given.clone_into(position);
                return Ok(());
            }
            "this game has its position already"
        }
        [_] => "this is a value, and only games have positions",
        _ => "in a sum a position stands behind its game",
    };
    Err(ValueError::Text {
        other: false,
        error: TextError::new(0..sum.len(), why),
    })
}
