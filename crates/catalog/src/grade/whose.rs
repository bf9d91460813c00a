//! The choice of the player whose moves are graded in many games.

use super::{Played, Side};
use std::collections::BTreeSet;
use yomikiri::{Player, TextError};
use yomikiri_games::spec::{nearest, quoted};

/// The most names that an error lists.
const LISTED: usize = 20;

/// The player whose moves are graded in many games: both sides, one side, or a player by name.
#[derive(Clone, Debug, Default)]
pub struct Whose {
    wanted: Option<String>,
    /// The names in the games so far.
    names: BTreeSet<String>,
}

impl Whose {
    /// Grades `player`, which is `first`, `second` or a name; without one, both sides.
    pub fn new(player: Option<&str>) -> Whose {
        Whose {
            wanted: player.map(str::to_owned),
            names: BTreeSet::new(),
        }
    }

    /// Sets in a game whose moves are graded.
    pub fn keep(&mut self, game: &mut Played) {
        for name in game.players.iter().flatten() {
            if !self.names.contains(name) {
                self.names.insert(name.clone());
            }
        }
        let Some(player) = self.wanted.as_deref() else {
            return;
        };
        let is = |who: &Option<String>| who.as_deref() == Some(player);
        game.side = match (player, is(&game.players[0]), is(&game.players[1])) {
            ("first", ..) | (_, true, false) => Side::One(Player::First),
            ("second", ..) | (_, false, true) => Side::One(Player::Second),
            (_, true, true) => Side::Both,
            _ => Side::Neither,
        };
    }

    /// Checks that the wanted player was in some game.
    ///
    /// # Errors
    ///
    /// If there is no such player; the error lists the players. The span is all of the name.
    pub fn check(&self) -> Result<(), TextError> {
        let Some(player) = &self.wanted else {
            return Ok(());
        };
        if matches!(player.as_str(), "first" | "second") || self.names.contains(player) {
            return Ok(());
        }
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let error = TextError::new(
            0..player.len(),
            format!("no player of these games is called {}", quoted(player)),
        );
        let listed: Vec<String> = names.iter().take(LISTED).map(|name| quoted(name)).collect();
        let listed = listed.join(", ");
        Err(match (nearest(player, &names), names.len()) {
            (_, 0) => error.help("they name no players: write `first` or `second`"),
            (Some(near), LISTED..) => error.help(format!("did you mean {}?", quoted(near))),
            (_, count) if count > LISTED => {
                let more = count - LISTED;
                error.help(format!("the players are {listed} and {more} more"))
            }
            _ => error.help(format!("the players are {listed}")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_nobody_has_is_an_error() {
        let game = |text: &str| Played::read(text).unwrap().unwrap();
        let named = r#"{"moves": "4", "first": "ann", "second": "bob"}"#;
        for (player, sides) in [
            (None, [Side::Both, Side::Both]),
            (Some("bob"), [Side::One(Player::Second), Side::Neither]),
            (
                Some("first"),
                [Side::One(Player::First), Side::One(Player::First)],
            ),
        ] {
            let mut whose = Whose::new(player);
            let mut games = [game(named), game("4")];
            games.iter_mut().for_each(|game| whose.keep(game));
            assert_eq!(games.map(|game| game.side), sides);
            assert_eq!(whose.check(), Ok(()));
        }
        let mut whose = Whose::new(Some("zoe"));
        let help = |whose: &Whose| whose.check().unwrap_err().help.unwrap_or_default();
        assert!(help(&whose).contains("`first` or `second`"));
        whose.keep(&mut game(named));
        assert_eq!(help(&whose), "the players are `ann`, `bob`");
        for number in 0..30 {
            let text = format!(r#"{{"moves": "4", "first": "player {number:02}"}}"#);
            whose.keep(&mut game(&text));
        }
        assert!(
            help(&whose).ends_with("`player 17` and 12 more"),
            "{}",
            help(&whose)
        );
        whose.wanted = Some("player03".to_owned());
        assert_eq!(help(&whose), "did you mean `player 03`?");
    }
}
