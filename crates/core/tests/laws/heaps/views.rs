//! What the toy offers beyond its rules, each view with its flaws.

use super::{Flaw, Heaps, State, Take, state};
use yomikiri_core::capability::{
    Acyclic, Bounded, Declared, Direct, Expand, Forced, Indexed, Keyed, Merged, Normal,
    NumberAndNimber, Ordered, Parametric, Reversible, Symmetric,
};
use yomikiri_core::declared::{Declaration, DeclaredHeaps};
use yomikiri_core::{Ask, Distance, Game, Margin, Outcome, Player, Plies, Score, Value, Wdl};

impl Declared<Heaps> for Heaps {
    fn declaration(&self) -> Declaration {
        Declaration::Heaps(DeclaredHeaps {
            sizes: vec![self.size.into(); 2],
            take: Some(vec![1, 2]),
            stuck: if self.paid { "points" } else { "loses" },
        })
    }
    fn code(&self, position: &State) -> u128 {
        let [a, b] = position.heaps.map(u128::from);
        let mover = match self.flaw {
            Flaw::CodeForgetsMover => 0,
            _ => position.mover as u128,
        };
        let code = 2 * (a * (u128::from(self.size) + 1) + b) + mover;
        code ^ u128::from(self.flickers(Flaw::CodeFlickers)) << 64
    }
    fn number(&self, _: &State, (heap, stones): Take) -> u32 {
        let heap = match self.flaw {
            Flaw::NumberRepeats => 0,
            _ => heap as u32,
        };
        2 * (u32::from(stones) - 1) + heap
    }
}

impl Acyclic<Heaps> for Heaps {
    fn rank(&self, position: &State) -> u64 {
        let [a, b] = position.heaps.map(u64::from);
        match self.flaw {
            Flaw::RankStalls => a.max(b),
            _ if self.flickers(Flaw::RankFlickers) => a + b + 100,
            _ => a + b,
        }
    }
    fn draws(&self) -> bool {
        self.paid && !self.has(Flaw::DrawsDenied)
    }
}

impl Heaps {
    fn number(&self, heaps: [u8; 2], mover: Player) -> u64 {
        let base = u64::from(self.size) + 1;
        (mover as u64 * base + u64::from(heaps[0])) * base + u64::from(heaps[1])
    }
}

impl Keyed<Heaps> for Heaps {
    type Key = u32;
    fn bits(&self) -> u32 {
        if self.has(Flaw::KeyIsWide) { 4 } else { 6 }
    }
    fn key(&self, position: &State) -> u32 {
        let mover = if self.has(Flaw::KeyForgetsMover) {
            Player::First
        } else {
            position.mover
        };
        self.number(position.heaps, mover) as u32 ^ u32::from(self.flickers(Flaw::KeyFlickers))
    }
    /// A key that forgets something has two ways back, or none.
    fn leads_back(&self) -> bool {
        !self.has(Flaw::KeyForgetsMover)
    }
    fn position(&self, key: u32) -> Option<State> {
        let base = u32::from(self.size) + 1;
        let leads = self.leads_back() && !self.has(Flaw::KeyLeadsNowhere);
        if key >= 2 * base * base || !leads {
            return None;
        }
        let heaps = [key / base % base, key % base].map(|stones| stones as u8);
        let mover = match self.has(Flaw::KeyLeadsAstray) {
            true => Player::First,
            false => Player::BOTH[(key / base / base) as usize],
        };
        Some(state(heaps, mover))
    }
}

impl Merged<Heaps> for Heaps {
    type Key = u64;
    fn bits(&self) -> u32 {
        if self.has(Flaw::MergeIsWide) { 4 } else { 6 }
    }
    /// Swapping the heaps changes nothing.
    fn merged_key(&self, position: &State) -> u64 {
        let [a, b] = position.heaps;
        match self.flaw {
            Flaw::MergeBySum => u64::from(position.total()) * 2 + position.mover as u64,
            // Whoever is to move has the same moves.
            _ => self.number([a.max(b), a.min(b)], Player::First),
        }
    }
}

