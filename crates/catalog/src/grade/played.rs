//! Games that were played, a line each.

use serde::Deserialize;
use std::fmt;
use yomikiri::Player;

/// Whose moves are graded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Everybody's.
    #[default]
    Both,
    /// One player's.
    One(Player),
    /// Nobody's.
    Neither,
}

impl Side {
    /// Whether a player's moves are.
    pub fn has(self, player: Player) -> bool {
        match self {
            Side::Both => true,
            Side::One(one) => one == player,
            Side::Neither => false,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The position that it started from.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
    /// The names of First and Second, where they are known.
    pub players: [Option<String>; 2],
    /// Whose moves are graded.
    pub side: Side,
}

/// A line that is no game: what is wrong, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedError(String);

impl fmt::Display for PlayedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlayedError {}

/// A game in JSON.
#[derive(Deserialize)]
#[serde(untagged)]
enum Moves {
    List(Vec<String>),
    Line(String),
}

#[derive(Deserialize)]
struct Json {
    moves: Moves,
    #[serde(default, alias = "position")]
    start: Option<String>,
    #[serde(default)]
    first: Option<String>,
    #[serde(default)]
    second: Option<String>,
}

impl Played {
    /// A game from the usual start.
    pub fn new(moves: Vec<String>) -> Played {
        Played {
            start: yomikiri_face::START.to_owned(),
            moves,
            ..Played::default()
        }
    }

    /// Reads a line: moves separated by white space, or a JSON object with `moves` (a list or such a
    /// line) and perhaps `start` (a position), `first` and `second` (names). `None` for an empty line and
    /// one that begins with `#`.
    ///
    /// # Errors
    ///
    /// JSON that is not such an object.
    pub fn read(line: &str) -> Result<Option<Played>, PlayedError> {
        let line = line.trim();
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        if !line.starts_with('{') {
            return Ok(Some(Played::new(words(line))));
        }
        let json: Json =
            serde_json::from_str(line).map_err(|error| PlayedError(error.to_string()))?;
        Ok(Some(Played {
            start: json
                .start
                .unwrap_or_else(|| yomikiri_face::START.to_owned()),
            moves: match json.moves {
                Moves::List(moves) => moves,
                Moves::Line(line) => words(&line),
            },
            players: [json.first, json.second],
            side: Side::Both,
        }))
    }

    /// Grades only the moves of `player`: `first`, `second`, or a name.
    pub fn keep(&mut self, player: &str) {
        let is = |who: &Option<String>| who.as_deref() == Some(player);
        self.side = match (player, is(&self.players[0]), is(&self.players[1])) {
            ("first", ..) | (_, true, false) => Side::One(Player::First),
            ("second", ..) | (_, false, true) => Side::One(Player::Second),
            (_, true, true) => Side::Both,
            _ => Side::Neither,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        assert_eq!(Played::read("  # a comment"), Ok(None));
        assert_eq!(Played::read(" \t"), Ok(None));
        let game = Played::read("4 4\t3").unwrap().unwrap();
        assert_eq!((game.start.as_str(), game.moves.len()), ("start", 3));
        let text =
            r#"{"moves": ["4", "4"], "start": "44", "first": "a", "second": "b", "more": 1}"#;
        let mut game = Played::read(text).unwrap().unwrap();
        assert_eq!((game.start.as_str(), game.moves.len()), ("44", 2));
        game.keep("b");
        assert_eq!(game.side, Side::One(Player::Second));
        game.keep("c");
        assert_eq!(game.side, Side::Neither);
        game.keep("first");
        assert_eq!(game.side, Side::One(Player::First));
        let line = Played::read(r#"{"moves": "4 4 3"}"#).unwrap().unwrap();
        assert_eq!(line.moves, ["4", "4", "3"]);
        for bad in ["{", "{}", r#"{"moves": 3}"#, r#"{"moves": [3]}"#] {
            assert!(Played::read(bad).is_err(), "{bad}");
        }
    }
}
