//! Rooms: games that two people play over links, while others watch. All of them live in memory; their number, their
//! size and their age are bounded, and one in which nobody is any more is forgotten.

#[cfg(test)]
mod tests;

use crate::queue::Client;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use yomikiri_catalog::Player;

/// How many rooms there are, and how long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Rooms in all.
    pub(crate) rooms: usize,
    /// Rooms that one other machine has made.
    pub(crate) each: usize,
    /// Pages that look on at a room at the same time.
    pub(crate) watchers: usize,
    /// Bytes of a room's texts.
    pub(crate) bytes: usize,
    /// A room in which nobody was for so long is forgotten.
    pub(crate) idle: Duration,
    /// Where there are too many, one in which nobody was for so long makes way.
    pub(crate) quiet: Duration,
    /// Whoever is there or not.
    pub(crate) age: Duration,
}

/// The bounds of every server: 256 rooms of a quarter of a MiB at most.
pub(crate) const BOUNDS: Bounds = Bounds {
    rooms: 256,
    each: 16,
    watchers: 64,
    bytes: 256 << 10,
    idle: Duration::from_secs(24 * 60 * 60),
    quiet: Duration::from_secs(10 * 60),
    age: Duration::from_secs(7 * 24 * 60 * 60),
};

/// Pages ask again and again: one that was there so short a time ago still is.
const BLINK: Duration = Duration::from_secs(3);

/// A seat at the table, or a place among those who look on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// Of whoever made the room.
    Maker,
    /// Of the friend.
    Friend,
    /// Of those who look on.
    Watch,
}

/// What one player asks of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// To take back one's last move, and what was answered to it.
    Undo,
    /// To play again from the start, with the sides changed.
    Again,
}

impl Wish {
    /// Its name in data.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Wish::Undo => "undo",
            Wish::Again => "again",
        }
    }
}

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// No room has that key, or not any more.
    Gone,
    /// There are too many rooms.
    Full,
    /// Too many pages look on.
    Crowded,
    /// The room's texts have grown too long.
    TooLong,
    /// Who looks on plays no part.
    Watches,
    /// The game has gone on meanwhile.
    Late,
    /// There is no move to take back.
    Nothing,
    /// Another wish is still open.
    Open,
    /// Somebody has resigned.
    Over,
}

/// A move that was made.
#[derive(Clone, Debug)]
struct Made {
    mv: String,
    player: Player,
    position: String,
}

/// A game in progress.
#[derive(Debug)]
struct Room {
    game: String,
    start: String,
    client: Client,
    made: Instant,
    touched: Instant,
    /// Of [`Seat::Maker`], [`Seat::Friend`] and [`Seat::Watch`].
    keys: [String; 3],
    /// The maker's side.
    side: Player,
    moves: Vec<Made>,
    /// Who has given the game up.
    resigned: Option<Seat>,
    wish: Option<(Seat, Wish)>,
    /// The pages that are there in each seat, and when the last one went.
    here: [(usize, Option<Instant>); 3],
    bytes: usize,
    /// Counts the changes.
    news: watch::Sender<u64>,
}

/// A room as somebody in it sees it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) game: String,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    /// The positions after the moves.
    pub(crate) positions: Vec<String>,
    /// The side of whoever looks; none looks on.
    pub(crate) side: Option<Player>,
    /// Who has given the game up.
    pub(crate) resigned: Option<Player>,
    pub(crate) wish: Option<(Player, Wish)>,
    /// Whether the players are there, and how many look on.
    pub(crate) here: [bool; 2],
    pub(crate) watching: usize,
    /// The key of the other seat, for whoever made the room.
    pub(crate) friend: Option<String>,
    pub(crate) watch: String,
    pub(crate) change: u64,
}

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

