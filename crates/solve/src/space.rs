//! All positions that play can reach, and the moves between them, as plain arrays.

use crate::map::{Hashing, map_bytes};
use crate::{Control, Refusal};
use indexmap::IndexSet;
use std::hash::Hash;
use std::ops::Range;
use yomikiri_core::{Game, Stop};

/// The number of a position in a [`Space`]. Positions are numbered in the order of discovery.
pub type Id = u32;

/// The reason why a space could not be enumerated.
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

/// The positions that play can reach from some roots, found breadth first, with all moves between
/// them.
///
/// Memory a position: the position itself, its hash and its slot in a table (about 20 bytes), 8 more
/// bytes, and 4 bytes a move (12 in a game with gains). Before a list grows, the limit is checked.
#[derive(Debug)]
pub struct Space<P> {
    positions: IndexSet<P, Hashing>,
    edges: Edges,
    /// The start of each tier. A tier holds the positions first reached after the same number of plies.
    tiers: Vec<usize>,
    /// The end of the last tier, once the tier before it is complete.
    tier_end: usize,
}

/// The point at which an enumeration ends early.
#[derive(Clone, Copy)]
pub(crate) struct Until {
    /// After this many plies.
    pub(crate) plies: usize,
    /// With more than this many positions.
    pub(crate) positions: usize,
}

impl Until {
    pub(crate) const END: Until = Until {
        plies: usize::MAX,
        positions: usize::MAX,
    };
}

impl<P: Clone + Eq + Hash> Space<P> {
    /// Enumerates all positions that play can reach from `roots`. Each counts as one visit.
    ///
    /// # Errors
    ///
    /// If a limit of `control` was reached, or there are more positions than an [`Id`] can number.
    pub fn enumerate<G: Game<Position = P>>(
        game: &G,
        roots: &[P],
        control: &mut Control<'_>,
    ) -> Result<Space<P>, SpaceError> {
        let mut space = Space::rooted(roots, control)?;
        space.grow(game, Until::END, control)?;
        Ok(space)
    }

    /// Enumerates the positions that play can reach within `plies` plies, tier by tier. Returns whether
    /// these are all positions. If a limit is reached, the space holds the complete tiers, and the
    /// positions of its last tier have no moves.
    pub(crate) fn explore<G: Game<Position = P>>(
        game: &G,
        roots: &[P],
        plies: usize,
        control: &mut Control<'_>,
    ) -> (Space<P>, Result<bool, SpaceError>) {
        let mut space = match Space::rooted(roots, control) {
            Ok(space) => space,
            Err(error) => return (Space::empty(), Err(error)),
        };
        let until = Until {
            plies,
            ..Until::END
        };
        let all = space.grow(game, until, control);
        if all.is_err() {
            space.cut();
        }
        (space, all)
    }

    fn empty() -> Space<P> {
        Space {
            positions: IndexSet::default(),
            edges: Edges::default(),
            tiers: Vec::new(),
            tier_end: 0,
        }
    }

    /// Returns a space with some positions, from which it is to [grow](Space::grow).
    pub(crate) fn rooted(roots: &[P], control: &mut Control<'_>) -> Result<Space<P>, SpaceError> {
        let mut space = Space::empty();
        for root in roots {
            space.add(root.clone(), control)?;
        }
        Ok(space)
    }

    /// Enumerates further positions, from where it ended early or a limit stopped it. Returns whether
    /// nothing was left out.
    pub(crate) fn grow<G: Game<Position = P>>(
        &mut self,
        game: &G,
        until: Until,
        control: &mut Control<'_>,
    ) -> Result<bool, SpaceError> {
        self.edges.drop_unended();
        let mut all = true;
        for id in self.edges.positions().. {
            if id == self.tier_end {
                self.tiers.push(id);
                self.tier_end = self.len();
            }
            if self.len() > until.positions {
                return Ok(false);
            }
            let Some(position) = self.positions.get_index(id).cloned() else {
                break;
            };
            let is_last = self.tiers.len() > until.plies;
            all &= self.expand(game, &position, is_last, control)?;
        }
        control.set_stored(self.len() as u64);
        Ok(all)
    }

