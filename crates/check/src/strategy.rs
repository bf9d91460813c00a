//! Strategies: a player's moves from a leaf of a proof on, as local rules over cells.

use crate::fault::{Fault, Reason};
use crate::rules::{Places, members};
use crate::stream::Stream;
use std::io::Read;

/// A strategy. A cell is a place, numbered from 0 here; sets of cells are bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Makes the move of the first rule that gives a cell.
    List(Vec<Rule>),
    /// Answers each cell of a pair with the other one.
    Pairing {
        /// The cell that the player to move at the leaf takes first.
        first: Option<u8>,
        /// The pairs.
        pairs: Vec<[u8; 2]>,
    },
}

/// A rule that gives a cell or none. *Open* cells are those that can be marked now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The lowest open cell that completes a line of one's own, if lines win.
    Win,
    /// The lowest open cell that would complete a line of the other side, if lines win.
    Stop,
    /// The first open cell of a list.
    Take(Vec<u8>),
    /// The lowest open cell of a set.
    Lowest(u64),
    /// The open cell of a set, if there is exactly one.
    Only(u64),
    /// The open cell of a set that lies above an opponent's mark; the rule fails if there are two.
    Follow(u64),
    /// The open cell of the first pair whose other cell the opponent has marked.
    Pair(Vec<[u8; 2]>),
    /// A cell, if it is open and every guard holds.
    When(u8, Vec<Guard>),
    /// The lowest open cell.
    Any,
}

/// A cell and the content that it must have: 0 no mark, 1 a mark of one's own, 2 a mark of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The cell.
    pub cell: u8,
    /// The content that it must have.
    pub is: u8,
}

/// The most rules of a strategy, and the most guards of a rule.
const MOST: u64 = 1 << 12;

impl Strategy {
    /// Reads a strategy of a game with this many places.
    pub(crate) fn read(
        stream: &mut Stream<'_, impl Read>,
        cells: usize,
    ) -> Result<Strategy, Fault> {
        let mut reader = Reader { stream, cells };
        let count = reader.stream.number()?;
        if count == 0 {
            let first = match reader.below(cells as u64 + 1)? {
                0 => None,
                cell => Some(cell as u8 - 1),
            };
            let pairs = reader.pairs()?;
            return Ok(Strategy::Pairing { first, pairs });
        }
        if count > MOST {
            return Err(Reason::BadStrategy.into());
        }
        let mut rules = Vec::new();
        for _ in 0..count {
            rules.push(reader.rule()?);
        }
        Ok(Strategy::List(rules))
    }

    /// Returns the approximate bytes of the strategy.
    pub(crate) fn size(&self) -> u64 {
        let bytes = match self {
            Strategy::Pairing { pairs, .. } => 2 * pairs.len(),
            Strategy::List(rules) => rules
                .iter()
                .map(|rule| {
                    size_of::<Rule>()
                        + match rule {
                            Rule::Take(cells) => cells.len(),
                            Rule::Pair(pairs) => 2 * pairs.len(),
                            Rule::When(_, guards) => 2 * guards.len(),
                            _ => 0,
                        }
                })
                .sum(),
        };
        bytes as u64 + 64
    }
}

struct Reader<'r, 's, R> {
    stream: &'r mut Stream<'s, R>,
    cells: usize,
}

impl<R: Read> Reader<'_, '_, R> {
    fn rule(&mut self) -> Result<Rule, Fault> {
        Ok(match self.stream.number()? {
            0 => Rule::Win,
            1 => Rule::Stop,
            2 => Rule::Take(self.take()?),
            3 => Rule::Lowest(self.set()?),
            4 => Rule::Only(self.set()?),
            5 => Rule::Follow(self.set()?),
            6 => Rule::Pair(self.pairs()?),
            7 => {
                let cell = self.cell()?;
                let mut guards = Vec::new();
                for _ in 0..self.count()? {
                    let number = self.below(3 * self.cells as u64)?;
                    let (cell, is) = ((number / 3) as u8, (number % 3) as u8);
                    guards.push(Guard { cell, is });
                }
                Rule::When(cell, guards)
            }
            8 => Rule::Any,
            _ => return Err(Reason::BadStrategy.into()),
        })
    }

