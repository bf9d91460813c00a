//! A room: the seats, the game in progress, and how each member sees it.

use super::refused::Refused;
use crate::queue::Client;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use yomikiri_catalog::Player;

/// Pages poll repeatedly, so a page that left less than this long ago still counts as present.
pub(super) const BLINK: Duration = Duration::from_secs(3);

/// A player's seat, or a spectator's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// The seat of the player who made the room.
    Maker,
    /// The friend's seat.
    Friend,
    /// A spectator's place.
    Watch,
}

/// A player's request to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// To take back the player's last move and the reply to it.
    Undo,
    /// To play again from the start, with sides changed.
    Again,
}

impl Wish {
    /// Returns its name in data.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Wish::Undo => "undo",
            Wish::Again => "again",
        }
    }
}

/// A move, with its player and the position after it.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) mv: String,
    pub(super) player: Player,
    pub(super) position: String,
}

/// A game in progress.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) game: String,
    pub(super) start: String,
    pub(super) client: Client,
    pub(super) made: Instant,
    pub(super) touched: Instant,
    /// The keys of [`Seat::Maker`], [`Seat::Friend`] and [`Seat::Watch`].
    pub(super) keys: [String; 3],
    /// The maker's side.
    pub(super) side: Player,
    pub(super) moves: Vec<Made>,
    /// The player who has resigned.
    pub(super) resigned: Option<Seat>,
    pub(super) wish: Option<(Seat, Wish)>,
    /// The number of pages in each seat, and the time when the last one left.
    pub(super) here: [(usize, Option<Instant>); 3],
    pub(super) bytes: usize,
    /// The number of changes.
    pub(super) news: watch::Sender<u64>,
}

/// A room as one of its members sees it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) game: String,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    /// The positions after the moves.
    pub(crate) positions: Vec<String>,
    /// The member's side; `None` for a spectator.
    pub(crate) side: Option<Player>,
    /// The player who has resigned.
    pub(crate) resigned: Option<Player>,
    pub(crate) wish: Option<(Player, Wish)>,
    /// Whether each player is present, and (`watching`) the number of spectators.
    pub(crate) here: [bool; 2],
    pub(crate) watching: usize,
    /// The key of the other seat, for the maker of the room.
    pub(crate) friend: Option<String>,
    pub(crate) watch: String,
    pub(crate) change: u64,
}

impl Seat {
    pub(super) fn side(self, maker: Player) -> Option<Player> {
        match self {
            Seat::Maker => Some(maker),
            Seat::Friend => Some(maker.opponent()),
            Seat::Watch => None,
        }
    }
}

impl Room {
    pub(super) fn is_here(&self, seat: Seat, now: Instant) -> bool {
        let (count, left) = self.here[seat as usize];
        count > 0 || left.is_some_and(|left| now.saturating_duration_since(left) < BLINK)
    }

    /// Returns how long the room has been empty.
    pub(super) fn quiet(&self, now: Instant) -> Duration {
        match self.here.iter().any(|(count, _)| *count > 0) {
            true => Duration::ZERO,
            false => now.saturating_duration_since(self.touched),
        }
    }

    pub(super) fn changed(&mut self, now: Instant) {
        self.touched = now;
        self.news.send_modify(|change| *change += 1);
    }

    pub(super) fn seen(&self, seat: Seat, now: Instant) -> Seen {
        let maker = self.is_here(Seat::Maker, now);
        let friend = self.is_here(Seat::Friend, now);
        Seen {
            game: self.game.clone(),
            start: self.start.clone(),
            moves: self.moves.iter().map(|made| made.mv.clone()).collect(),
            positions: self
                .moves
                .iter()
                .map(|made| made.position.clone())
                .collect(),
            side: seat.side(self.side),
            resigned: self.resigned.and_then(|by| by.side(self.side)),
            wish: self
                .wish
                .and_then(|(by, wish)| Some((by.side(self.side)?, wish))),
            here: match self.side {
                Player::First => [maker, friend],
                Player::Second => [friend, maker],
            },
            // A spectator counts as present between two polls.
            watching: match self.here[Seat::Watch as usize].0 {
                0 => usize::from(self.is_here(Seat::Watch, now)),
                count => count,
            },
            friend: (seat == Seat::Maker).then(|| self.keys[Seat::Friend as usize].clone()),
            watch: self.keys[Seat::Watch as usize].clone(),
            change: *self.news.borrow(),
        }
    }

    /// Checks that nobody has resigned, and that exactly `ply` moves were made.
    pub(super) fn goes_on(&self, ply: usize) -> Result<(), Refused> {
        match (self.resigned, self.moves.len() == ply) {
            (Some(_), _) => Err(Refused::Over),
            (None, false) => Err(Refused::Late),
            (None, true) => Ok(()),
        }
    }

    pub(super) fn take_back_one(&mut self) -> Option<Player> {
        let made = self.moves.pop()?;
        self.bytes -= made.mv.len() + made.position.len();
        Some(made.player)
    }

    /// Takes back the last move of a player, and all later ones.
    pub(super) fn take_back(&mut self, player: Player) {
        while let Some(mover) = self.take_back_one() {
            if mover == player {
                return;
            }
        }
    }
}
