//! Trees of moves in which most replies lose by threats: such a reply needs no position of its own, only one of a few
//! sequences of threats.

use super::board::{Board, Marks, members};
use super::claim::Claim;
use super::pairing;
use super::rules::{Strategy, View};
use super::written::Grown;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use yomikiri_core::Stop;

/// A source of knowledge about the game. A position is the list of cells marked from the root on, in order.
pub trait Guide {
    /// Returns whether the claimant can still keep the claim; `None` if `nodes` nodes are not enough to tell.
    ///
    /// # Errors
    ///
    /// If the work has to stop.
    fn keeps(&mut self, claim: &Claim, path: &[u8], nodes: u64) -> Result<Option<bool>, Stop>;

    /// Returns the cells that matter to the player to move: no other cell leads to a better result.
    ///
    /// # Errors
    ///
    /// If the work has to stop.
    fn left(&mut self, path: &[u8]) -> Result<u64, Stop>;

    /// Returns the cells of a win by threats for the player to move, in order; empty if none is found.
    ///
    /// # Errors
    ///
    /// If the work has to stop.
    fn threats(&mut self, path: &[u8]) -> Result<Vec<u8>, Stop>;

    /// Receives the approximate bytes of the tree so far.
    ///
    /// # Errors
    ///
    /// If these are too many bytes.
    fn takes(&mut self, bytes: u64) -> Result<(), Stop>;
}

/// Builds a tree of a claim from the root on; `None` if the guide's answers contradict each other. The board needs
/// [threats](Board::has_threats).
///
/// At a position of the claimant, it orders the moves by the number of new replies that they leave without a win by
/// threats, fewest first. It asks the guide about all moves with ever more nodes, and takes the first that is known
/// to keep the claim.
///
/// # Errors
///
/// If the guide stops the work.
pub fn by_threats(
    board: &Board,
    claim: Claim,
    root: Marks,
    guide: &mut dyn Guide,
) -> Result<Option<Grown>, Stop> {
    let mut builder = Builder {
        board,
        claim,
        guide,
        met: FxHashSet::default(),
        stack: vec![(root, Vec::new())],
        pairings: FxHashMap::default(),
        grown: Grown::default(),
    };
    Ok(builder.build()?.map(|()| builder.grown))
}

/// The bytes of a position in a growing set, of a number in a growing list, and of a waiting position with its path.
const POSITION: usize = 40;
const NUMBER: usize = 16;
const WAITING: usize = 160;

struct Builder<'b, 'g> {
    board: &'b Board,
    claim: Claim,
    guide: &'g mut dyn Guide,
    /// The least images of the positions that have a move, or replies at the root.
    met: FxHashSet<Marks>,
    stack: Vec<(Marks, Vec<u8>)>,
    /// The numbers of the pairings at leaves.
    pairings: FxHashMap<Cow<'static, Strategy>, usize>,
    grown: Grown,
}

