//! The next states of moves, for many states at a time.
//!
//! A move is mostly evaluated once for all states in which it is legal, by the few gates of its cofactor (see
//! `net/cofactor.rs`). If the cofactor is too large, all gates that depend on moves are computed, for one move of
//! each state at a time.

use crate::batch::{Batch, each_bit};
use crate::net::{Cofactors, Network};
use crate::{Sheet, Turn};

/// A move of the role that waits gets its own cofactor if it occurs in at least 1/`PART` of the states.
const PART: usize = 8;

/// The moves of some states, and the next states.
#[derive(Debug)]
pub(crate) struct Nexts {
    pub(crate) cofactors: Cofactors,
    /// The moves of all states.
    pub(crate) moves: Vec<u32>,
    /// The next states of the moves, one after the other.
    pub(crate) states: Vec<u64>,
    /// For each state, the number of its moves that have a place.
    taken: Vec<usize>,
    /// For each state, the moves without a cofactor, with their places among all moves.
    late: Vec<Vec<(usize, u32)>>,
    /// For each state, the next state if only the role that waits moves.
    idle: Vec<u64>,
}

/// A group of states in which the same role moves.
struct Group<const W: usize> {
    role: usize,
    /// The move of the other role in all of them, if it gets its own cofactor.
    wait: Option<u32>,
    lanes: [u64; W],
}

/// The legal moves of a batch.
pub(crate) struct Legal<'l> {
    /// All moves that are legal in at least one state.
    pub(crate) moves: &'l [u32],
    /// For each state and role, the first legal move and the number of legal moves.
    pub(crate) found: &'l [[(u32, u32); 2]],
}