/// 128 bits that nobody can guess.
fn key() -> Result<String, Refused> {
    let mut bytes = [0; 16];
    // A system that has none for us lets nobody make a room.
    getrandom::fill(&mut bytes).map_err(|_| Refused::Full)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Seat {
    fn side(self, maker: Player) -> Option<Player> {
        match self {
            Seat::Maker => Some(maker),
            Seat::Friend => Some(maker.opponent()),
            Seat::Watch => None,
        }
    }
}

impl Room {
    fn is_here(&self, seat: Seat, now: Instant) -> bool {
        let (count, left) = self.here[seat as usize];
        count > 0 || left.is_some_and(|left| now.saturating_duration_since(left) < BLINK)
    }

    /// How long nobody has been there.
    fn quiet(&self, now: Instant) -> Duration {
        match self.here.iter().any(|(count, _)| *count > 0) {
            true => Duration::ZERO,
            false => now.saturating_duration_since(self.touched),
        }
    }

    fn changed(&mut self, now: Instant) {
        self.touched = now;
        self.news.send_modify(|change| *change += 1);
    }

    fn seen(&self, seat: Seat, now: Instant) -> Seen {
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
            // Between two questions whoever looks on is still there.
            watching: match self.here[Seat::Watch as usize].0 {
                0 => usize::from(self.is_here(Seat::Watch, now)),
                count => count,
            },
            friend: (seat == Seat::Maker).then(|| self.keys[Seat::Friend as usize].clone()),
            watch: self.keys[Seat::Watch as usize].clone(),
            change: *self.news.borrow(),
        }
    }
}

impl State {
    fn forget(&mut self, id: u64) {
        if let Some(room) = self.rooms.remove(&id) {
            for key in &room.keys {
                self.keys.remove(key);
            }
        }
    }

    /// Forgets rooms that are too old, or in which nobody was for too long.
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

    /// The room of a player.
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

    /// The state, without what is over. A panic elsewhere does not spoil it: it is whole after every statement.
    fn state(&self, now: Instant) -> MutexGuard<'_, State> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.sweep(&self.bounds, now);
        state
    }

    /// Makes a room; its maker plays `side`. Gives the maker's key.
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

    /// The room of a key.
    pub(crate) fn look(&self, key: &str, now: Instant) -> Result<Seen, Refused> {
        let mut state = self.state(now);
        let (room, seat) = state.find(key)?;
        Ok(room.seen(seat, now))
    }

    /// The room of a player's key, with the player.
    pub(crate) fn seat(&self, key: &str, now: Instant) -> Result<(Seen, Player), Refused> {
        let mut state = self.state(now);
        let (room, seat, side) = state.play(key)?;
        Ok((room.seen(seat, now), side))
    }

    /// Makes a player's move, if nothing has changed since it was looked at: `ply` moves were made before it.
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
        // A move is an answer to what was asked.
        room.wish = None;
        room.changed(now);
        Ok(room.seen(seat, now))
    }

    /// Gives the game up, if nothing has changed since it was looked at: `ply` moves were made before it.
    pub(crate) fn resign(&self, key: &str, ply: usize, now: Instant) -> Result<Seen, Refused> {
        let mut state = self.state(now);
        let (room, seat, _) = state.play(key)?;
        room.goes_on(ply)?;
        room.resigned = Some(seat);
        room.wish = None;
        room.changed(now);
        Ok(room.seen(seat, now))
    }

    /// Asks something of the other player, or agrees to what that one has asked; without `agree` says no to it, or
    /// takes one's own wish back.
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

    /// Comes in: whoever plays is there for as long as this is kept. Also gives what is to be waited for: the number
    /// of changes.
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

    /// Nobody waits in a room any more.
    pub(crate) fn close(&self) {
        let mut state = self.state(Instant::now());
        state.closed = true;
        for room in state.rooms.values_mut() {
            room.changed(Instant::now());
        }
    }
}

impl Room {
    /// That the game is not given up, and that so many moves were made.
    fn goes_on(&self, ply: usize) -> Result<(), Refused> {
        match (self.resigned, self.moves.len() == ply) {
            (Some(_), _) => Err(Refused::Over),
            (None, false) => Err(Refused::Late),
            (None, true) => Ok(()),
        }
    }

    fn take_back_one(&mut self) -> Option<Player> {
        let made = self.moves.pop()?;
        self.bytes -= made.mv.len() + made.position.len();
        Some(made.player)
    }

    /// Takes back the last move of a player, with all that followed.
    fn take_back(&mut self, player: Player) {
        while let Some(mover) = self.take_back_one() {
            if mover == player {
                return;
            }
        }
    }
}

/// That somebody is there.
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