    /// Reads a number below a bound.
    fn below(&mut self, bound: u64) -> Result<u64, Fault> {
        let number = self.stream.number()?;
        match number < bound {
            true => Ok(number),
            false => Err(Reason::BadStrategy.into()),
        }
    }

    fn cell(&mut self) -> Result<u8, Fault> {
        self.below(self.cells as u64).map(|cell| cell as u8)
    }

    /// Reads the count of the items that follow, at least one.
    fn count(&mut self) -> Result<u64, Fault> {
        self.below(MOST).and_then(|count| match count {
            0 => Err(Reason::BadStrategy.into()),
            _ => Ok(count),
        })
    }

    fn set(&mut self) -> Result<u64, Fault> {
        let set = self.stream.number()?;
        match set != 0 && u128::from(set) < 1 << self.cells {
            true => Ok(set),
            false => Err(Reason::BadStrategy.into()),
        }
    }

    /// Reads different cells.
    fn different(&mut self, count: u64) -> Result<Vec<u8>, Fault> {
        let (mut cells, mut seen) = (Vec::new(), 0u64);
        for _ in 0..count {
            let cell = self.cell()?;
            if seen >> cell & 1 == 1 {
                return Err(Reason::BadStrategy.into());
            }
            seen |= 1 << cell;
            cells.push(cell);
        }
        Ok(cells)
    }

    fn take(&mut self) -> Result<Vec<u8>, Fault> {
        let count = self.count()?;
        self.different(count)
    }

    fn pairs(&mut self) -> Result<Vec<[u8; 2]>, Fault> {
        let count = self.count()?;
        let cells = self.different(2 * count)?;
        Ok(cells
            .chunks_exact(2)
            .map(|pair| [pair[0], pair[1]])
            .collect())
    }
}

/// A position as seen by the player who follows a strategy.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) own: u64,
    pub(crate) other: u64,
    pub(crate) open: u64,
}

impl Strategy {
    /// Returns the cell that the rules of a list give.
    pub(crate) fn choose(rules: &[Rule], view: View, places: &Places) -> Result<usize, Reason> {
        for rule in rules {
            if let Some(cell) = rule.cell(view, places)? {
                return Ok(cell);
            }
        }
        Err(Reason::NoRule)
    }
}

impl Rule {
    fn cell(&self, view: View, places: &Places) -> Result<Option<usize>, Reason> {
        let View { own, other, open } = view;
        let is_open = |cell: u8| open >> cell & 1 == 1;
        let lowest = |set: u64| members(set & open).next();
        Ok(match self {
            Rule::Win => members(open).find(|&cell| places.completes(own, cell)),
            Rule::Stop => members(open).find(|&cell| places.completes(other, cell)),
            Rule::Take(list) => list
                .iter()
                .find(|&&cell| is_open(cell))
                .map(|&cell| cell.into()),
            Rule::Lowest(set) => lowest(*set),
            Rule::Only(set) => lowest(*set).filter(|_| (set & open).count_ones() == 1),
            Rule::Follow(set) => {
                let on_top = |&cell: &usize| places.support[cell] & other != 0;
                let mut found = members(set & open).filter(on_top);
                let first = found.next();
                if found.next().is_some() {
                    return Err(Reason::TwoMoves);
                }
                first
            }
            Rule::Pair(pairs) => {
                let answer = |&[one, two]: &[u8; 2]| {
                    let has = |cell: u8| other >> cell & 1 == 1;
                    if has(one) && is_open(two) {
                        Some(two.into())
                    } else if has(two) && is_open(one) {
                        Some(one.into())
                    } else {
                        None
                    }
                };
                pairs.iter().find_map(answer)
            }
            Rule::When(cell, guards) => {
                let holds = |guard: &Guard| {
                    let set = [!(own | other), own, other][usize::from(guard.is)];
                    set >> guard.cell & 1 == 1
                };
                let fires = is_open(*cell) && guards.iter().all(holds);
                fires.then_some((*cell).into())
            }
            Rule::Any => lowest(u64::MAX),
        })
    }
}