impl Nexts {
    pub(crate) fn new(network: &Network) -> Nexts {
        Nexts {
            cofactors: Cofactors::new(network),
            moves: Vec::new(),
            states: Vec::new(),
            taken: Vec::new(),
            late: Vec::new(),
            idle: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.states.clear();
    }

    /// Finds the next states of all moves from the states that the batch has loaded.
    pub(crate) fn find<const W: usize>(
        &mut self,
        sheet: &Sheet,
        batch: &mut Batch<W>,
        states: &[u64],
        turns: &[Turn],
        legal: &Legal<'_>,
    ) {
        let network = &sheet.network;
        let words = network.words();
        let moves = |turn: &Turn| match *turn {
            Turn::Moves { count, .. } => count,
            _ => 0,
        };
        let total = turns.iter().map(moves).sum();
        self.moves.resize(total, 0);
        self.states.resize(total * words, 0);
        self.taken.clear();
        self.taken.resize(turns.len(), 0);
        self.late.resize_with(turns.len(), Vec::new);
        self.late.iter_mut().for_each(Vec::clear);
        self.idle.resize(turns.len() * words, 0);
        for group in groups(network, turns, legal) {
            self.take_up(network, batch, states, turns, legal, &group);
        }
        self.make(network, batch, turns, legal);
    }

    /// Evaluates the moves of a group by their cofactors. Puts the moves without one into `late`.
    fn take_up<const W: usize>(
        &mut self,
        network: &Network,
        batch: &mut Batch<W>,
        states: &[u64],
        turns: &[Turn],
        legal: &Legal<'_>,
        group: &Group<W>,
    ) {
        let words = network.words();
        let wait = group.wait.and_then(|mv| {
            let wait = self.cofactors.wait(network, mv)?;
            batch.run(&wait.gates);
            let idle = &mut self.idle;
            batch.each_next(&wait.next, group.lanes, |lane, next| {
                idle[lane * words..][..words].copy_from_slice(next);
            });
            Some(mv)
        });
        let of_role = |mv: &&u32| network.moves[**mv as usize].0 == group.role;
        for &mv in legal.moves.iter().filter(of_role) {
            let holds = batch.get(network.legal[mv as usize]);
            let holds: [u64; W] = std::array::from_fn(|part| holds[part] & group.lanes[part]);
            if holds == [0; W] {
                continue;
            }
            let given = wait.and_then(|wait| self.cofactors.given(network, wait, mv));
            let taken = &mut self.taken;
            let mut place = |lane: usize| {
                taken[lane] += 1;
                first(&turns[lane]) + taken[lane] - 1
            };
            let Some(given) = given else {
                each_bit(holds, |lane| {
                    let place = place(lane);
                    self.moves[place] = mv;
                    self.late[lane].push((place, mv));
                });
                continue;
            };
            batch.run(&given.gates);
            each_bit(holds, |lane| {
                let place = place(lane);
                self.moves[place] = mv;
                let next = &mut self.states[place * words..][..words];
                let rows = states[lane * words..]
                    .iter()
                    .zip(&self.idle[lane * words..]);
                for ((next, (state, idle)), touched) in
                    next.iter_mut().zip(rows).zip(&given.touched)
                {
                    *next = state & touched | idle & !touched;
                }
            });
            for &(prop, literal) in &given.next {
                let (new, old) = (batch.get(literal), batch.get(2 * (prop + 1)));
                let other = std::array::from_fn(|part| (new[part] ^ old[part]) & holds[part]);
                each_bit::<W>(other, |lane| {
                    let place = first(&turns[lane]) + self.taken[lane] - 1;
                    self.states[place * words + prop as usize / 64] ^= 1 << (prop % 64);
                });
            }
        }
    }

    /// Makes the moves in `late`, one of each state at a time.
    fn make<const W: usize>(
        &mut self,
        network: &Network,
        batch: &mut Batch<W>,
        turns: &[Turn],
        legal: &Legal<'_>,
    ) {
        let words = network.words();
        let most = self.late.iter().map(Vec::len).max().unwrap_or(0);
        for (lane, late) in self.late.iter().enumerate() {
            if let (false, &Turn::Moves { role, .. }) = (late.is_empty(), &turns[lane]) {
                batch.flip_move(network, lane, legal.found[lane][1 - role].0);
            }
        }
        for at in 0..most {
            let mut lanes = [0; W];
            for (lane, late) in self.late.iter().enumerate() {
                if let Some(&(_, mv)) = at.checked_sub(1).and_then(|before| late.get(before)) {
                    batch.flip_move(network, lane, mv);
                }
                if let Some(&(_, mv)) = late.get(at) {
                    batch.flip_move(network, lane, mv);
                    lanes[lane / 64] |= 1 << (lane % 64);
                }
            }
            batch.run(&network.step);
            let (late, states) = (&self.late, &mut self.states);
            batch.each_next(&network.next, lanes, |lane, next| {
                let (place, _) = late[lane][at];
                states[place * words..][..words].copy_from_slice(next);
            });
        }
    }
}

/// Returns the place of the first move of a state.
fn first(turn: &Turn) -> usize {
    match *turn {
        Turn::Moves { first, .. } => first,
        _ => 0,
    }
}

/// Groups the states in which a role moves. States in which the waiting role makes the same move form a group if
/// they are many enough. The other states form a group for each role.
fn groups<const W: usize>(network: &Network, turns: &[Turn], legal: &Legal<'_>) -> Vec<Group<W>> {
    let mut waits: Vec<(u32, [u64; W])> = Vec::new();
    for (lane, turn) in turns.iter().enumerate() {
        if let Turn::Moves { role, .. } = *turn {
            let wait = legal.found[lane][1 - role].0;
            let known = waits.iter().position(|(other, _)| *other == wait);
            let at = known.unwrap_or_else(|| {
                waits.push((wait, [0; W]));
                waits.len() - 1
            });
            waits[at].1[lane / 64] |= 1 << (lane % 64);
        }
    }
    let mut groups: Vec<Group<W>> = Vec::new();
    for (wait, lanes) in waits {
        let role = 1 - network.moves[wait as usize].0;
        let count: u32 = lanes.iter().map(|part| part.count_ones()).sum();
        let wait = (count as usize * PART >= turns.len()).then_some(wait);
        let is_other = |group: &&mut Group<W>| group.role == role && group.wait.is_none();
        match groups.iter_mut().find(is_other).filter(|_| wait.is_none()) {
            Some(group) => {
                group.lanes = std::array::from_fn(|part| group.lanes[part] | lanes[part]);
            }
            None => groups.push(Group { role, wait, lanes }),
        }
    }
    groups
}
