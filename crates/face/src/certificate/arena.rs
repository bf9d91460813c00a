//! All positions that play can reach from one, as plain arrays, so that code on them is compiled once and
//! not for each game.

use super::error::ProveError;
use super::names;
use rustc_hash::FxHashMap;
use std::hash::Hash;
use yomikiri::declared::{Declaration, DeclaredGraph, DeclaredNode};
use yomikiri::{Capabilities, Control, Game, Outcome, Player, Stop};
use yomikiri_games::registry::Playable;

/// The most positions of a game without declared rules that is written down as a graph.
const MOST_WRITTEN: usize = 1 << 18;

/// The positions by number, the root first, in the order of discovery.
pub(crate) struct Arena {
    /// The codes of the positions by the declared rules.
    codes: Vec<u128>,
    to_move: Vec<Player>,
    over: Vec<Option<Outcome>>,
    /// The start of each position's moves in the lists that follow, with one more entry for the end.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// The moves' numbers by the declared rules.
    numbers: Vec<u32>,
    /// The gains of the moves; empty in a game without gains.
    gains: Vec<i64>,
    endless: Outcome,
    /// Whether the rules themselves guarantee that play ends.
    ends: bool,
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) target: u32,
    pub(crate) number: u32,
    pub(crate) gain: i64,
}

impl Arena {
    /// The position that was asked about.
    pub(crate) const ROOT: u32 = 0;

    /// Enumerates the positions that follow from one of a game with declared rules.
    pub(crate) fn enumerate<G: Capabilities>(
        game: &G,
        root: &G::Position,
        code: impl Fn(&G::Position) -> u128,
        number: impl Fn(&G::Position, G::Move, u32) -> u32,
        control: &mut Control<'_>,
    ) -> Result<Arena, ProveError> {
        let mut positions = vec![root.clone()];
        Arena::gather(
            game,
            &mut positions,
            &code,
            &code,
            number,
            usize::MAX,
            control,
        )
    }

