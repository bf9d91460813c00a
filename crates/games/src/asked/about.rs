//! The description that a source gives of its game, and the texts that it may use.

use super::Fault;
use crate::spec::quoted;
use yomikiri_core::Outcome;

/// The most points, either way, that a move may gain or a game may end with: with fewer than 2<sup>32</sup>
/// positions, no line of play without repetition collects more than 2<sup>62</sup>.
pub const MOST_POINTS: i64 = 500_000_000;

/// The longest text of a position or a move, in bytes.
pub const LONGEST_TEXT: usize = 4096;

/// A source's description of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The title that the source gives the game, if any.
    pub title: Option<String>,
    /// The result of play that never ends.
    pub endless: Outcome,
    /// Whether moves may gain points.
    pub has_gains: bool,
    /// Whether every position that is not over has a rank, which falls with every move.
    pub is_ranked: bool,
}

impl Default for About {
    fn default() -> About {
        About {
            title: None,
            endless: Outcome::Draw,
            has_gains: false,
            is_ranked: false,
        }
    }
}

/// Checks that a text can stand for a position or a move: it is not empty, not too long, and has no white space or
/// control characters. Words with a meaning of their own where positions are read are rejected.
pub(crate) fn check_text(text: &str, what: &str) -> Result<(), Fault> {
    let wrong = |why: &str| {
        let shown = quoted(text);
        Err(Fault::new(format!("{shown} cannot be {what}: {why}")))
    };
    if text.is_empty() {
        return wrong("it is empty");
    }
    if text.len() > LONGEST_TEXT {
        return wrong(&format!("it is longer than {LONGEST_TEXT} bytes"));
    }
    let plain = |byte: u8| byte.is_ascii_graphic();
    // This check comes first because most texts are plain ASCII, and there are many.
    if !text.bytes().all(plain) && text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return wrong("it has white space or a control character in it");
    }
    match text {
        "start" | "after" => wrong("this word has a meaning of its own"),
        _ => Ok(()),
    }
}