impl Expand<Heaps> for Heaps {
    type Scratch = Vec<Take>;
    /// Equal heaps are alike: the first stands for both.
    fn expand(
        &self,
        position: &State,
        scratch: &mut Vec<Take>,
    ) -> impl Iterator<Item = (Take, State)> {
        scratch.clear();
        let alike = position.heaps[0] == position.heaps[1];
        scratch.extend(
            self.moves(position)
                .filter(|(heap, _)| !alike || *heap == 0),
        );
        match self.flaw {
            Flaw::ExpandDropsBest => scratch.truncate(1),
            Flaw::ExpandDropsAll => scratch.clear(),
            Flaw::ExpandRepeats => scratch.push(scratch[0]),
            _ => {}
        }
        let last = scratch.len();
        let invented = (self.flaw == Flaw::ExpandInvents).then(|| ((7, 7), self.start()));
        let shown = scratch.iter().enumerate().map(move |(index, &mv)| {
            let next = match self.flaw {
                Flaw::ExpandMismatches if index + 1 == last => self.start(),
                _ => self.play(position, mv),
            };
            (mv, next)
        });
        shown.chain(invented)
    }

    /// Where no more than three stones lie in two heaps, or one, who wins is seen. (Not of moves that gain.)
    fn forced(&self, position: &State) -> Forced<State> {
        let (mover, other) = (position.mover, position.mover.opponent());
        let (winner, plies) = match position.heaps {
            _ if self.paid => (None, 0),
            [0, 1] | [1, 0] => (Some(mover), 1),
            [1, 1] => (Some(other), 2),
            [1, 2] | [2, 1] if self.has(Flaw::ForcedHalfWay) => {
                let position = state([1, 1], other);
                return Forced::Open {
                    position,
                    plies: 1,
                    gain: 0,
                };
            }
            [1, 2] | [2, 1] => (Some(mover), 3),
            _ => (None, 0),
        };
        match winner {
            Some(winner) => Forced::Decided {
                outcome: Outcome::Win(winner),
                plies,
            },
            None => Forced::Open {
                position: position.clone(),
                plies,
                gain: 0,
            },
        }
    }
}

impl Indexed<Heaps> for Heaps {
    /// The last index is a gap.
    fn len(&self) -> u64 {
        let base = u64::from(self.size) + 1;
        2 * base * base + 1
    }
    fn index(&self, position: &State) -> u64 {
        match self.flaw {
            Flaw::IndexOutside => self.len(),
            Flaw::IndexCollides => self.number(position.heaps, Player::First),
            _ => self.number(position.heaps, position.mover),
        }
    }
    fn position(&self, index: u64) -> Option<State> {
        let base = u64::from(self.size) + 1;
        let gap = index >= 2 * base * base || (self.has(Flaw::IndexIsGap) && index == 7);
        if gap {
            let unnamed = self.has(Flaw::IndexUnnamed) && index < self.len();
            return unnamed.then(|| self.start());
        }
        let heaps = [index / base % base, index % base].map(|stones| stones as u8);
        Some(state(heaps, Player::BOTH[(index / base / base) as usize]))
    }
}

impl Reversible<Heaps> for Heaps {
    fn predecessors(&self, position: &State) -> impl Iterator<Item = State> {
        let mut before = Vec::new();
        for heap in 0..2 {
            for stones in 1..=2 {
                let mut earlier = state(position.heaps, position.mover.opponent());
                earlier.heaps[heap] += stones;
                if earlier.heaps[heap] <= self.size {
                    before.push(earlier);
                }
            }
        }
        match self.flaw {
            Flaw::PredecessorMissing => before.truncate(2),
            Flaw::PredecessorInvented => before.push(state(position.heaps, position.mover)),
            Flaw::PredecessorFinished => before.push(state([0, 0], Player::First)),
            Flaw::PredecessorRepeats => before.extend(before.first().cloned()),
            _ => {}
        }
        before.into_iter()
    }
}

impl Symmetric<Heaps> for Heaps {
    fn order(&self) -> usize {
        if self.has(Flaw::OrbitNotDividing) {
            3
        } else {
            2
        }
    }
    fn canonical(&self, position: &State) -> State {
        let [a, b] = position.heaps;
        let sorted = state([a.max(b), a.min(b)], position.mover);
        match self.flaw {
            Flaw::CanonicalWanders => state([b, a], position.mover),
            Flaw::CanonicalTurns => state(sorted.heaps, Player::First),
            Flaw::CanonicalEnds if sorted.heaps == [1, 0] => state([0, 0], position.mover),
            Flaw::CanonicalWorth if sorted.heaps == [3, 0] => state([2, 0], position.mover),
            // Both win in one move.
            Flaw::CanonicalChildren if sorted.heaps == [2, 0] => state([1, 0], position.mover),
            _ => sorted,
        }
    }
    fn orbit(&self, position: &State) -> u64 {
        let alike = position.heaps[0] == position.heaps[1];
        match self.flaw {
            Flaw::OrbitAlwaysWhole => 2,
            Flaw::OrbitAlwaysOne => 1,
            _ => 2 - u64::from(alike),
        }
    }
    fn images(&self, position: &State) -> Vec<State> {
        let [a, b] = position.heaps;
        match self.flaw {
            Flaw::ImageElsewhere => vec![state([b + 1, a], position.mover)],
            Flaw::ImageMissing => Vec::new(),
            _ => vec![state([b, a], position.mover)],
        }
    }
}

