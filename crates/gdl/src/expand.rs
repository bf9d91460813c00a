//! Expansion of many states at a time: the player to move, the results of the moves, or the outcome.

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

/// The largest number of states that are expanded at a time.
pub const MOST_STATES: usize = 256;

/// The default limit of the states that moves lead to, in bytes.
const MOST_BYTES: usize = 1 << 30;

/// Expands states.
#[derive(Debug)]
pub struct Expander {
    sheet: Arc<Sheet>,
    /// The scoring, if the step counter is dropped.
    dropped: Option<Scoring>,
    lanes: Lanes,
    turns: Vec<Turn>,
    nexts: Nexts,
    /// The most bytes of the states that the moves of all states lead to, and of those that the moves of one state can
    /// lead to.
    most_bytes: usize,
    bytes_a_state: usize,
    /// For each state and role, the first move and the number of moves.
    found: Vec<[(u32, u32); 2]>,
    /// The moves that are legal in at least one state of the batch.
    legal: Vec<u32>,
}

/// A batch for many states and a smaller one for few.
#[derive(Debug)]
struct Lanes {
    wide: Batch<4>,
    narrow: Batch<1>,
}

impl Expander {
    /// Creates an expander of a sheet. It takes about 40 bytes for each node of the network and 15 for each literal
    /// of gates that depend on moves, and up to the limit of [`keeping`](Expander::keeping) for the moves that it
    /// has met.
    pub fn new(sheet: &Arc<Sheet>) -> Expander {
        let network = &sheet.network;
        let moves = |role: usize| network.moves.iter().filter(|mv| mv.0 == role).count();
        Expander {
            sheet: Arc::clone(sheet),
            dropped: None,
            lanes: Lanes {
                wide: Batch::new(&sheet.network),
                narrow: Batch::new(&sheet.network),
            },
            turns: Vec::new(),
            nexts: Nexts::new(&sheet.network),
            most_bytes: MOST_BYTES,
            bytes_a_state: moves(0).max(moves(1)) * network.words() * size_of::<u64>(),
            found: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Creates an expander that plays without the sheet's step counter, if this is possible: in every state the
    /// counter is at its start. See [`Sheet::steps`].
    pub fn without_steps(sheet: &Arc<Sheet>, scoring: Scoring) -> Option<Expander> {
        sheet.counter.as_ref().filter(|counter| counter.can_drop)?;
        Some(Expander {
            dropped: Some(scoring),
            ..Expander::new(sheet)
        })
    }

    /// Sets the limit, in bytes, for the cofactors of moves (64 MiB by default). A move without room for its
    /// cofactor is evaluated in all gates that depend on moves, which takes longer. With 0, this applies to all
    /// moves.
    #[must_use]
    pub fn keeping(mut self, bytes: usize) -> Expander {
        self.nexts.cofactors.most = bytes;
        self
    }

    /// Sets the limit, in bytes, for the states that the moves of a state lead to (1 GiB by default). A state beyond it is
    /// [refused](Refused::Large).
    #[must_use]
    pub fn holding(mut self, bytes: usize) -> Expander {
        self.most_bytes = bytes;
        self
    }

    /// Returns the number of states that may be expanded at a time: at most [`MOST_STATES`], and so few that their moves
    /// stay within the limit of [`holding`](Expander::holding), but at least one.
    pub fn at_once(&self) -> usize {
        (self.most_bytes / self.bytes_a_state.max(1)).clamp(1, MOST_STATES)
    }

    /// Expands states, which lie one after the other in `states`.
    ///
    /// # Panics
    ///
    /// Panics if there are more states than [`at_once`](Expander::at_once).
    pub fn expand(&mut self, states: &[u64]) {
        let count = states.len() / self.sheet.words();
        assert!(count <= self.at_once(), "{count} states");
        self.turns.clear();
        self.nexts.clear();
        match count {
            0 => {}
            1..=64 => self.by_width::<1>(states, count, |lanes| &mut lanes.narrow),
            _ => self.by_width::<4>(states, count, |lanes| &mut lanes.wide),
        }
    }

    /// Returns the turn of each state.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the moves of all states.
    pub fn moves(&self) -> &[u32] {
        &self.nexts.moves
    }

    /// Returns the state that a move leads to.
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
        // Find the legal moves. The moves of a role have consecutive numbers.
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
        // Find the player to move and the place of the moves.
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
        // Of several states, all moves together stay within the limit: see `at_once`.
        if total * words * size_of::<u64>() > self.most_bytes {
            turns.fill(Turn::Refused(Refused::Large));
        }
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

/// Returns states with the counter at its end.
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

/// Finds the outcome of finished states.
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
