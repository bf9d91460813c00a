//! Kalah, a game of sowing, with the rules solved by Irving, Donkers and Uiterwijk.
//!
//! Each player has a row of pits and a store to the right of it. A move takes all seeds of one of the mover's pits
//! and sows them one by one counter-clockwise: into the mover's pits to the right, the mover's store, the opponent's
//! pits, and the mover's pits again. It skips the opponent's store.
//!
//! * If the last seed falls into the store, the mover moves again.
//! * If it falls into an empty pit of the mover's and the opposite pit holds seeds, this seed and the opposite ones
//!   go to the mover's store.
//! * If all pits of a player are empty after a move, the game is over, and the remaining seeds go to the opponent's
//!   store.
//!
//! The seeds in a player's store are that player's points: the seeds that a move adds to the store are its gain, and
//! the seeds left over make the final margin.

mod endgame;

use self::endgame::Endgame;
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, Visitor};
use crate::spec::{Args, Param, SpecError};
use crate::turn::{count, mover_suffix, split_mover, status_of};
use smallvec::SmallVec;
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark, Place};
use yomikiri_core::{Counted, Diagram, Margin, Outcome, Player, TextError};

/// The seeds of First's pits from left to right as First sees them, then Second's as Second sees them. This is the
/// order of sowing, without the stores.
type Pits = SmallVec<[u32; 12]>;

/// The game with some number of pits a player. A position holds the seeds of each pit in bit fields above the turn
/// bit.
#[derive(Debug)]
struct Kalah {
    pits: u32,
    seeds: u32,
    /// The number of bits of a field.
    width: u32,
    /// A one in each of a player's fields.
    each: u64,
    /// The effect of sowing each pit with each number of seeds.
    sowings: Vec<Sowing>,
    endgame: Endgame,
}

/// The effect of sowing a pit, before any capture.
#[derive(Clone, Copy, Debug, Default)]
struct Sowing {
    /// The seeds that each pit gains, as fields of a position.
    added: u128,
    stored: u32,
    /// Whether the last seed falls into the store.
    again: bool,
    /// The mover's pit that the last seed falls into, if it does not fall into the store or the opponent's pits.
    last: Option<u32>,
}

/// The effect of a move.
struct Sown {
    /// The position after the move, as if the mover were to move again.
    state: u128,
    stored: u32,
    /// Whether the mover moves again.
    again: bool,
}

impl Kalah {
    fn new(pits: u32, seeds: u32) -> Kalah {
        let all = 2 * pits * seeds;
        let width = u32::BITS - all.leading_zeros();
        let mut kalah = Kalah {
            pits,
            seeds,
            width,
            each: (0..pits).fold(0, |each, pit| each | 1 << (width * pit)),
            sowings: Vec::new(),
            endgame: Endgame::new(2 * pits, all),
        };
        let pits = (0..2 * pits).flat_map(|pit| (0..=all).map(move |seeds| (pit, seeds)));
        kalah.sowings = pits.map(|(pit, seeds)| kalah.sowing(pit, seeds)).collect();
        kalah
    }

    /// Returns the effect of sowing this many seeds of a pit.
    fn sowing(&self, pit: u32, mut seeds: u32) -> Sowing {
        let (all, home) = (2 * self.pits, pit / self.pits * self.pits);
        let mut sowing = Sowing::default();
        // The place of the last seed. Pits count from the mover's leftmost, and the store follows the mover's own
        // pits.
        let mut at = pit - home;
        while seeds > 0 {
            seeds -= 1;
            if at + 1 == self.pits && !sowing.again {
                sowing.again = true;
                sowing.stored += 1;
                continue;
            }
            sowing.again = false;
            at = (at + 1) % all;
            sowing.added += 1 << self.shift((home + at) % all);
        }
        sowing.last = (!sowing.again && at < self.pits).then_some(home + at);
        sowing
    }

    /// Returns the position of a pit's field, in bits.
    fn shift(&self, pit: u32) -> u32 {
        1 + self.width * pit
    }

    /// Returns a field of ones.
    fn ones(&self) -> u128 {
        (1 << self.width) - 1
    }

