//! A toy in which play can go on for ever: a piece on a ring of seven places is moved by First one
//! place either way, by Second two; who brings it to place 0 wins.

use yomikiri_core::capability::{Acyclic, Bounded, Indexed, Keyed, Merged, Reversible, Symmetric};
use yomikiri_core::{
    Capabilities, Distance, Game, Outcome, POINTS_LIMIT, Player, Plies, Score, Wdl,
};

/// What is wrong with the toy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    None,
    /// Claims to be acyclic.
    Ranked,
    /// Bounds that hold for play that ends.
    ForgetsEndless,
    /// Bounds by distance that take an endless win for one in some number of plies.
    EndlessSoon,
    /// Merges all places where play goes on.
    MergesMost,
    PredecessorMissing,
}

const PLACES: u8 = 7;

pub(crate) struct Ring {
    pub(crate) endless: Outcome,
    /// First pays for every move, so much that the rounds of a long line add up to more than the
    /// limit of points.
    pub(crate) toll: bool,
    pub(crate) flaw: Flaw,
}

type At = (u8, Player);

fn steps(mover: Player) -> [u8; 2] {
    let step = if mover == Player::First { 1 } else { 2 };
    [step, PLACES - step]
}

/// Whether the player to move wins at once.
fn at_hand(&(place, mover): &At) -> bool {
    steps(mover).iter().any(|step| (place + step) % PLACES == 0)
}

impl Game for Ring {
    type Position = At;
    type Move = u8;
    fn start(&self) -> At {
        (3, Player::First)
    }
    fn endless(&self) -> Outcome {
        self.endless
    }
    fn to_move(&self, &(_, mover): &At) -> Player {
        mover
    }
    fn outcome(&self, &(place, mover): &At) -> Option<Outcome> {
        (place == 0).then_some(Outcome::Win(mover.opponent()))
    }
    fn moves(&self, &(_, mover): &At) -> impl Iterator<Item = u8> {
        steps(mover).into_iter()
    }
    fn play(&self, &(place, mover): &At, step: u8) -> At {
        ((place + step) % PLACES, mover.opponent())
    }
    fn has_gains(&self) -> bool {
        self.toll
    }
    fn gain(&self, &(_, mover): &At, _: u8) -> i64 {
        if self.toll && mover == Player::First {
            -POINTS_LIMIT / 8
        } else {
            0
        }
    }
}

impl Capabilities for Ring {
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        (self.flaw == Flaw::Ranked).then_some(self)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn merged(&self) -> Option<impl Merged<Self>> {
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
}

impl Acyclic<Ring> for Ring {
    fn rank(&self, &(place, _): &At) -> u64 {
        u64::from(place)
    }
}

impl Keyed<Ring> for Ring {
    type Key = u128;
    fn key(&self, &(place, mover): &At) -> u128 {
        u128::from(place) * 2 + mover as u128
    }
}

impl Merged<Ring> for Ring {
    type Key = u32;
    /// The mirror image is worth the same.
    fn merged_key(&self, position: &At) -> u32 {
        let (place, mover) = self.canonical(position);
        let most = self.flaw == Flaw::MergesMost && place > 0;
        (if most { 99 } else { u32::from(place) }) * 2 + mover as u32
    }
}

impl Indexed<Ring> for Ring {
    fn len(&self) -> u64 {
        u64::from(PLACES) * 2
    }
    fn index(&self, &(place, mover): &At) -> u64 {
        u64::from(place) * 2 + mover as u64
    }
    fn position(&self, index: u64) -> Option<At> {
        (index < self.len()).then(|| ((index / 2) as u8, Player::BOTH[index as usize % 2]))
    }
}

impl Reversible<Ring> for Ring {
    fn predecessors(&self, &(place, mover): &At) -> impl Iterator<Item = At> {
        let before = mover.opponent();
        let kept = if self.flaw == Flaw::PredecessorMissing {
            1
        } else {
            2
        };
        steps(before)
            .into_iter()
            .take(kept)
            .map(move |step| ((place + PLACES - step) % PLACES, before))
            .filter(|&(place, _)| place != 0)
    }
}

impl Symmetric<Ring> for Ring {
    fn order(&self) -> usize {
        2
    }
    fn canonical(&self, &(place, mover): &At) -> At {
        (place.min((PLACES - place) % PLACES), mover)
    }
    fn orbit(&self, &(place, _): &At) -> u64 {
        if place == 0 { 1 } else { 2 }
    }
    fn images(&self, &(place, mover): &At) -> Vec<At> {
        vec![((PLACES - place) % PLACES, mover)]
    }
}

impl Bounded<Ring> for Ring {
    fn wdl(&self, position: &At) -> (Wdl, Wdl) {
        match position {
            (0, _) => (Wdl::Loss, Wdl::Loss),
            _ if at_hand(position) => (Wdl::Win, Wdl::Win),
            _ if self.flaw == Flaw::ForgetsEndless => (Wdl::Loss, Wdl::Loss),
            _ => (Wdl::WORST, Wdl::BEST),
        }
    }
    fn distance(&self, position: &At) -> (Distance, Distance) {
        match position {
            (0, _) => (Distance::WORST, Distance::WORST),
            _ if at_hand(position) => (Distance::Win(Plies::Count(1)), Distance::BEST),
            _ if self.flaw == Flaw::EndlessSoon && position.1 == Player::First => {
                (Distance::Win(Plies::Count(1000)), Distance::BEST)
            }
            _ => (Distance::WORST, Distance::BEST),
        }
    }
}