impl Bounded<Heaps> for Heaps {
    fn wdl(&self, position: &State) -> (Wdl, Wdl) {
        match self.flaw {
            Flaw::BoundWinner => (Wdl::Draw, Wdl::BEST),
            Flaw::BoundsCrossed => (Wdl::BEST, Wdl::WORST),
            _ if position.total() > 0 => (Wdl::WORST, Wdl::BEST),
            _ if self.paid => (Wdl::Draw, Wdl::Draw),
            _ => (Wdl::Loss, Wdl::Loss),
        }
    }
    fn margin(&self, position: &State) -> (Margin, Margin) {
        let total = i64::from(position.total());
        match self.flaw {
            Flaw::BoundMargin => (Margin::WORST, Margin::Points(0)),
            _ if self.paid => (Margin::Points(-total), Margin::Points(total)),
            _ if position.total() == 0 => (Margin::Loss, Margin::Loss),
            _ => (Margin::WORST, Margin::BEST),
        }
    }
    fn distance(&self, position: &State) -> (Distance, Distance) {
        match self.flaw {
            Flaw::BoundDistance => (Distance::WORST, Distance::Win(Plies::Count(2))),
            _ if position.total() == 0 => (Distance::WORST, Distance::WORST),
            _ => (
                Distance::Loss(Plies::Count(2)),
                Distance::Win(Plies::Count(1)),
            ),
        }
    }
    fn open_distance(&self, position: &State) -> (Distance, Distance) {
        let is_open = matches!(self.forced(position), Forced::Open { plies: 0, .. });
        assert!(is_open && position.total() > 0, "asked of {position:?}");
        match self.flaw {
            // True, but not the same.
            Flaw::OpenOther => (Distance::WORST, Distance::BEST),
            _ => self.distance(position),
        }
    }
    fn sifts(&self) -> bool {
        true
    }
    /// Who leaves two stones, both in one heap, has lost: the other takes both.
    fn sift(&self, position: &State, moves: &mut Vec<Take>) -> (Wdl, Wdl) {
        match self.flaw {
            Flaw::SiftWinner => moves.truncate(1),
            Flaw::SiftAdds => moves.push((0, 9)),
            _ => {}
        }
        if !self.paid || self.has(Flaw::SiftPoints) {
            let two = |&(heap, stones): &Take| {
                let left = position.total().saturating_sub(stones);
                let other = position.heaps[1 - heap];
                left == 2 && (other == 0 || other == 2)
            };
            moves.retain(|take| !two(take));
        }
        self.wdl(position)
    }
    /// Who leaves no stone, or three in one heap, has won: the other leaves one or two.
    fn threats(&self, position: &State, moves: &mut Vec<Take>) -> bool {
        let left = |&(heap, stones): &Take| {
            let mut left = position.heaps;
            left[heap] -= stones;
            left
        };
        let wins = |take: &Take| matches!(left(take), [0, 0 | 3] | [3, 0]);
        moves.clear();
        moves.extend(self.moves(position).find(wins).filter(|_| !self.paid));
        let found = !moves.is_empty();
        match self.flaw {
            Flaw::ThreatsNone => moves.splice(.., self.moves(position).next()).for_each(drop),
            Flaw::ThreatsMore if found => moves.push((0, 1)),
            Flaw::ThreatsElsewhere if found => moves.insert(0, (0, 9)),
            Flaw::ThreatsUnsaid => return false,
            _ => {}
        }
        !moves.is_empty()
    }
    const NEAR: u32 = 1;
    fn near_distance(&self, position: &State, asked: Distance) -> Option<(Distance, Distance)> {
        let win = |plies| Distance::Win(Plies::Count(plies));
        if asked != win(1) || position.total() == 0 {
            return None;
        }
        Some(match (self.flaw, position.heaps) {
            (Flaw::NearWrong, _) | (_, [0, 1..=2] | [1..=2, 0]) => (win(1), Distance::BEST),
            (Flaw::NearUndecided, _) => (Distance::WORST, win(1)),
            _ => (Distance::WORST, win(3)),
        })
    }
    fn greatest_margin(&self) -> Option<u64> {
        match self.flaw {
            Flaw::BoundGreatest => Some(0),
            _ => None,
        }
    }
    fn odd(&self, position: &State) -> Option<bool> {
        let total = position.total();
        match self.flaw {
            Flaw::OddWrong => Some(true),
            // True, and then nothing.
            Flaw::OddForgotten if total < 2 => None,
            _ => self.paid.then_some(total % 2 == 1),
        }
    }
}