    /// Enumerates the positions that follow from one of a game without declared rules, and writes it down
    /// as a graph, in which a position's code is its number.
    pub(crate) fn written_down<G: Playable>(
        game: &G,
        root: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<(Arena, Declaration), ProveError> {
        let mut positions = vec![root.clone()];
        let own = |position: &G::Position| position.clone();
        let in_turn = |_: &G::Position, _, turn| turn;
        let mut arena = Arena::gather(
            game,
            &mut positions,
            own,
            |_| 0,
            in_turn,
            MOST_WRITTEN,
            control,
        )?;
        arena.codes = (0..positions.len() as u128).collect();
        arena.may_cycle();
        // A graph has gains if one of its moves gains points, whatever the game declares.
        if arena.gains.iter().all(|&gain| gain == 0) {
            arena.gains = Vec::new();
        }
        let nodes = positions
            .iter()
            .enumerate()
            .map(|(id, position)| (game.position_text(position), arena.node(id as u32)));
        let graph = DeclaredGraph {
            endless: arena.endless,
            nodes: nodes.collect(),
        };
        Ok((arena, names::plain(Declaration::Graph(graph))))
    }

    fn gather<G: Capabilities, K: Hash + Eq>(
        game: &G,
        positions: &mut Vec<G::Position>,
        key: impl Fn(&G::Position) -> K,
        code: impl Fn(&G::Position) -> u128,
        number: impl Fn(&G::Position, G::Move, u32) -> u32,
        most: usize,
        control: &mut Control<'_>,
    ) -> Result<Arena, ProveError> {
        let mut arena = Arena {
            codes: Vec::new(),
            to_move: Vec::new(),
            over: Vec::new(),
            starts: vec![0],
            targets: Vec::new(),
            numbers: Vec::new(),
            gains: Vec::new(),
            endless: game.endless(),
            ends: true,
        };
        let mut ids: FxHashMap<K, u32> = FxHashMap::default();
        ids.insert(key(&positions[0]), 0);
        let mut id = 0;
        while let Some(position) = positions.get(id).cloned() {
            control.visit()?;
            if id.is_multiple_of(4096) {
                let entry = size_of::<(K, u32)>() + 1;
                let map = ids.capacity() * 8 / 7 * entry;
                let kept = positions.capacity() * size_of::<G::Position>();
                control.may_use((map + kept) as u64 + arena.bytes())?;
            }
            arena.codes.push(code(&position));
            arena.to_move.push(game.to_move(&position));
            let over = game.outcome(&position);
            arena.over.push(over);
            for (turn, mv) in (0..).zip(game.moves(&position)) {
                if over.is_some() {
                    break;
                }
                let next = game.play(&position, mv);
                let fresh = positions.len();
                let target = *ids.entry(key(&next)).or_insert(fresh as u32);
                if target as usize == fresh {
                    if fresh >= most.min(u32::MAX as usize - 1) {
                        return Err(ProveError::NotDeclared { most });
                    }
                    positions.push(next);
                }
                arena.targets.push(target);
                arena.numbers.push(number(&position, mv, turn));
                if game.has_gains() {
                    arena.gains.push(game.gain(&position, mv));
                }
            }
            if arena.targets.len() > most.saturating_mul(4) {
                return Err(ProveError::NotDeclared { most });
            }
            let end = u32::try_from(arena.targets.len()).map_err(|_| Stop::Memory)?;
            arena.starts.push(end);
            id += 1;
        }
        Ok(arena)
    }

    fn bytes(&self) -> u64 {
        let a_position = 16 + 1 + size_of::<Option<Outcome>>() + 4;
        let a_move = 8 + if self.gains.is_empty() { 0 } else { 8 };
        (self.codes.capacity() * a_position + self.targets.capacity() * a_move) as u64
    }

    fn node(&self, id: u32) -> DeclaredNode {
        match self.over[id as usize] {
            Some(outcome) => DeclaredNode::Over(outcome),
            None => {
                let edges = self.edges(id).map(|edge| (edge.target, edge.gain));
                DeclaredNode::Turn(self.to_move[id as usize], edges.collect())
            }
        }
    }

    /// Notes that the declared rules are a graph, which may cycle.
    pub(crate) fn may_cycle(&mut self) {
        self.ends = false;
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.codes.len()
    }

    /// Returns the code of the position that was asked about.
    pub(crate) fn root_code(&self) -> u128 {
        self.code(Arena::ROOT)
    }

    pub(crate) fn code(&self, id: u32) -> u128 {
        self.codes[id as usize]
    }

    pub(crate) fn to_move(&self, id: u32) -> Player {
        self.to_move[id as usize]
    }

    pub(crate) fn over(&self, id: u32) -> Option<Outcome> {
        self.over[id as usize]
    }

    pub(crate) fn has_gains(&self) -> bool {
        !self.gains.is_empty()
    }

    /// Returns the worth of endless play, if the declared rules do not guarantee that play ends.
    pub(crate) fn endless_play(&self) -> Option<Outcome> {
        (!self.ends).then_some(self.endless)
    }

    /// Returns the moves of a position, in move order.
    pub(crate) fn edges(&self, id: u32) -> impl Iterator<Item = Edge> {
        let (from, to) = (self.starts[id as usize], self.starts[id as usize + 1]);
        (from as usize..to as usize).map(|edge| Edge {
            target: self.targets[edge],
            number: self.numbers[edge],
            gain: self.gains.get(edge).copied().unwrap_or(0),
        })
    }
}

/// As a game, it can be given to solvers.
impl Game for Arena {
    type Position = u32;
    /// The index of the move among those of its position.
    type Move = u32;

    fn start(&self) -> u32 {
        Arena::ROOT
    }
    fn endless(&self) -> Outcome {
        self.endless
    }
    fn to_move(&self, &id: &u32) -> Player {
        self.to_move[id as usize]
    }
    fn outcome(&self, &id: &u32) -> Option<Outcome> {
        self.over[id as usize]
    }
    fn moves(&self, &id: &u32) -> impl Iterator<Item = u32> {
        0..self.starts[id as usize + 1] - self.starts[id as usize]
    }
    fn play(&self, &id: &u32, mv: u32) -> u32 {
        self.targets[(self.starts[id as usize] + mv) as usize]
    }
    fn has_gains(&self) -> bool {
        !self.gains.is_empty()
    }
    fn gain(&self, &id: &u32, mv: u32) -> i64 {
        let edge = (self.starts[id as usize] + mv) as usize;
        self.gains.get(edge).copied().unwrap_or(0)
    }
}
