//! Rooms: games that two people play over links, while others watch. All rooms are in memory. Their number, size and
//! age are limited, and abandoned rooms are removed.

mod game;
mod refused;
#[cfg(test)]
mod tests;

use game::{Made, Room};
pub(crate) use game::{Seat, Seen, Wish};
pub(crate) use refused::Refused;

use crate::queue::Client;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use yomikiri_catalog::Player;

/// The limits of rooms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The most rooms in all.
    pub(crate) rooms: usize,
    /// The most rooms made by one other machine.
    pub(crate) each: usize,
    /// The most pages that watch a room at the same time.
    pub(crate) watchers: usize,
    /// The most bytes of a room's texts.
    pub(crate) bytes: usize,
    /// The time after which an empty room is removed.
    pub(crate) idle: Duration,
    /// The time after which an empty room may be removed if there are too many.
    pub(crate) quiet: Duration,
    /// The greatest age of a room, empty or not.
    pub(crate) age: Duration,
}

/// The limits of every server: at most 256 rooms of a quarter of a MiB.
pub(crate) const BOUNDS: Bounds = Bounds {
    rooms: 256,
    each: 16,
    watchers: 64,
    bytes: 256 << 10,
    idle: Duration::from_secs(24 * 60 * 60),
    quiet: Duration::from_secs(10 * 60),
    age: Duration::from_secs(7 * 24 * 60 * 60),
};

#[derive(Debug, Default)]
struct State {
    rooms: FxHashMap<u64, Room>,
    keys: FxHashMap<String, (u64, Seat)>,
    next: u64,
    closed: bool,
}

/// All rooms of a server.
#[derive(Debug)]
pub(crate) struct Rooms {
    state: Mutex<State>,
    bounds: Bounds,
}

