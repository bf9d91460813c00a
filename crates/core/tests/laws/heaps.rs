//! A toy that offers every capability: two heaps, a move takes one or two stones from one of them.
//!
//! Unpaid, who takes the last stone wins. Paid, every stone taken is a point. A [`Flaw`] breaks one
//! law.

mod faces;
mod flaw;
mod views;

pub(crate) use flaw::Flaw;

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use yomikiri_core::capability::{
    Acyclic, Bounded, Declared, Direct, Expand, Indexed, Keyed, Merged, Normal, Ordered,
    Parametric, Reversible, Symmetric,
};
use yomikiri_core::{Capabilities, Distance, Game, Outcome, POINTS_LIMIT, Player, Plies, Score};

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) heaps: [u8; 2],
    pub(crate) mover: Player,
    /// Part of the hash, but not of equality: zero unless that is the flaw.
    hashed: u8,
    /// Part of neither: zero unless that is the flaw.
    hidden: u8,
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        (self.heaps, self.mover) == (other.heaps, other.mover)
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.heaps, self.mover, self.hashed).hash(state);
    }
}

pub(crate) fn state(heaps: [u8; 2], mover: Player) -> State {
    State {
        heaps,
        mover,
        hashed: 0,
        hidden: 0,
    }
}

impl State {
    fn total(&self) -> u8 {
        self.heaps[0] + self.heaps[1]
    }
}

/// Which heap, and how many stones.
pub(crate) type Take = (usize, u8);

pub(crate) struct Heaps {
    pub(crate) size: u8,
    pub(crate) paid: bool,
    flaw: Flaw,
    asked: AtomicU32,
}

impl Heaps {
    pub(crate) fn new(paid: bool, flaw: Flaw) -> Heaps {
        Heaps {
            size: 4,
            paid,
            flaw,
            asked: AtomicU32::new(0),
        }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    /// Sometimes true when the flaw is this one, in no period that the checks could fall in with.
    fn flickers(&self, flaw: Flaw) -> bool {
        self.has(flaw) && self.asked.fetch_add(1, Relaxed).count_ones() % 2 == 1
    }

    fn solve(&self, position: &State) -> Distance {
        if position.total() == 0 {
            return Distance::Loss(Plies::Count(0));
        }
        Game::moves(&Heaps::new(false, Flaw::None), position)
            .filter_map(|(heap, stones)| {
                let mut next = position.clone();
                next.heaps[heap] -= stones;
                self.solve(&next).of_move(0, Player::First, Player::Second)
            })
            .max()
            .unwrap_or(Distance::Draw)
    }
}

impl Game for Heaps {
    const ALTERNATING: bool = true;
    type Position = State;
    type Move = Take;

    fn start(&self) -> State {
        state([self.size; 2], Player::First)
    }
    fn starts(&self) -> Vec<State> {
        match self.flaw {
            Flaw::StartsWithoutStart => vec![state([1, 1], Player::First)],
            _ => vec![self.start()],
        }
    }
    fn endless(&self) -> Outcome {
        match self.flaw {
            Flaw::EndlessBeyondLimit => Outcome::Margin(i64::MIN),
            _ => Outcome::Draw,
        }
    }
    fn to_move(&self, position: &State) -> Player {
        if self.flickers(Flaw::TurnFlickers) {
            Player::First
        } else {
            position.mover
        }
    }
    fn outcome(&self, position: &State) -> Option<Outcome> {
        let over = match self.flaw {
            Flaw::NoMoves => position.heaps == [0, 0] && position.mover == Player::First,
            _ => position.total() == 0,
        };
        over.then_some(match self.flaw {
            Flaw::MarginBeyondLimit => Outcome::Margin(POINTS_LIMIT + 1),
            _ if self.flickers(Flaw::OutcomeFlickers) => Outcome::Draw,
            _ if self.paid => Outcome::Margin(0),
            Flaw::DrawsDenied => Outcome::Draw,
            _ => Outcome::Win(position.mover.opponent()),
        })
    }
    fn outcome_after_move(&self, next: &State) -> Option<Outcome> {
        match self.flaw {
            Flaw::EndUnnoticed => None,
            _ => self.outcome(next),
        }
    }
    fn moves(&self, position: &State) -> impl Iterator<Item = Take> {
        let heaps = position.heaps;
        let mut moves: Vec<Take> = (0..2)
            .flat_map(|heap| (1..=heaps[heap].min(2)).map(move |stones| (heap, stones)))
            .collect();
        if self.has(Flaw::ParseStuck) && heaps.iter().any(|&stones| stones > self.size) {
            moves.clear();
        }
        if self.has(Flaw::MovesRepeat) && position.total() == 3 {
            moves.push(moves[0]);
        }
        if self.flickers(Flaw::MovesFlicker) || position.hidden > 0 {
            moves.reverse();
        }
        moves.into_iter()
    }
    fn play(&self, position: &State, (heap, stones): Take) -> State {
        let mut next = position.clone();
        // Saturating, because one flaw is to read moves that are not legal.
        next.heaps[heap] = next.heaps[heap].saturating_sub(stones);
        if self.flickers(Flaw::PlayFlickers) {
            next.heaps = [0, 0];
        }
        if !(self.has(Flaw::TurnStays) && position.total() == 3) {
            next.mover = position.mover.opponent();
        }
        next.hashed = if self.has(Flaw::EqualButOtherHash) {
            heap as u8
        } else {
            0
        };
        next.hidden = if self.has(Flaw::EqualButOtherFuture) {
            heap as u8
        } else {
            0
        };
        next
    }
    fn has_gains(&self) -> bool {
        self.paid
    }
    fn gain(&self, position: &State, (_, stones): Take) -> i64 {
        match self.flaw {
            Flaw::GainInSecret => 1,
            Flaw::GainBeyondLimit => i64::MIN,
            Flaw::LineBeyondLimit if position.mover == Player::First => POINTS_LIMIT / 2,
            _ if self.paid => i64::from(stones),
            _ => 0,
        }
    }
}

impl Capabilities for Heaps {
    const ALWAYS_KEYED: bool = true;

    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        (self.flaw != Flaw::KeyMissing).then_some(self)
    }
    fn merged(&self) -> Option<impl Merged<Self>> {
        Some(self)
    }
    fn expand(&self) -> Option<impl Expand<Self>> {
        Some(self)
    }
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        Some(self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        Some(self)
    }
    fn symmetric(&self) -> Option<impl Symmetric<Self>> {
        Some(self)
    }
    fn bounded(&self) -> Option<impl Bounded<Self>> {
        Some(self)
    }
    fn ordered(&self) -> Option<impl Ordered<Self>> {
        Some(self)
    }
    fn direct(&self) -> Option<impl Direct<Self>> {
        (!self.paid || self.has(Flaw::DirectOfGains)).then_some(self)
    }
    fn normal(&self) -> Option<impl Normal<Self>> {
        (!self.paid || self.has(Flaw::NormalOfGains)).then_some(self)
    }
    fn parametric(&self) -> Option<impl Parametric<Self>> {
        (!self.paid || self.has(Flaw::FormOfGains)).then_some(self)
    }
    fn declared(&self) -> Option<impl Declared<Self>> {
        Some(self)
    }
}
