//! The text forms of positions and moves.

use crate::Game;
use std::fmt;
use std::ops::Range;

/// Writes and reads positions and moves as text.
///
/// # Who should implement it
///
/// Every game with positions or moves that people or files name. Solvers never need it.
///
/// # Laws
///
/// [`laws::notation`](crate::laws::notation) executes them:
///
/// * Reading a text that the game has written gives an equal position or move.
/// * The text of a move is unique among the moves of its position. Moves with the same
///   [number](Notation::text_number) have the same text.
/// * Bad text is an error whose span lies inside the text. It is never a panic and never a guess.
/// * Every position that the game accepts has a value by the rules, whether or not play can reach it.
pub trait Notation: Game {
    /// Writes a position as one line without white space, in the game's usual form. It is never `start`.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position. Callers handle the word `start` themselves.
    ///
    /// # Errors
    ///
    /// If the text is not a position. The error has the span of the mistake, in bytes of `text`.
    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// Reads a position from the marks of its board, in the order in which
    /// [`position_text`](Notation::position_text) writes them: 0 for `.`, 1 for `x`, 2 for `o`. Returns `None` if
    /// there is no such position, or if the game does not read marks. The caller then reads the text of these marks,
    /// which also explains the mistake. A game should implement this if people read millions of its boards.
    fn position_of_marks(&self, marks: &[i8]) -> Option<Self::Position> {
        let _ = marks;
        None
    }

    /// Writes a move without white space. The text is unique among the legal moves of `position`.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Returns a number for the text of a move if the text depends only on the move: moves with the same
    /// number have the same text in every position. The numbers are small, because a caller may keep a
    /// list of texts up to the greatest number. A game whose texts depend on positions returns `None`.
    fn text_number(&self, mv: Self::Move) -> Option<u32> {
        let _ = mv;
        None
    }

    /// Reads a legal move of `position`.
    ///
    /// # Errors
    ///
    /// If no legal move has that text.
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

    /// Returns the text of the position after a move, for a text that records the moves played instead of
    /// the board. `None` means that [`position_text`](Notation::position_text) gives the text.
    ///
    /// `position` was read from `text`. Callers print positions in the form in which people gave them.
    fn extend_text(&self, text: &str, position: &Self::Position, mv: Self::Move) -> Option<String> {
        let _ = (text, position, mv);
        None
    }
}

/// A mistake in a text, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The place of the mistake, in bytes of the text that was read. If it is empty, something is missing.
    pub span: Range<usize>,
    /// A description of the mistake: one sentence without a full stop.
    pub message: String,
    /// Advice on how to correct the mistake.
    pub help: Option<String>,
}

impl TextError {
    /// Makes an error at a span.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> TextError {
        TextError {
            span,
            message: message.into(),
            help: None,
        }
    }

    /// Makes an error saying that `what` was expected at `text[at]`, or at the end of the text.
    ///
    /// `at` is the start of a character of `text`, or its end.
    pub fn expected(text: &str, at: usize, what: impl fmt::Display) -> TextError {
        let found = text[at..].chars().next();
        let end = at + found.map_or(0, char::len_utf8);
        TextError::new(at..end, format!("{what} is expected here"))
    }

    /// Returns the same error with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> TextError {
        self.help = Some(help.into());
        self
    }

    /// Returns the same error for a longer text in which this text begins at `offset`.
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
