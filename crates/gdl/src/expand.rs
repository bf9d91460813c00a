//! What follows from states, many at a time: who moves, where the moves lead, or how play has ended.

use crate::Sheet;
use crate::batch::{Batch, each_bit, first_bits};
use crate::net::FALSE;
use crate::nexts::{Legal, Nexts};
use crate::scoring::Scoring;
use crate::sheet::Refused;
use crate::steps::Counter;
use crate::turn::Turn;
use std::sync::Arc;
use yomikiri_core::Outcome;

/// The most states at a time.
pub const MOST_STATES: usize = 256;

/// Finds out what follows from states.
#[derive(Debug)]
pub struct Expander {
    sheet: Arc<Sheet>,
    /// What goals mean, where the counter is dropped.
    dropped: Option<Scoring>,
    lanes: Lanes,
    turns: Vec<Turn>,
    nexts: Nexts,
    /// For each state, the move of each role that comes first, and how many there are.
    found: Vec<[(u32, u32); 2]>,
    /// The moves that are legal in some state of the batch.
    legal: Vec<u32>,
}

/// A batch for many states, and a smaller one for few.
#[derive(Debug)]
struct Lanes {
    wide: Batch<4>,
    narrow: Batch<1>,
}

impl Expander {
    /// An expander of a sheet. It takes about 40 bytes for each node of the network and 15 for each literal of gates that
    /// depend on moves, and for the moves that it has met what [`keeping`](Expander::keeping) says.
    pub fn new(sheet: &Arc<Sheet>) -> Expander {
        Expander {
            sheet: Arc::clone(sheet),
            dropped: None,
            lanes: Lanes {
                wide: Batch::new(&sheet.network),
                narrow: Batch::new(&sheet.network),
            },
            turns: Vec::new(),
            nexts: Nexts::new(&sheet.network),
            found: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// An expander that plays without the sheet's step counter, if that can be: in every state the counter is at its
    /// start. See [`Sheet::steps`].
    pub fn without_steps(sheet: &Arc<Sheet>, scoring: Scoring) -> Option<Expander> {
        sheet.counter.as_ref().filter(|counter| counter.can_drop)?;
        Some(Expander {
            dropped: Some(scoring),
            ..Expander::new(sheet)
        })
    }

    /// The same expander with so many bytes for the gates that moves leave: 64 MiB without the setting. Moves that have no room
    /// there are made in all gates that depend on moves, which takes longer. 0 makes all moves so.
    #[must_use]
    pub fn keeping(mut self, bytes: usize) -> Expander {
        self.nexts.cofactors.most = bytes;
        self
    }

    /// Finds out what follows from at most [`MOST_STATES`] states, one after the other in `states`.
    ///
    /// # Panics
    ///
    /// If there are more states.
    pub fn expand(&mut self, states: &[u64]) {
        let count = states.len() / self.sheet.words();
        assert!(count <= MOST_STATES, "there are {count} states");
        self.turns.clear();
        self.nexts.clear();
        match count {
            0 => {}
            1..=64 => self.by_width::<1>(states, count, |lanes| &mut lanes.narrow),
            _ => self.by_width::<4>(states, count, |lanes| &mut lanes.wide),
        }
    }

    /// What each state is.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The moves of all states.
    pub fn moves(&self) -> &[u32] {
        &self.nexts.moves
    }

    /// The state that a move leads to.
    pub fn next(&self, mv: usize) -> &[u64] {
        let words = self.sheet.words();
        &self.nexts.states[mv * words..][..words]
    }

    fn by_width<const W: usize>(
        &mut self,
        states: &[u64],
        count: usize,
        batch: impl Fn(&mut Lanes) -> &mut Batch<W>,
    ) {
        let sheet = Arc::clone(&self.sheet);
        let network = &sheet.network;
        let dropped = self.dropped.zip(sheet.counter.as_ref());
        let words = network.words();
        let batch = batch(&mut self.lanes);
        let all = first_bits::<W>(count);
        self.turns.resize(count, Turn::Over([0; 2]));
        let cut = match dropped {
            Some((scoring, counter)) => {
                batch.load(network, &at_the_end(states, words, counter));
                let over = batch.get(network.terminal);
                let over = std::array::from_fn(|part| over[part] & all[part]);
                ends(&sheet, batch, over, &mut self.turns);
                let mut draws = [0; W];
                each_bit(over, |lane| {
                    if let Turn::Over(goals) = self.turns[lane]
                        && matches!(
                            scoring.outcome(goals),
                            Ok(Outcome::Draw | Outcome::Margin(0))
                        )
                    {
                        draws[lane / 64] |= 1 << (lane % 64);
                    }
                });
                self.turns.fill(Turn::Over([0; 2]));
                draws
            }
            None => all,
        };
        batch.load(network, states);
        let over = batch.get(network.terminal);
        let over: [u64; W] = std::array::from_fn(|part| over[part] & all[part]);
        let open: [u64; W] = std::array::from_fn(|part| all[part] & !over[part]);
        if over != [0; W] {
            ends(&sheet, batch, over, &mut self.turns);
        }
        // The legal moves: those of a role have numbers that follow each other.
        self.found.clear();
        self.found.resize(count, [(0, 0); 2]);
        self.legal.clear();
        for (mv, &literal) in network.legal.iter().enumerate() {
            let holds = batch.get(literal);
            let holds: [u64; W] = std::array::from_fn(|part| holds[part] & open[part]);
            if literal == FALSE || holds == [0; W] {
                continue;
            }
            self.legal.push(mv as u32);
            let role = network.moves[mv].0;
            let found = &mut self.found;
            each_bit(holds, |lane| {
                let of_role = &mut found[lane][role];
                of_role.0 = if of_role.1 == 0 { mv as u32 } else { of_role.0 };
                of_role.1 += 1;
            });
        }
        // Who moves, and where the moves are put.
        let mut total = 0;
        let turns = &mut self.turns;
        each_bit(open, |lane| {
            turns[lane] = match cut[lane / 64] >> (lane % 64) & 1 {
                0 => Turn::Refused(Refused::Cut),
                _ => sheet.turn(self.found[lane], total),
            };
            if let Turn::Moves { count, .. } = turns[lane] {
                total += count;
            }
        });
        let legal = Legal {
            moves: &self.legal,
            found: &self.found,
        };
        self.nexts.find(&sheet, batch, states, turns, &legal);
        if let Some((_, counter)) = dropped {
            for next in self.nexts.states.chunks_exact_mut(words) {
                set(next, counter, counter.props[0]);
            }
        }
    }
}

/// States with the counter at its end.
fn at_the_end(states: &[u64], words: usize, counter: &Counter) -> Vec<u64> {
    let mut states = states.to_vec();
    let last = counter.props[counter.props.len() - 1];
    for state in states.chunks_exact_mut(words) {
        set(state, counter, last);
    }
    states
}

/// Sets a counter to one of its propositions.
fn set(state: &mut [u64], counter: &Counter, to: usize) {
    for &prop in &counter.props {
        state[prop / 64] &= !(1 << (prop % 64));
    }
    state[to / 64] |= 1 << (to % 64);
}

/// How play has ended in some states.
pub(crate) fn ends<const W: usize>(
    sheet: &Sheet,
    batch: &Batch<W>,
    over: [u64; W],
    turns: &mut [Turn],
) {
    let mut goals = vec![[None; 2]; turns.len()];
    for &(role, value, literal) in &sheet.network.goals {
        let holds = batch.get(literal);
        let holds = std::array::from_fn(|part| holds[part] & over[part]);
        each_bit::<W>(holds, |lane| {
            let goal: &mut Option<i32> = &mut goals[lane][role];
            match *goal {
                Some(other) if other != value => {
                    let refused = Refused::TwoGoals(role, [other.min(value), other.max(value)]);
                    turns[lane] = Turn::Refused(refused);
                }
                _ => *goal = Some(value),
            }
        });
    }
    each_bit(over, |lane| {
        if !matches!(turns[lane], Turn::Refused(_)) {
            turns[lane] = match goals[lane] {
                [Some(first), Some(second)] => Turn::Over([first, second]),
                [None, _] => Turn::Refused(Refused::NoGoal(0)),
                [_, None] => Turn::Refused(Refused::NoGoal(1)),
            };
        }
    });
}