    /// Returns the number of seeds at the start.
    fn all(&self) -> u32 {
        2 * self.pits * self.seeds
    }

    fn field(&self, state: u128, pit: u32) -> u32 {
        (state >> self.shift(pit) & self.ones()) as u32
    }

    fn pits(&self, state: u128) -> Pits {
        (0..2 * self.pits)
            .map(|pit| self.field(state, pit))
            .collect()
    }

    fn state(&self, pits: &[u32], to_move: Player) -> u128 {
        let fields = pits.iter().rev();
        fields.fold(0, |fields, &seeds| fields << self.width | u128::from(seeds)) << 1
            | to_move as u128
    }

    /// Returns the first pit of a player.
    fn home(&self, player: Player) -> u32 {
        match player {
            Player::First => 0,
            Player::Second => self.pits,
        }
    }

    /// Returns a player's fields: at most six, of at most seven bits each.
    fn fields(&self, state: u128, player: Player) -> u64 {
        let half = self.width * self.pits;
        (state >> self.shift(self.home(player))) as u64 & ((1 << half) - 1)
    }

    /// Returns the seeds in a player's pits. The multiplication adds all fields up in the last one. No field
    /// overflows, since each has room for all seeds.
    #[inline]
    fn of(&self, state: u128, player: Player) -> u32 {
        let sums = self.fields(state, player).wrapping_mul(self.each);
        (sums >> (self.width * (self.pits - 1)) & self.ones() as u64) as u32
    }

    /// Returns the same position with the mover's pits as First's, and First to move.
    fn to_mover(&self, state: u128) -> u128 {
        match self.to_move(state) {
            Player::First => state,
            Player::Second => {
                let [first, second] = Player::BOTH.map(|player| self.fields(state, player));
                (u128::from(first) << (self.width * self.pits) | u128::from(second)) << 1
            }
        }
    }

    /// Returns the value of a position with few seeds, for the player to move.
    fn few(&self, state: u128) -> i64 {
        let state = self.to_mover(state);
        let sides = Player::BOTH.map(|player| self.fields(state, player));
        let number = self.endgame.number(sides, self.width);
        if let Some(value) = self.endgame.get(number) {
            return value;
        }
        let value = match self.outcome(state) {
            Some(Outcome::Margin(margin)) => margin,
            _ => {
                let moves = (0..self.pits).filter(|&pit| self.field(state, pit) > 0);
                let values = moves.map(|mv| {
                    let Sown {
                        state,
                        stored,
                        again,
                    } = self.sown(state, mv);
                    let stored = i64::from(stored);
                    match again {
                        true => stored + self.few(state),
                        false => stored - self.few(state ^ 1),
                    }
                });
                values.max().unwrap_or(0)
            }
        };
        self.endgame.set(number, value);
        value
    }

    /// Returns the seeds that the mover can store at least, by moves that each end in the store, the nearest pits
    /// first.
    fn at_once(&self, state: u128) -> i64 {
        let home = self.home(self.to_move(state));
        let (mut state, mut stored) = (state, 0);
        let is_next = |state: u128| {
            (1..=self.pits)
                .find(|&way| self.field(state, home + self.pits - way) == way)
                .map(|way| self.pits - way)
        };
        while let Some(mv) = is_next(state) {
            let sown = self.sown(state, mv);
            state = sown.state;
            stored += i64::from(sown.stored);
        }
        stored
    }

    /// Sows one of the mover's pits, counted from the leftmost.
    fn sown(&self, state: u128, mv: u32) -> Sown {
        let pit = self.home(self.to_move(state)) + mv;
        let seeds = self.field(state, pit);
        let Sowing {
            added,
            mut stored,
            again,
            last,
        } = self.sowings[(pit * (self.all() + 1) + seeds) as usize];
        // No field overflows, since each has room for all seeds.
        let mut state = (state & !(self.ones() << self.shift(pit))) + added;
        if let Some(last) = last {
            let opposite = 2 * self.pits - 1 - last;
            let captured = self.field(state, opposite);
            if captured > 0 && self.field(state, last) == 1 {
                stored += 1 + captured;
                let fields = self.ones() << self.shift(last) | self.ones() << self.shift(opposite);
                state &= !fields;
            }
        }
        Sown {
            state,
            stored,
            again,
        }
    }
}

