//! The places that strategies refer to: those where a mark may be put.

use super::ground::{first_cells, has, members};
use crate::value::{Outcome, Player};

/// The places of a game of claimed cells, and the meaning of lines of marks on them.
///
/// A place is a cell of one of the boards, which follow one another. If a player chooses between two marks, a place
/// is a cell with a mark: first all cells with an `x`, then all with an `o`. So the number of a move is a place. Sets
/// of places are bits.
pub struct Places {
    /// The number of places, at most 64.
    pub(super) count: usize,
    /// Whether marks belong to nobody.
    pub(super) common: bool,
    /// The places of each board.
    pub(super) boards: Vec<u64>,
    /// The distance from a cell with an `x` to the same one with an `o`; 0 if there is one kind of mark.
    pub(super) twin: usize,
    /// The lines, and those through each place.
    pub(crate) lines: Vec<u64>,
    pub(super) through: Vec<Vec<u64>>,
    /// For each place, the places of which one has to be marked before it: none, or those of one cell.
    pub(crate) support: Vec<u64>,
    /// Whether making a line wins.
    pub(crate) wins: bool,
    /// The result of full boards; `None` means points.
    pub(crate) full: Option<Outcome>,
    /// The weight of every place; empty without points.
    pub(super) weights: Vec<i64>,
}

impl Places {
    /// Returns the number of places.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns whether a player chooses between two marks.
    pub fn have_choice(&self) -> bool {
        self.twin > 0
    }

    /// Returns whether marks belong to nobody.
    pub fn are_common(&self) -> bool {
        self.common
    }

    /// Returns all places.
    pub(crate) fn all(&self) -> u64 {
        first_cells(self.count)
    }

    /// Returns whether the players mark the cells of one board, each with marks of their own.
    pub(crate) fn are_own(&self) -> bool {
        !self.common && self.boards.len() == 1
    }

    /// Returns whether threats can win: a line of one's own marks wins on the only board.
    pub(crate) fn have_threats(&self) -> bool {
        self.wins && self.are_own()
    }

    /// Returns the marks of First and of Second in a position's code. Marks of nobody count as those of both.
    fn sets(&self, code: u128) -> [u64; 2] {
        let first = code as u64 & self.all();
        match self.common {
            true => [first, first],
            false => [first, (code >> self.count) as u64],
        }
    }

    /// Returns a player's own marks, and those of the other side.
    pub(crate) fn seen_by(&self, code: u128, player: Player) -> (u64, u64) {
        match (player, self.sets(code)) {
            (Player::First, [x, o]) => (x, o),
            (Player::Second, [x, o]) => (o, x),
        }
    }

    /// Returns the places where a mark can be put in a position that is not over.
    pub(crate) fn open(&self, code: u128) -> u64 {
        let [x, o] = self.sets(code);
        let marked = x | o;
        let closed = marked | marked << self.twin | marked >> self.twin | self.dead(x, o);
        let may = |place: usize| {
            let support = self.support[place];
            !has(closed, place) && (support == 0 || support & marked != 0)
        };
        let open = (0..self.count).filter(|&place| may(place));
        open.fold(0, |set, place| set | 1 << place)
    }

    /// Returns the places of the boards with a complete line. On a single board such a line ends the game.
    fn dead(&self, x: u64, o: u64) -> u64 {
        if self.boards.len() == 1 {
            return 0;
        }
        let is_made = |line: &&u64| *line & !x == 0 || *line & !o == 0;
        let made = self
            .lines
            .iter()
            .filter(is_made)
            .fold(0, |made, line| made | line);
        let dead = self.boards.iter().filter(|&board| board & made != 0);
        dead.fold(0, |dead, board| dead | board)
    }

    /// Returns whether a place completes a line of these marks, and lines win.
    pub(crate) fn completes(&self, marks: u64, place: usize) -> bool {
        let with = marks | 1 << place;
        self.wins && self.through[place].iter().any(|line| line & !with == 0)
    }

    /// Returns the places that complete a line of these marks, whoever has a mark there.
    pub(crate) fn completing(&self, marks: u64) -> u64 {
        let rests = self.lines.iter().map(|line| line & !marks);
        rests
            .filter(|rest| rest.is_power_of_two())
            .fold(0, |set, rest| set | rest)
    }

    /// Returns the places that can be marked once this one is.
    pub(crate) fn supported_by(&self, place: usize) -> u64 {
        let waits = |&above: &usize| has(self.support[above], place);
        (0..self.count)
            .filter(waits)
            .fold(0, |set, above| set | 1 << above)
    }

    /// Returns the image of a position under a permutation of the places.
    pub(crate) fn image(&self, code: u128, images: &[u8]) -> u128 {
        let [x, o] = self.sets(code).map(|set| u128::from(moved(images, set)));
        match self.common {
            true => x,
            false => x | o << self.count,
        }
    }

    /// Returns whether a permutation of the places keeps the rules.
    pub(crate) fn are_left_by(&self, images: &[u8]) -> bool {
        let all = images.iter().try_fold(0u64, |set, &image| {
            let bit = (usize::from(image) < self.count).then(|| 1u64 << image)?;
            (set & bit == 0).then_some(set | bit)
        });
        if all != Some(self.all()) {
            return false;
        }
        let mut lines = self.lines.clone();
        let mut after: Vec<u64> = lines.iter().map(|&line| moved(images, line)).collect();
        lines.sort_unstable();
        after.sort_unstable();
        let is_board = |&board: &u64| self.boards.contains(&moved(images, board));
        let twin_of = |place: usize| (place + self.twin) % self.count;
        let keeps = |(place, &image): (usize, &u8)| {
            let (twin, image) = (images[twin_of(place)], usize::from(image));
            moved(images, self.support[place]) == self.support[image]
                && self.weights.get(place) == self.weights.get(image)
                && usize::from(twin) == twin_of(image)
        };
        lines == after && self.boards.iter().all(is_board) && images.iter().enumerate().all(keeps)
    }
}

fn moved(images: &[u8], set: u64) -> u64 {
    members(set).fold(0, |set, place| set | 1u64 << images[place])
}
