//! The language of strategies.

use super::board::{Board, Marks, members};
use super::claim::Claim;
use yomikiri_core::Player;

/// What the claimant does from a leaf on. Cells are numbered from 0; sets of them are bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// The first rule that gives a cell gives the move.
    List(Vec<Rule>),
    /// When the other side takes a cell of a pair, the answer is the other cell of it.
    Pairing {
        /// The cell that the claimant takes first, where it is to move.
        first: Option<u8>,
        /// The pairs.
        pairs: Vec<[u8; 2]>,
    },
}

/// What is done at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// The claimant marks a cell.
    Move(u8),
    /// The other side moves.
    Replies,
    /// The claimant follows a strategy from here on.
    Follow(Strategy),
}

/// A rule, which gives an open cell or none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The lowest cell that completes a line of one's own, where lines win.
    Win,
    /// The lowest cell that would complete a line of the other side, where lines win.
    Stop,
    /// The first of a list.
    Take(Vec<u8>),
    /// The lowest of a set.
    Lowest(u64),
    /// That of a set, if only one of its cells is open.
    Only(u64),
    /// That of a set on top of a mark of the other side; two give no move.
    Follow(u64),
    /// The cell of the first pair whose other cell the other side has marked.
    Pair(Vec<[u8; 2]>),
    /// A cell, if every guard holds.
    When(u8, Vec<Guard>),
    /// The lowest.
    Any,
}

/// A cell, and what it has to be: 0 empty, 1 with a mark of one's own, 2 with one of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    /// The cell.
    pub cell: u8,
    /// What it has to be.
    pub is: u8,
}

/// A position as the player sees it who follows a strategy.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) open: u64,
    /// The empty cells that would complete a line of one's own, and of the other side.
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

    /// The position after a mark, of one's own or not.
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

    /// A mark of nobody is one of both.
    #[cold]
    fn share(&mut self, is_own: bool) {
        match is_own {
            true => (self.other, self.stops) = (self.own, self.wins),
            false => (self.own, self.wins) = (self.other, self.stops),
        }
    }

    /// The position after a mark, of one's own or not, and whether the claim is kept if play ends there.
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

    /// Whether the claim is kept where play ended with a mark, if it did: `line`, whether that completed a line.
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

    /// What is on a cell, as guards say it.
    pub(super) fn state(&self, cell: usize) -> u8 {
        match (self.own >> cell & 1, self.other >> cell & 1) {
            (0, 0) => 0,
            (0, _) => 2,
            _ => 1,
        }
    }

    /// Whether a guard holds. A mark of nobody is one of both.
    fn keeps(&self, guard: Guard) -> bool {
        let has = |set: u64| set >> guard.cell & 1 == 1;
        match guard.is {
            0 => !has(self.own | self.other),
            1 => has(self.own),
            _ => has(self.other),
        }
    }
}

/// What a rule gives.
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
    /// The strategy that numbers stand for, in a game of so many cells; `None` where they stand for none.
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

    /// The numbers that stand for it in a file.
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

/// Numbers of a strategy that are still to be read.
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

    /// What was read, if nothing is left.
    fn end(&self, strategy: Strategy) -> Option<Strategy> {
        self.numbers.is_empty().then_some(strategy)
    }
}