/// Returns 128 random bits that cannot be guessed.
fn key() -> Result<String, Refused> {
    let mut bytes = [0; 16];
    // Without random bits from the system, no room can be made.
    getrandom::fill(&mut bytes).map_err(|_| Refused::Full)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl State {
    fn forget(&mut self, id: u64) {
        if let Some(room) = self.rooms.remove(&id) {
            for key in &room.keys {
                self.keys.remove(key);
            }
        }
    }

    /// Removes rooms that are too old, or empty for too long.
    fn sweep(&mut self, bounds: &Bounds, now: Instant) {
        let is_over = |room: &Room| {
            room.quiet(now) >= bounds.idle || now.saturating_duration_since(room.made) >= bounds.age
        };
        let over = self.rooms.iter().filter(|(_, room)| is_over(room));
        let over: Vec<u64> = over.map(|(id, _)| *id).collect();
        for id in over {
            self.forget(id);
        }
    }

    fn find(&mut self, key: &str) -> Result<(&mut Room, Seat), Refused> {
        let (id, seat) = *self.keys.get(key).ok_or(Refused::Gone)?;
        let room = self.rooms.get_mut(&id).ok_or(Refused::Gone)?;
        Ok((room, seat))
    }

    /// Returns the room of a player.
    fn play(&mut self, key: &str) -> Result<(&mut Room, Seat, Player), Refused> {
        let (room, seat) = self.find(key)?;
        let side = seat.side(room.side).ok_or(Refused::Watches)?;
        Ok((room, seat, side))
    }
}

impl Rooms {
    pub(crate) fn new(bounds: Bounds) -> Rooms {
        Rooms {
            state: Mutex::default(),
            bounds,
        }
    }

    /// Locks the state after removing expired rooms. A panic elsewhere does no harm: the state is consistent after
    /// every statement.
    fn state(&self, now: Instant) -> MutexGuard<'_, State> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.sweep(&self.bounds, now);
        state
    }

    /// Makes a room whose maker plays `side`, and returns the maker's key.
    pub(crate) fn open(
        &self,
        client: Client,
        game: String,
        start: String,
        side: Player,
        now: Instant,
    ) -> Result<String, Refused> {
        let bytes = game.len() + start.len();
        if bytes > self.bounds.bytes {
            return Err(Refused::TooLong);
        }
        let keys = [key()?, key()?, key()?];
        let mut state = self.state(now);
        let of_one = |room: &&Room| room.client == client;
        if !client.is_here() && state.rooms.values().filter(of_one).count() >= self.bounds.each {
            return Err(Refused::Full);
        }
        if state.rooms.len() >= self.bounds.rooms {
            let quiet = state.rooms.iter().map(|(id, room)| (room.quiet(now), *id));
            match quiet.max() {
                Some((quiet, id)) if quiet >= self.bounds.quiet => state.forget(id),
                _ => return Err(Refused::Full),
            }
        }
        let id = state.next;
        state.next += 1;
        for (key, seat) in keys.iter().zip([Seat::Maker, Seat::Friend, Seat::Watch]) {
            state.keys.insert(key.clone(), (id, seat));
        }
        let own = keys[0].clone();
        let room = Room {
            game,
            start,
            client,
            made: now,
            touched: now,
            keys,
            side,
            moves: Vec::new(),
            resigned: None,
            wish: None,
            here: [(0, None); 3],
            bytes,
            news: watch::Sender::new(0),
        };
        state.rooms.insert(id, room);
        Ok(own)
    }

    /// Returns the room of a key.
    pub(crate) fn look(&self, key: &str, now: Instant) -> Result<Seen, Refused> {
        let mut state = self.state(now);
        let (room, seat) = state.find(key)?;
        Ok(room.seen(seat, now))
    }

    /// Returns the room of a player's key, with the player.
    pub(crate) fn seat(&self, key: &str, now: Instant) -> Result<(Seen, Player), Refused> {
        let mut state = self.state(now);
        let (room, seat, side) = state.play(key)?;
        Ok((room.seen(seat, now), side))
    }

    /// Makes a player's move, if exactly `ply` moves were made before it.
    pub(crate) fn play(
        &self,
        key: &str,
        ply: usize,
        mv: String,
        position: String,
        now: Instant,
    ) -> Result<Seen, Refused> {
        let mut state = self.state(now);
        let most = self.bounds.bytes;
        let (room, seat, player) = state.play(key)?;
        room.goes_on(ply)?;
        let bytes = room.bytes + mv.len() + position.len();
        if bytes > most {
            return Err(Refused::TooLong);
        }
        room.bytes = bytes;
        room.moves.push(Made {
            mv,
            player,
            position,
        });
        // A move declines an open wish.
        room.wish = None;
        room.changed(now);
        Ok(room.seen(seat, now))
    }

    /// Resigns the game, if exactly `ply` moves were made before.
    pub(crate) fn resign(&self, key: &str, ply: usize, now: Instant) -> Result<Seen, Refused> {
        let mut state = self.state(now);
        let (room, seat, _) = state.play(key)?;
        room.goes_on(ply)?;
        room.resigned = Some(seat);
        room.wish = None;
        room.changed(now);
        Ok(room.seen(seat, now))
    }

    /// Makes a wish to the other player, or agrees to that player's wish. Without `agree`, declines it, or withdraws
    /// the player's own wish.
    pub(crate) fn wish(
        &self,
        key: &str,
        wish: Wish,
        agree: bool,
        now: Instant,
    ) -> Result<Seen, Refused> {
        let mut state = self.state(now);
        let (room, seat, side) = state.play(key)?;
        match (room.wish, agree) {
            (None, false) => return Err(Refused::Late),
            (None, true) => {
                if wish == Wish::Undo && room.resigned.is_some() {
                    return Err(Refused::Over);
                }
                let has_moved = room.moves.iter().any(|made| made.player == side);
                if wish == Wish::Undo && !has_moved {
                    return Err(Refused::Nothing);
                }
                room.wish = Some((seat, wish));
            }
            (Some((_, open)), _) if open != wish => return Err(Refused::Open),
            (Some(_), false) => room.wish = None,
            (Some((by, _)), true) if by == seat => {}
            (Some(_), true) => {
                room.wish = None;
                match wish {
                    Wish::Undo => room.take_back(side.opponent()),
                    Wish::Again => {
                        while room.take_back_one().is_some() {}
                        room.resigned = None;
                        room.side = room.side.opponent();
                    }
                }
            }
        }
        room.changed(now);
        Ok(room.seen(seat, now))
    }

    /// Enters a room: the member is present until the returned presence is dropped. The receiver gets the number of
    /// changes.
    pub(crate) fn enter(
        self: &Arc<Rooms>,
        key: &str,
        now: Instant,
    ) -> Result<(Presence, watch::Receiver<u64>), Refused> {
        let mut state = self.state(now);
        if state.closed {
            return Err(Refused::Gone);
        }
        let most = self.bounds.watchers;
        let (room, seat) = state.find(key)?;
        if room.here[seat as usize].0 >= most {
            return Err(Refused::Crowded);
        }
        let is_new = !room.is_here(seat, now);
        room.here[seat as usize].0 += 1;
        room.touched = now;
        if is_new {
            room.changed(now);
        }
        let news = room.news.subscribe();
        let presence = Presence {
            rooms: self.clone(),
            key: key.to_owned(),
        };
        Ok((presence, news))
    }

    /// Ends all waiting in rooms.
    pub(crate) fn close(&self) {
        let mut state = self.state(Instant::now());
        state.closed = true;
        for room in state.rooms.values_mut() {
            room.changed(Instant::now());
        }
    }
}

/// The presence of a member, which ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Presence {
    rooms: Arc<Rooms>,
    key: String,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let now = Instant::now();
        let mut state = self.rooms.state(now);
        if let Ok((room, seat)) = state.find(&self.key) {
            let (count, left) = &mut room.here[seat as usize];
            *count = count.saturating_sub(1);
            *left = Some(now);
            room.touched = now;
        }
    }
}