impl Builder<'_, '_> {
    /// Walks through the tree as a checker does, and decides its contents on the way.
    fn build(&mut self) -> Result<Option<()>, Stop> {
        while let Some((at, mut path)) = self.stack.pop() {
            let (least, by) = self.board.least(at);
            if !self.met.insert(least) {
                continue;
            }
            let (numbers, waiting) = (self.grown.walk.len(), self.stack.len());
            let bytes = POSITION * self.met.len() + NUMBER * numbers + WAITING * waiting;
            self.guide.takes(bytes as u64)?;
            // A leaf at the root has no moves, so a checker needs no images.
            if at.to_move() == self.claim.claimant && self.is_paired(least) {
                continue;
            }
            self.grown.moves += 1;
            let mut after = at;
            if at.to_move() == self.claim.claimant {
                let Some(cell) = self.choose(at, &path)? else {
                    return Ok(None);
                };
                self.grown.walk.push(u64::from(self.image(by, cell)) + 2);
                match self.board.play(at, cell.into()) {
                    (next, None) => after = next,
                    (_, Some(outcome)) if self.claim.reaches(outcome) => continue,
                    _ => return Ok(None),
                }
                path.push(cell);
            } else {
                self.grown.walk.push(2);
            }
            if self.reply(after, &path, by)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }

    /// Writes a leaf if a pairing of cells that keeps the claim from here on is found soon.
    fn is_paired(&mut self, at: Marks) -> bool {
        let Some(strategy) = pairing::find(self.board, at, &self.claim, 1, &mut || true) else {
            return false;
        };
        self.grown.leaf(Cow::Owned(strategy), &mut self.pairings);
        true
    }

    /// Returns the image of a cell under a symmetry.
    fn image(&self, by: Option<usize>, cell: u8) -> u8 {
        by.map_or(cell, |index| {
            self.board.symmetries()[index][usize::from(cell)]
        })
    }

    /// Returns a move of the claimant that keeps the claim.
    fn choose(&mut self, at: Marks, path: &[u8]) -> Result<Option<u8>, Stop> {
        let view = View::of(self.board, at, self.claim.claimant);
        if let Some(cell) = members(view.open & view.wins).next() {
            return Ok(Some(cell as u8));
        }
        if let Some(&cell) = self.sequence(&view, path)?.first() {
            return Ok(Some(cell));
        }
        let mut candidates = self.candidates(at, path)?;
        let mut nodes = 1;
        while !candidates.is_empty() {
            let mut open = Vec::new();
            for cell in candidates {
                match self.guide.keeps(&self.claim, &after(path, cell), nodes)? {
                    Some(true) => return Ok(Some(cell)),
                    Some(false) => {}
                    None => open.push(cell),
                }
            }
            candidates = open;
            nodes *= 8;
        }
        Ok(None)
    }

    /// Returns the moves that may keep the claim, one of each set of images. The moves that leave the fewest new
    /// replies come first.
    fn candidates(&mut self, at: Marks, path: &[u8]) -> Result<Vec<u8>, Stop> {
        let (mut found, mut different) = (Vec::new(), FxHashSet::default());
        for cell in members(self.guide.left(path)?) {
            let (next, ended) = self.board.play(at, cell);
            let keeps = ended.is_none_or(|outcome| self.claim.reaches(outcome));
            if !keeps || !different.insert(self.board.least(next).0) {
                continue;
            }
            let cell = cell as u8;
            let mut new = 0;
            if ended.is_none() {
                for reply in members(self.guide.left(&after(path, cell))?) {
                    let least = self.board.least(self.board.play(next, reply).0).0;
                    new += u32::from(!self.met.contains(&least));
                }
            }
            found.push((new, cell));
        }
        found.sort_unstable();
        Ok(found.into_iter().map(|(_, cell)| cell).collect())
    }

    /// Writes the sequences of threats against the replies to a position, and pushes the positions after all other
    /// replies on the stack; `None` if a reply ends play below the claim. `by` is the symmetry under which the
    /// position is written.
    fn reply(&mut self, at: Marks, path: &[u8], by: Option<usize>) -> Result<Option<()>, Stop> {
        let (mut views, mut rest) = (Vec::new(), Vec::new());
        let mut sequences: Vec<Vec<u8>> = Vec::new();
        for cell in members(self.board.open(at.x, at.o)) {
            let (next, ended) = self.board.play(at, cell);
            if let Some(outcome) = ended {
                if !self.claim.reaches(outcome) {
                    return Ok(None);
                }
                continue;
            }
            let view = View::of(self.board, next, self.claim.claimant);
            if view.open & view.wins != 0 {
                continue;
            }
            let mut loses = sequences.iter().any(|known| wins(self.board, view, known));
            if !loses {
                let path = after(path, cell as u8);
                let sequence = self.sequence(&view, &path)?;
                loses = !sequence.is_empty();
                match loses {
                    true => sequences.push(sequence),
                    false => rest.push((self.image(by, cell as u8), view, next, path)),
                }
            }
            if loses {
                views.push(view);
            }
        }
        let chosen = fewest(self.board, &views, sequences);
        self.grown.walk.push(chosen.len() as u64);
        self.grown.sequences += chosen.len() as u64;
        // A sequence that was found later may win here too.
        rest.retain(|(_, view, ..)| !chosen.iter().any(|known| wins(self.board, *view, known)));
        for sequence in chosen {
            self.grown.walk.push(sequence.len() as u64);
            let cells = sequence.into_iter().map(|cell| self.image(by, cell).into());
            let cells: Vec<u64> = cells.collect();
            self.grown.walk.extend(cells);
        }
        rest.sort_unstable_by_key(|&(image, ..)| std::cmp::Reverse(image));
        let positions = rest.into_iter().map(|(.., next, path)| (next, path));
        self.stack.extend(positions);
        Ok(Some(()))
    }

    /// Returns a sequence of threats by which the claimant, to move, wins; empty if none is found.
    fn sequence(&mut self, view: &View, path: &[u8]) -> Result<Vec<u8>, Stop> {
        let found = self.guide.threats(path)?;
        Ok(match wins(self.board, *view, &found) {
            true => found,
            false => Vec::new(),
        })
    }
}

/// Returns a path with one more cell.
fn after(path: &[u8], cell: u8) -> Vec<u8> {
    [path, &[cell]].concat()
}

/// Returns whether the claimant, to move without a line to complete, wins by a sequence of threats: each mark forces
/// the other side to mark one cell, until there are two such cells.
fn wins(board: &Board, mut view: View, sequence: &[u8]) -> bool {
    for &cell in sequence {
        if view.open >> cell & 1 == 0 {
            return false;
        }
        view = view.after(board, cell.into(), true);
        if view.open & view.stops != 0 {
            return false;
        }
        let threats = view.open & view.wins;
        if !threats.is_power_of_two() {
            return threats != 0;
        }
        view = view.after(board, threats.trailing_zeros() as usize, false);
        // If marks fall, that may have opened a cell.
        if view.open & view.wins != 0 {
            return true;
        }
    }
    false
}

/// Returns few of the sequences such that one of them wins in each position, those that win in most positions first.
fn fewest(board: &Board, views: &[View], sequences: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    // Each position is a bit, since there is at most one after each reply.
    let won = |sequence: &Vec<u8>| {
        let views = views.iter().enumerate();
        views.fold(0u64, |set, (bit, view)| {
            set | u64::from(wins(board, *view, sequence)) << bit
        })
    };
    let mut with_sets: Vec<_> = sequences.into_iter().map(|one| (won(&one), one)).collect();
    let (mut chosen, mut covered) = (Vec::new(), 0);
    loop {
        let most = with_sets
            .iter()
            .enumerate()
            .max_by_key(|(index, (set, _))| {
                ((set & !covered).count_ones(), std::cmp::Reverse(*index))
            });
        match most {
            Some((index, (set, _))) if set & !covered != 0 => {
                let (set, sequence) = with_sets.swap_remove(index);
                covered |= set;
                chosen.push(sequence);
            }
            _ => return chosen,
        }
    }
}