impl Rules for Kalah {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            merged: true,
            bounded: true,
            ordered: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        1 + 2 * self.pits * self.width
    }
    fn holds(&self, state: u128) -> bool {
        state >> self.bits() == 0 && self.pits(state).iter().sum::<u32>() <= self.all()
    }

    fn start(&self) -> u128 {
        let pits: Pits = (0..2 * self.pits).map(|_| self.seeds).collect();
        self.state(&pits, Player::First)
    }
    fn to_move(&self, state: u128) -> Player {
        Player::after(state as u32 & 1)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let is_over = Player::BOTH.map(|player| self.fields(state, player) == 0);
        is_over.contains(&true).then(|| {
            // One of the two sums is 0.
            let [first, second] = Player::BOTH.map(|player| self.of(state, player));
            Outcome::Margin(i64::from(first) - i64::from(second))
        })
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let home = self.home(self.to_move(state));
        moves.extend((0..self.pits).filter(|pit| self.field(state, home + pit) > 0));
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let Sown { state, again, .. } = self.sown(state, mv);
        state ^ u128::from(!again)
    }
    fn has_gains(&self) -> bool {
        true
    }
    fn gain(&self, state: u128, mv: u32) -> i64 {
        self.sown(state, mv).stored.into()
    }

    /// A seed that stays with its player comes nearer to the store. If a seed goes to the opponent's pits or round
    /// the board, another seed enters the mover's store. From then on all remaining seeds, however far from their
    /// stores, count for less than that seed did.
    fn rank(&self, state: u128) -> u64 {
        let pits = self.pits(state);
        let seeds = u64::from(pits.iter().sum::<u32>());
        let to_go =
            |(pit, &seeds): (u32, &u32)| u64::from(seeds) * u64::from(self.pits - pit % self.pits);
        let to_go: u64 = (0..).zip(&pits).map(to_go).sum();
        u64::from(self.pits) * seeds * (seeds + 1) / 2 + seeds + to_go
    }
    /// Both players see the board alike from their sides, so the mover's pits come first.
    fn merged_key(&self, state: u128) -> u128 {
        self.to_mover(state)
    }
    /// The bounds follow from the seeds left, of which the mover stores some at once. With few seeds they are the
    /// value.
    fn margin(&self, state: u128) -> (Margin, Margin) {
        let [first, second] = Player::BOTH.map(|player| self.of(state, player));
        let seeds = first + second;
        if seeds <= self.endgame.most() {
            let value = Margin::Points(self.few(state));
            return (value, value);
        }
        let seeds = i64::from(seeds);
        let least = 2 * self.at_once(state) - seeds;
        (Margin::Points(least), Margin::Points(seeds))
    }
    /// Every seed finally belongs to some player.
    fn odd(&self, state: u128) -> Option<bool> {
        let seeds: u32 = Player::BOTH
            .map(|player| self.of(state, player))
            .iter()
            .sum();
        Some(seeds % 2 == 1)
    }
    fn greatest_margin(&self) -> Option<u64> {
        Some(self.all().into())
    }
    /// Moves that move again come first, then those that store most. Among equals, the pit nearest to the store
    /// comes first. It leaves the farther pits as they are, while a move from one of those adds a seed to the nearer
    /// pit, which then no longer ends in the store.
    fn hint(&self, state: u128, mv: u32) -> i32 {
        let sown = self.sown(state, mv);
        let first = sown.stored as i32 + if sown.again { 100 } else { 0 };
        // Pit numbers count from the farthest.
        self.pits as i32 * first + mv as i32
    }

    fn position_text(&self, state: u128) -> String {
        let pits: Vec<String> = self.pits(state).iter().map(u32::to_string).collect();
        let (first, second) = pits.split_at(self.pits as usize);
        format!(
            "{}//{}{}",
            first.join("/"),
            second.join("/"),
            mover_suffix(self.to_move(state))
        )
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let (all, to_move) = split_mover(text)?;
        let Some((first, second)) = all.split_once("//") else {
            return Err(TextError::new(
                all.len()..all.len(),
                "`//` and Second's pits are expected here",
            ));
        };
        let mut left = self.all();
        let mut pits = Pits::new();
        for (side, start) in [(first, 0), (second, first.len() + 2)] {
            let mut at = start;
            let before = pits.len();
            for part in side.split('/') {
                let seeds = count(part, at, 0..=left)?;
                left -= seeds;
                pits.push(seeds);
                at += part.len() + 1;
            }
            if pits.len() - before != self.pits as usize {
                let why = format!(
                    "the seeds of {} are expected here",
                    Counted(self.pits, "pit")
                );
                return Err(TextError::new(start..start + side.len(), why));
            }
        }
        Ok(self.state(&pits, to_move))
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        (mv + 1).to_string()
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        // The picture shows Second's pits above, from right to left.
        let place = |(row, col): (u32, u32)| {
            let (owner, pit) = match row {
                0 => (Player::Second, self.pits - 1 - col),
                _ => (Player::First, col),
            };
            let symbol = ['o', 'x'][row as usize];
            Place {
                name: format!("{owner} {}", pit + 1),
                // At most six columns.
                at: (0, row as u16, col as u16),
                mark: (self.to_move(state) == owner).then_some(Mark {
                    symbol,
                    owner: Some(owner),
                }),
                label: Some(self.field(state, self.home(owner) + pit).to_string()),
            }
        };
        let places = [0, 1]
            .into_iter()
            .flat_map(|row| (0..self.pits).map(move |col| (row, col)));
        Diagram {
            places: places.map(place).collect(),
            links: Vec::new(),
            notes: vec![status_of(
                self.outcome(state),
                self.to_move(state),
                self.has_gains(),
            )],
        }
    }
    fn look(&self) -> Look {
        Look::new(Ground::Pits, Glyph::Mark)
    }
    fn target(&self, state: u128, mv: u32) -> Option<usize> {
        let place = match self.to_move(state) {
            Player::First => self.pits + mv,
            Player::Second => self.pits - 1 - mv,
        };
        Some(place as usize)
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct KalahFamily;

impl Family for KalahFamily {
    const INFO: Info = Info {
        name: "kalah",
        title: "Kalah",
        summary: "sow the seeds of a pit; seeds in your store are points, and if the last one falls there, you move again",
        source: "Irving, Donkers and Uiterwijk, \"Solving Kalah\", ICGA Journal 23 (2000): no capture by an empty \
                 opposite pit, seeds left at the end to their owner",
        rules_version: 1,
        params: &[
            Param::int("pits", (1, 6), "3", "the pits of each player"),
            Param::int("seeds", (1, 6), "3", "the seeds in each pit at the start"),
        ],
        examples: &[
            "kalah",
            "kalah:pits=2,seeds=2",
            "kalah:pits=1,seeds=3",
            "kalah:pits=6,seeds=4",
        ],
        files: &[],
        notation: "a move is the pit sown, from 1 at the mover's left; a position is the seeds of First's pits in that \
                   order joined by `/`, then `//` and Second's, then `:second` where Second is to move; the stores are in \
                   the points gained",
        capabilities: &["acyclic", "keyed", "merged", "bounded", "ordered"],
    };

    const UNSAID: Option<&'static str> = Some("a move sows seeds, and no rules file has those");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["A player takes all seeds out of one of their pits and sows them one by one, counter-clockwise, into the next pits and into their own store, but not into the opponent's.", "If the last seed falls into the store, the player moves again. If it falls into an empty pit of the player and the opposite pit has seeds, the player puts this seed and the opposite ones into the store.", "The game ends when all pits of a player are empty; the seeds left go to the store of the other player. Whoever has more seeds in the store wins, and equal numbers are a draw."]);
        // Ranges have been checked.
        let (pits, seeds) = (args.int("pits") as u32, args.int("seeds") as u32);
        Ok(visitor.visit(Compact::new(Kalah::new(pits, seeds))))
    }
}
