//! The language of strategies.

use super::board::{Board, Marks, members};
use super::claim::Claim;
use yomikiri_core::Player;

/// The claimant's play from a leaf on. Cells are numbered from 0; sets of cells are bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Makes the move of the first rule that gives a cell.
    List(Vec<Rule>),
    /// Answers each cell of a pair with the other one.
    Pairing {
        /// The cell that the claimant takes first, if it is to move.
        first: Option<u8>,
        /// The pairs.
        pairs: Vec<[u8; 2]>,
    },
}

/// The choice at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// The claimant marks a cell.
    Move(u8),
    /// The other side moves.
    Replies,
    /// The claimant follows a strategy from here on.
    Follow(Strategy),
}

/// A rule that gives an open cell, or none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The lowest cell that completes a line of one's own, if lines win.
    Win,
    /// The lowest cell that would complete a line of the other side, if lines win.
    Stop,
    /// The first open cell of a list.
    Take(Vec<u8>),
    /// The lowest open cell of a set.
    Lowest(u64),
    /// The open cell of a set, if there is only one.
    Only(u64),
    /// The open cell of a set that lies on top of a mark of the other side; with two of them there is no move.
    Follow(u64),
    /// The open cell of the first pair whose other cell the other side has marked.
    Pair(Vec<[u8; 2]>),
    /// A cell, if every guard holds.
    When(u8, Vec<Guard>),
    /// The lowest open cell.
    Any,
}

/// A cell and the content that it must have: 0 empty, 1 a mark of one's own, 2 a mark of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    /// The cell.
    pub cell: u8,
    /// The content that it must have.
    pub is: u8,
}

/// A position as seen by the player who follows a strategy.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) open: u64,
    /// The empty cells that would complete a line of one's own, and those that would complete one of the other
    /// side.
    pub(super) wins: u64,
    pub(super) stops: u64,
}

impl View {
    pub(super) fn of(board: &Board, at: Marks, claimant: Player) -> View {
        let (own, other) = board.seen_by(at, claimant);
        View {
            own,
            other,
            open: board.open(own, other),
            wins: board.completing(own) & !other,
            stops: board.completing(other) & !own,
        }
    }

    /// Returns the position after a mark, of one's own or not.
    pub(super) fn after(&self, board: &Board, cell: usize, is_own: bool) -> View {
        let mut next = *self;
        let mark = 1u64 << cell;
        let (set, against, found) = match is_own {
            true => (&mut next.own, next.other, &mut next.wins),
            false => (&mut next.other, next.own, &mut next.stops),
        };
        *set |= mark;
        for line in board.through(cell) {
            let rest = line & !*set;
            if rest & rest.wrapping_sub(1) == 0 {
                *found |= rest & !against;
            }
        }
        next.wins &= !mark;
        next.stops &= !mark;
        if board.is_common() {
            next.share(is_own);
        }
        next.open = board.open(next.own, next.other);
        next
    }

    /// A mark that belongs to nobody counts for both players.
    #[cold]
    fn share(&mut self, is_own: bool) {
        match is_own {
            true => (self.other, self.stops) = (self.own, self.wins),
            false => (self.own, self.wins) = (self.other, self.stops),
        }
    }

    /// Returns the position after a mark, of one's own or not, and whether the claim is kept if play ends there.
    #[inline]
    pub(super) fn step(
        &self,
        board: &Board,
        claim: &Claim,
        cell: usize,
        is_own: bool,
    ) -> (View, Option<bool>) {
        let after = self.after(board, cell, is_own);
        let (line, mover) = match is_own {
            true => (self.wins >> cell & 1 == 1, claim.claimant),
            false => (self.stops >> cell & 1 == 1, claim.claimant.opponent()),
        };
        match line || after.open == 0 {
            true => (after, after.ended(board, claim, mover, line)),
            false => (after, None),
        }
    }

    /// Returns whether the claim is kept if play ended with a mark. `line`: whether the mark completed a line.
    fn ended(&self, board: &Board, claim: &Claim, mover: Player, line: bool) -> Option<bool> {
        let outcome = board.ended(self.marks(board, claim.claimant), mover, line, self.open);
        outcome.map(|outcome| claim.reaches(outcome))
    }

    pub(super) fn marks(&self, board: &Board, claimant: Player) -> Marks {
        let (x, o) = match claimant {
            _ if board.is_common() => (self.own, 0),
            Player::First => (self.own, self.other),
            Player::Second => (self.other, self.own),
        };
        Marks { x, o }
    }

    /// Returns the content of a cell, as guards name it.
    pub(super) fn state(&self, cell: usize) -> u8 {
        match (self.own >> cell & 1, self.other >> cell & 1) {
            (0, 0) => 0,
            (0, _) => 2,
            _ => 1,
        }
    }

    /// Returns whether a guard holds. A mark that belongs to nobody counts for both players.
    fn keeps(&self, guard: Guard) -> bool {
        let has = |set: u64| set >> guard.cell & 1 == 1;
        match guard.is {
            0 => !has(self.own | self.other),
            1 => has(self.own),
            _ => has(self.other),
        }
    }
}

/// The result of a rule.
pub(super) enum Given {
    Nothing,
    Cell(usize),
    Two,
}