impl Ordered<Heaps> for Heaps {
    fn hint(&self, _: &State, (_, stones): Take) -> i32 {
        i32::from(stones) + i32::from(self.flickers(Flaw::HintFlickers))
    }
}

impl Normal<Heaps> for Heaps {
    fn turned(&self, position: &State) -> State {
        let [a, b] = position.heaps;
        match self.flaw {
            Flaw::TurnedStays => position.clone(),
            Flaw::TurnedChanges => state([a, b.saturating_sub(1)], position.mover.opponent()),
            _ => state([a, b], position.mover.opponent()),
        }
    }
    fn impartial(&self) -> bool {
        true
    }
    /// The heaps, each as the first one.
    fn parts(&self, position: &State) -> Vec<State> {
        let mover = match self.flaw {
            Flaw::PartOfOther => position.mover.opponent(),
            _ => position.mover,
        };
        let heaps = position.heaps.into_iter().filter(|&heap| heap > 0);
        let mut parts: Vec<State> = heaps.map(|heap| state([heap, 0], mover)).collect();
        if self.has(Flaw::PartMissing) {
            parts.truncate(1);
        }
        parts
    }
    fn negative(&self, position: &State) -> Option<State> {
        let [a, b] = position.heaps;
        match self.flaw {
            Flaw::NegativeOfOther => Some(state([a, b], position.mover.opponent())),
            Flaw::NegativeOther => Some(state([a + 1, b], position.mover)),
            _ => Some(position.clone()),
        }
    }
    fn number_and_nimber(&self, position: &State) -> Option<NumberAndNimber> {
        let [a, b] = position.heaps.map(|heap| u32::from(heap % 3));
        let number = i128::from(self.has(Flaw::ValueOfMover) && position.mover == Player::First);
        let nimber = match self.flaw {
            Flaw::ValueOfFirstHeap => a,
            Flaw::ValueZero => 0,
            Flaw::ValueDoubled => 2 * (a ^ b),
            _ => a ^ b,
        };
        Some(NumberAndNimber { number, nimber })
    }
}

impl Parametric<Heaps> for Heaps {
    fn weights(&self) -> &[i64] {
        &[3]
    }
    /// Nothing depends on the weight: who takes the last stone wins outright.
    fn form(&self, _: &State, counts: &mut [i64]) -> bool {
        counts[0] = 1;
        self.has(Flaw::FormWrong) || self.flickers(Flaw::FormFlickers)
    }
}

impl Direct<Heaps> for Heaps {
    type Table = ();
    fn answers(&self, _: Ask) -> bool {
        true
    }
    /// The theory of sums: a heap is worth its size modulo three, and the worths are added without
    /// carry.
    fn value(&self, position: &State, ask: Ask) -> Value {
        let [a, b] = position.heaps.map(|stones| stones % 3);
        let wins = if self.has(Flaw::DirectWrong) {
            a + b != 0
        } else {
            a ^ b != 0
        };
        let winner = if wins {
            position.mover
        } else {
            position.mover.opponent()
        };
        match ask {
            _ if self.has(Flaw::DirectOtherQuestion) => Value::Winner(Some(winner)),
            Ask::Winner => Value::Winner(Some(winner)),
            Ask::Margin => Value::Margin(Outcome::Win(winner)),
            Ask::Distance => self.solve(position).absolute(position.mover),
        }
    }
    fn table(&self, _: &State, _: Ask) {}
    fn look_up(&self, (): &(), position: &State, ask: Ask) -> Value {
        match self.flaw {
            Flaw::DirectTableWrong => Value::Winner(None),
            _ => self.value(position, ask),
        }
    }
    fn cost(&self, _: &State) -> u64 {
        1
    }
}
