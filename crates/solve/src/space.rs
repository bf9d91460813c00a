//! All positions that play can reach, and the moves between them, as plain arrays.

use crate::memo::{grow, map_bytes};
use crate::{Control, Identify, Refusal};
use rustc_hash::FxHashMap;
use yomikiri_core::{Game, Stop};

/// The number of a position in a [`Space`], in the order of discovery.
pub type Id = u32;

/// Why a space could not be enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceError {
    /// A limit was reached.
    Stopped(Stop),
    /// There are too many positions.
    Refused(Refusal),
}

impl From<Stop> for SpaceError {
    fn from(stop: Stop) -> SpaceError {
        SpaceError::Stopped(stop)
    }
}

/// The positions reachable from some roots, breadth first, with all moves between them.
///
/// Memory a position: itself, its map entry, 8 bytes, and 4 bytes a move (12 in a game with gains).
pub struct Space<G: Game, I: Identify<G>> {
    identify: I,
    positions: Vec<G::Position>,
    ids: FxHashMap<I::Id, Id>,
    /// Where each position's moves start in `targets`; one more at the end.
    starts: Vec<usize>,
    targets: Vec<Id>,
    /// The gain of each move; empty in a game without gains.
    gains: Vec<i64>,
    /// Where each tier (positions first reached after the same number of plies) starts.
    tiers: Vec<usize>,
}

impl<G: Game, I: Identify<G>> Space<G, I> {
    /// Enumerates everything that can be reached from `roots`, each counted as one visit.
    ///
    /// # Errors
    ///
    /// A limit of `control`, or more positions than an [`Id`] can number.
    pub fn enumerate(
        game: &G,
        identify: I,
        roots: &[G::Position],
        control: &mut Control<'_>,
    ) -> Result<Space<G, I>, SpaceError> {
        let mut space = Space {
            identify,
            positions: Vec::new(),
            ids: FxHashMap::default(),
            starts: vec![0],
            targets: Vec::new(),
            gains: Vec::new(),
            tiers: Vec::new(),
        };
        for root in roots {
            space.add(root.clone(), control)?;
        }
        let has_gains = game.has_gains();
        let mut next_tier = 0;
        for id in 0.. {
            if id == next_tier {
                space.tiers.push(id);
                next_tier = space.positions.len();
            }
            let Some(position) = space.positions.get(id).cloned() else {
                break;
            };
            control.visit()?;
            if game.outcome(&position).is_none() {
                for mv in game.moves(&position) {
                    let target = space.add(game.play(&position, mv), control)?;
                    space.targets.push(target);
                    if has_gains {
                        space.gains.push(game.gain(&position, mv));
                    }
                }
            }
            space.starts.push(space.targets.len());
        }
        control.set_stored(space.positions.len() as u64);
        Ok(space)
    }

    fn add(&mut self, position: G::Position, control: &mut Control<'_>) -> Result<Id, SpaceError> {
        let key = self.identify.id(&position);
        if let Some(&id) = self.ids.get(&key) {
            return Ok(id);
        }
        let id = Id::try_from(self.positions.len())
            .ok()
            .filter(|&id| id < Id::MAX)
            .ok_or(SpaceError::Refused(Refusal::TooManyPositions))?;
        if self.ids.len() == self.ids.capacity() {
            control.may_use(self.bytes())?;
            grow(&mut self.ids, control)?;
        }
        self.ids.insert(key, id);
        self.positions.push(position);
        Ok(id)
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        map_bytes::<(I::Id, Id)>(self.ids.capacity())
            + (self.positions.capacity() * size_of::<G::Position>()
                + self.starts.capacity() * size_of::<usize>()
                + self.targets.capacity() * size_of::<Id>()
                + self.gains.capacity() * size_of::<i64>()) as u64
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions (there were no roots).
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All positions, by [`Id`].
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The number of a position, if it can be reached.
    pub fn find(&self, position: &G::Position) -> Option<Id> {
        self.ids.get(&self.identify.id(position)).copied()
    }

    /// The moves of a position in move order: where each leads, and what it gains its mover.
    pub fn moves(&self, id: usize) -> impl Iterator<Item = (Id, i64)> {
        let range = self.starts[id]..self.starts[id + 1];
        range.map(|edge| {
            (
                self.targets[edge],
                self.gains.get(edge).copied().unwrap_or(0),
            )
        })
    }

    /// The number of moves of a position.
    pub fn degree(&self, id: usize) -> usize {
        self.starts[id + 1] - self.starts[id]
    }

    /// The positions first reached after 0, 1, 2, ... plies, as ranges of [`Id`]s.
    pub fn tiers(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let ends = self.tiers.iter().skip(1).copied().chain([self.len()]);
        self.tiers
            .iter()
            .copied()
            .zip(ends)
            .map(|(start, end)| start..end)
            .filter(|t| !t.is_empty())
    }

    /// The moves backward: for each position those with a move to it, once for every such move.
    pub fn reversed(&self) -> Reversed {
        let mut starts = vec![0usize; self.len() + 1];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut edges = vec![(0, 0); self.targets.len()];
        for from in 0..self.len() {
            for (offset, edge) in (self.starts[from]..self.starts[from + 1]).enumerate() {
                let slot = &mut next[self.targets[edge] as usize];
                edges[*slot] = (from as Id, offset as u32);
                *slot += 1;
            }
        }
        Reversed { starts, edges }
    }

    /// What the `offset`-th move of a position gains its mover.
    pub fn gain(&self, id: usize, offset: u32) -> i64 {
        self.gains
            .get(self.starts[id] + offset as usize)
            .copied()
            .unwrap_or(0)
    }

    /// All gains, with the position whose move it is.
    pub fn all_gains(&self) -> impl Iterator<Item = (usize, i64)> {
        (0..self.len()).flat_map(|id| self.moves(id).map(move |(_, gain)| (id, gain)))
    }
}

/// The moves of a [`Space`] backward.
pub struct Reversed {
    starts: Vec<usize>,
    edges: Vec<(Id, u32)>,
}

impl Reversed {
    /// The moves that lead to a position: whose move it is, and which of its moves.
    pub fn moves_to(&self, id: usize) -> &[(Id, u32)] {
        &self.edges[self.starts[id]..self.starts[id + 1]]
    }
}
