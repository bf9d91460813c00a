//! Positions and moves as text.

use crate::Game;
use std::fmt;
use std::ops::Range;

/// Text for positions and moves.
///
/// # Who should implement it
///
/// Every game that people or files speak to. Solvers never need it.
///
/// # Laws
///
/// [`laws::notation`](crate::laws::notation) executes them: what is written is read back equal; a
/// move's text is unique among the moves of its position, and the same wherever its number is; bad text is an error whose span lies
/// inside it, never a panic and never a guess. Any text that is accepted has a value by the rules
/// from there on, whether or not play can reach it.
pub trait Notation: Game {
    /// The position as one line of text without white space, in the game's usual form. Not `start`.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position. The word `start` is understood by the callers and does not get here.
    ///
    /// # Errors
    ///
    /// The span of what is wrong, in bytes of `text`.
    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// The position of a board given by its marks, in the order in which
    /// [`position_text`](Notation::position_text) writes them: 0 where it writes `.`, 1 where `x`, 2 where
    /// `o`. `None` where there is no such position, or the game does not read marks: then the text that
    /// they make is read, which also says what is wrong. For games of which millions of boards are read.
    fn position_of_marks(&self, marks: &[i8]) -> Option<Self::Position> {
        let _ = marks;
        None
    }

    /// A move as text without white space, unique among the legal moves of `position`.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// A number for the text of a move, where the text depends on the move alone: moves with the same
    /// number have the same text in every position. Small, since whoever remembers texts keeps a list up
    /// to the greatest number. `None` for a game's moves where texts depend on positions.
    fn text_number(&self, mv: Self::Move) -> Option<u32> {
        let _ = mv;
        None
    }

    /// Reads a legal move of `position`.
    ///
    /// # Errors
    ///
    /// When no legal move has that text.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, TextError> {
        let mut known = Vec::new();
        if self.outcome(position).is_none() {
            for mv in self.moves(position) {
                let name = self.move_text(position, mv);
                if name == text {
                    return Ok(mv);
                }
                known.push(name);
            }
        }
        let error = TextError::new(0..text.len(), format!("`{text}` is not a legal move here"));
        Err(match known.len() {
            0 => error.help("the game is over"),
            1..=32 => error.help(format!("legal: {}", known.join(" "))),
            n => error.help(format!("there are {n} legal moves")),
        })
    }

    /// The text of the position after a move, for a form of text that records the moves played
    /// rather than the board; `None` where [`position_text`](Notation::position_text) is meant.
    ///
    /// `text` is what `position` was read from. Positions are printed back in the form given.
    fn extend_text(&self, text: &str, position: &Self::Position, mv: Self::Move) -> Option<String> {
        let _ = (text, position, mv);
        None
    }
}

/// Text that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// What is wrong, in bytes of the text that was read. May be empty (something is missing there).
    pub span: Range<usize>,
    /// What is wrong, in words: one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl TextError {
    /// An error at a span.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> TextError {
        TextError {
            span,
            message: message.into(),
            help: None,
        }
    }

    /// That something else was expected where `text[at]` stands, or where the text ends.
    ///
    /// `at` is at a character of `text` or its end.
    pub fn expected(text: &str, at: usize, what: impl fmt::Display) -> TextError {
        let found = text[at..].chars().next();
        let end = at + found.map_or(0, char::len_utf8);
        TextError::new(at..end, format!("{what} is expected here"))
    }

    /// The same error with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> TextError {
        self.help = Some(help.into());
        self
    }

    /// The same error within a longer text in which this one begins at `offset`.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> TextError {
        self.span = self.span.start + offset..self.span.end + offset;
        self
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for TextError {}