impl Rule {
    pub(super) fn cell(&self, view: &View, board: &Board) -> Given {
        let View { other, open, .. } = *view;
        let is_open = |cell: u8| open >> cell & 1 == 1;
        let lowest = |set: u64| members(set & open).next();
        let found = match self {
            Rule::Win | Rule::Stop if !board.lines_win() => None,
            Rule::Win => lowest(view.wins),
            Rule::Stop => lowest(view.stops),
            Rule::Take(list) => list
                .iter()
                .find(|&&cell| is_open(cell))
                .map(|&cell| cell.into()),
            Rule::Lowest(set) => lowest(*set),
            Rule::Only(set) => lowest(*set).filter(|_| (set & open).count_ones() == 1),
            Rule::Follow(set) => {
                let on_top = |&cell: &usize| board.below(cell) & other != 0;
                let mut found = members(set & open).filter(on_top);
                let first = found.next();
                if found.next().is_some() {
                    return Given::Two;
                }
                first
            }
            Rule::Pair(pairs) => pairs.iter().find_map(|&[one, two]| {
                let has = |cell: u8| other >> cell & 1 == 1;
                if has(one) && is_open(two) {
                    Some(two.into())
                } else if has(two) && is_open(one) {
                    Some(one.into())
                } else {
                    None
                }
            }),
            Rule::When(cell, guards) => {
                let holds = |guard: &Guard| view.keeps(*guard);
                (is_open(*cell) && guards.iter().all(holds)).then_some((*cell).into())
            }
            Rule::Any => lowest(u64::MAX),
        };
        found.map_or(Given::Nothing, Given::Cell)
    }
}

impl Strategy {
    /// Decodes a strategy in a game of this many cells; `None` if the numbers are no strategy.
    pub fn of_numbers(numbers: &[u64], cells: usize) -> Option<Strategy> {
        let mut numbers = Numbers { numbers, cells };
        let count = numbers.below(1 << 12)?;
        if count == 0 {
            let first = match numbers.below(cells as u64 + 1)? {
                0 => None,
                cell => Some(cell as u8 - 1),
            };
            let pairs = numbers.pairs()?;
            return numbers.end(Strategy::Pairing { first, pairs });
        }
        let rules = (0..count).map(|_| numbers.rule());
        let rules = rules.collect::<Option<Vec<Rule>>>()?;
        numbers.end(Strategy::List(rules))
    }

    /// Returns the numbers that encode the strategy in a file.
    pub fn numbers(&self) -> Vec<u64> {
        let mut numbers = Vec::new();
        let pairs = |numbers: &mut Vec<u64>, pairs: &[[u8; 2]]| {
            numbers.push(pairs.len() as u64);
            numbers.extend(pairs.iter().flatten().map(|&cell| u64::from(cell)));
        };
        match self {
            Strategy::Pairing {
                first,
                pairs: answers,
            } => {
                numbers.push(0);
                numbers.push(first.map_or(0, |cell| u64::from(cell) + 1));
                pairs(&mut numbers, answers);
            }
            Strategy::List(rules) => {
                numbers.push(rules.len() as u64);
                for rule in rules {
                    match rule {
                        Rule::Win => numbers.push(0),
                        Rule::Stop => numbers.push(1),
                        Rule::Take(cells) => {
                            numbers.extend([2, cells.len() as u64]);
                            numbers.extend(cells.iter().map(|&cell| u64::from(cell)));
                        }
                        Rule::Lowest(set) => numbers.extend([3, *set]),
                        Rule::Only(set) => numbers.extend([4, *set]),
                        Rule::Follow(set) => numbers.extend([5, *set]),
                        Rule::Pair(answers) => {
                            numbers.push(6);
                            pairs(&mut numbers, answers);
                        }
                        Rule::When(cell, guards) => {
                            numbers.extend([7, u64::from(*cell), guards.len() as u64]);
                            let number =
                                |guard: &Guard| 3 * u64::from(guard.cell) + u64::from(guard.is);
                            numbers.extend(guards.iter().map(number));
                        }
                        Rule::Any => numbers.push(8),
                    }
                }
            }
        }
        numbers
    }
}

/// The numbers of a strategy that are still to be read.
struct Numbers<'n> {
    numbers: &'n [u64],
    cells: usize,
}

impl Numbers<'_> {
    fn next(&mut self) -> Option<u64> {
        let (&first, rest) = self.numbers.split_first()?;
        self.numbers = rest;
        Some(first)
    }

    fn below(&mut self, bound: u64) -> Option<u64> {
        self.next().filter(|&number| number < bound)
    }

    fn cell(&mut self) -> Option<u8> {
        self.below(self.cells as u64).map(|cell| cell as u8)
    }

    fn set(&mut self) -> Option<u64> {
        let all = u64::MAX >> (64 - self.cells);
        self.next().filter(|&set| set != 0 && set & !all == 0)
    }

    fn pairs(&mut self) -> Option<Vec<[u8; 2]>> {
        let count = self.below(1 << 12)?;
        (0..count)
            .map(|_| Some([self.cell()?, self.cell()?]))
            .collect()
    }

    fn rule(&mut self) -> Option<Rule> {
        Some(match self.next()? {
            0 => Rule::Win,
            1 => Rule::Stop,
            2 => {
                let count = self.below(1 << 12)?;
                Rule::Take((0..count).map(|_| self.cell()).collect::<Option<_>>()?)
            }
            3 => Rule::Lowest(self.set()?),
            4 => Rule::Only(self.set()?),
            5 => Rule::Follow(self.set()?),
            6 => Rule::Pair(self.pairs()?),
            7 => {
                let cell = self.cell()?;
                let count = self.below(1 << 12)?;
                let mut guards = Vec::new();
                for _ in 0..count {
                    let number = self.below(3 * self.cells as u64)?;
                    let (cell, is) = ((number / 3) as u8, (number % 3) as u8);
                    guards.push(Guard { cell, is });
                }
                Rule::When(cell, guards)
            }
            8 => Rule::Any,
            _ => return None,
        })
    }

    /// Returns the strategy if no number is left.
    fn end(&self, strategy: Strategy) -> Option<Strategy> {
        self.numbers.is_empty().then_some(strategy)
    }
}