    /// Adds the children of a position, unless it is in the last tier. Returns whether nothing was left
    /// out.
    fn expand<G: Game<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        is_last: bool,
        control: &mut Control<'_>,
    ) -> Result<bool, SpaceError> {
        control.visit()?;
        let is_over = game.outcome(position).is_some();
        if !is_over && !is_last {
            let has_gains = game.has_gains();
            for mv in game.moves(position) {
                let target = self.add(game.play(position, mv), control)?;
                let gain = has_gains.then(|| game.gain(position, mv));
                self.make_room(control)?;
                self.edges.push_move(target, gain);
            }
        }
        self.make_room(control)?;
        self.edges.end_position();
        Ok(is_over || !is_last)
    }

    /// Drops the positions beyond the last tier, and the moves of that tier.
    fn cut(&mut self) {
        let Some(&start) = self.tiers.last() else {
            return;
        };
        self.positions.truncate(self.tier_end);
        self.edges.cut(start..self.tier_end);
    }

    fn add(&mut self, position: P, control: &mut Control<'_>) -> Result<Id, SpaceError> {
        if let Some(id) = self.find(&position) {
            return Ok(id);
        }
        let id = Id::try_from(self.len())
            .ok()
            .filter(|&id| id < Id::MAX)
            .ok_or(SpaceError::Refused(Refusal::TooManyPositions))?;
        if self.len() == self.positions.capacity() {
            let more = self.len().max(64);
            control.may_use(self.bytes() + set_bytes::<P>(self.len() + more))?;
            self.positions.try_reserve(more).map_err(|_| Stop::Memory)?;
            control.set_stored(self.len() as u64);
        }
        self.positions.insert(position);
        Ok(id)
    }

    /// Enumerates also the positions that follow from one more root. ([Tiers](Space::tiers) then begin
    /// anew with it.)
    pub(crate) fn extend<G: Game<Position = P>>(
        &mut self,
        game: &G,
        root: &P,
        control: &mut Control<'_>,
    ) -> Result<(), SpaceError> {
        self.add(root.clone(), control)?;
        self.grow(game, Until::END, control).map(drop)
    }

    /// Drops all positions but the first `count`, none of which may lead to a later one.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.positions.truncate(count);
        self.edges.cut(count..count);
        self.tiers.retain(|&start| start < count);
        self.tier_end = count;
    }

    /// Returns whether exactly these positions are the roots.
    pub(crate) fn is_rooted(&self, roots: &[P]) -> bool {
        let first = self.tiers().next().unwrap_or_default();
        let known = roots.iter().all(|root| {
            let id = self.positions.get_index_of(root);
            id.is_some_and(|id| first.contains(&id))
        });
        known && first.len() <= roots.len()
    }

    /// Makes room, within the limit, for one more move and for the end of a position's list of
    /// moves.
    fn make_room(&mut self, control: &mut Control<'_>) -> Result<(), Stop> {
        let bytes = self.bytes();
        let edges = &mut self.edges;
        make_room_in(&mut edges.starts, bytes, control)?;
        make_room_in(&mut edges.targets, bytes, control)?;
        make_room_in(&mut edges.gains, bytes, control)
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> u64 {
        set_bytes::<P>(self.positions.capacity()) + self.edges.bytes()
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no positions. True only if there were no roots.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns all positions, in the order of their [`Id`]s.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &P> {
        self.positions.iter()
    }

    /// Returns the position numbered `id`, which must be below [`len`](Space::len).
    pub fn position(&self, id: usize) -> &P {
        &self.positions[id]
    }

    /// Returns the number of a position, if the space contains it.
    pub fn find(&self, position: &P) -> Option<Id> {
        // The enumeration gives no number that does not fit an `Id`.
        self.positions.get_index_of(position).map(|id| id as Id)
    }

    /// Returns the moves between the positions.
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// Keeps the moves and drops the positions.
    pub(crate) fn into_edges(self) -> Edges {
        self.edges
    }

    /// Returns the positions first reached after 0, 1, 2, ... plies, as ranges of [`Id`]s.
    pub fn tiers(&self) -> impl Iterator<Item = Range<usize>> {
        let ends = self.tiers.iter().skip(1).copied().chain([self.len()]);
        self.tiers
            .iter()
            .copied()
            .zip(ends)
            .map(|(start, end)| start..end)
            .filter(|t| !t.is_empty())
    }
}

/// Returns the least memory that this many positions take if each has one move. Numbers beyond an [`Id`]
/// count as the greatest that an [`Id`] allows.
pub(crate) fn least_bytes<P>(positions: u64) -> u64 {
    let positions = positions.min(Id::MAX.into());
    set_bytes::<P>(positions as usize) + 12 * positions
}

/// Returns the bytes of an [`IndexSet`]: the entries with their hashes, and the table of their places.
fn set_bytes<P>(capacity: usize) -> u64 {
    (capacity * size_of::<(usize, P)>()) as u64 + map_bytes::<usize>(capacity)
}

/// Makes room in a list for one more entry by doubling it, while `held` other bytes are in use.
fn make_room_in<T>(list: &mut Vec<T>, held: u64, control: &mut Control<'_>) -> Result<(), Stop> {
    if list.len() < list.capacity() {
        return Ok(());
    }
    let more = list.len().max(64);
    control.may_use(held + ((list.len() + more) * size_of::<T>()) as u64)?;
    list.try_reserve_exact(more).map_err(|_| Stop::Memory)
}

/// The moves between the positions of a [`Space`], as plain arrays of the same type for every game.
#[derive(Debug)]
pub struct Edges {
    /// The start of each position's moves in `targets`, with one more entry for the end.
    starts: Vec<usize>,
    targets: Vec<Id>,
    /// The gain of each move. Empty in a game without gains.
    gains: Vec<i64>,
}

impl Default for Edges {
    fn default() -> Edges {
        Edges {
            starts: vec![0],
            targets: Vec::new(),
            gains: Vec::new(),
        }
    }
}

impl Edges {
    /// Appends a move to the current position's list. Its gain is given only in a game with gains.
    pub(crate) fn push_move(&mut self, target: Id, gain: Option<i64>) {
        self.targets.push(target);
        self.gains.extend(gain);
    }

    /// Ends the current position's list of moves. The next move belongs to the next position.
    pub(crate) fn end_position(&mut self) {
        self.starts.push(self.targets.len());
    }

    /// Drops moves of a position whose list was not ended.
    fn drop_unended(&mut self) {
        let ended = self.starts.last().copied().unwrap_or(0);
        self.targets.truncate(ended);
        self.gains.truncate(ended);
    }

    /// Drops the moves of the positions of a range and of all after it, and ends with these positions.
    fn cut(&mut self, ids: Range<usize>) {
        self.starts.truncate(ids.start + 1);
        self.drop_unended();
        self.starts.resize(ids.end + 1, self.targets.len());
    }

    /// Returns the number of positions whose moves are complete.
    pub fn positions(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Returns whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.starts.capacity() * size_of::<usize>()
            + self.targets.capacity() * size_of::<Id>()
            + self.gains.capacity() * size_of::<i64>()) as u64
    }

    /// Returns a position's moves in move order: the position that each leads to, and its gain for the
    /// mover.
    pub fn moves(&self, id: usize) -> impl Iterator<Item = (Id, i64)> {
        self.numbers(id).map(|edge| {
            (
                self.targets[edge],
                self.gains.get(edge).copied().unwrap_or(0),
            )
        })
    }

    /// Returns the numbers of a position's moves among all moves, in move order.
    pub fn numbers(&self, id: usize) -> Range<usize> {
        self.starts[id]..self.starts[id + 1]
    }

    /// Returns the target of the move with a number.
    pub fn target(&self, number: usize) -> Id {
        self.targets[number]
    }

    /// Returns the number of moves of a position.
    pub fn degree(&self, id: usize) -> usize {
        self.starts[id + 1] - self.starts[id]
    }

    /// Returns the moves backward: for each position, the positions with a move to it, once for every
    /// such move.
    pub fn reversed(&self) -> Reversed {
        let mut starts = vec![0usize; self.positions() + 1];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut edges = vec![(0, 0); self.targets.len()];
        for from in 0..self.positions() {
            for (offset, edge) in (self.starts[from]..self.starts[from + 1]).enumerate() {
                let slot = &mut next[self.targets[edge] as usize];
                edges[*slot] = (from as Id, offset as u32);
                *slot += 1;
            }
        }
        Reversed { starts, edges }
    }

    /// Returns the gain of a position's `offset`-th move, for its mover.
    pub fn gain(&self, id: usize, offset: u32) -> i64 {
        self.gains
            .get(self.starts[id] + offset as usize)
            .copied()
            .unwrap_or(0)
    }

    /// Returns all gains, each with the position that the move is made from.
    pub fn all_gains(&self) -> impl Iterator<Item = (usize, i64)> {
        (0..self.positions()).flat_map(|id| self.moves(id).map(move |(_, gain)| (id, gain)))
    }
}

/// The moves of a [`Space`] backward.
pub struct Reversed {
    starts: Vec<usize>,
    edges: Vec<(Id, u32)>,
}

impl Reversed {
    /// Returns the moves that lead to a position: the position each is made from, and its number there.
    pub fn moves_to(&self, id: usize) -> &[(Id, u32)] {
        &self.edges[self.starts[id]..self.starts[id + 1]]
    }
}
