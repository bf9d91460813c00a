//! Quick play by a list of rules: the rules as masks, and the set of positions met.

use super::board::Board;
use super::rules::{Given, Rule, View};

/// A list of rules, ready for play.
pub(super) struct Ready<'r> {
    steps: Vec<Step<'r>>,
}

enum Step<'r> {
    /// A cell, if it is open and these cells are as they should be.
    When {
        cell: u64,
        own: u64,
        other: u64,
        empty: u64,
    },
    Rule(&'r Rule),
}

impl Step<'_> {
    fn cell(cell: u8) -> Self {
        Step::When {
            cell: 1 << cell,
            own: 0,
            other: 0,
            empty: 0,
        }
    }
}

impl<'r> Ready<'r> {
    pub(super) fn new(rules: &'r [Rule]) -> Self {
        let mut steps = Vec::new();
        for rule in rules {
            match rule {
                Rule::Take(cells) => steps.extend(cells.iter().map(|&cell| Step::cell(cell))),
                Rule::When(cell, guards) => {
                    let mut is = [0u64; 3];
                    for guard in guards {
                        is[usize::from(guard.is)] |= 1 << guard.cell;
                    }
                    let [empty, own, other] = is;
                    steps.push(Step::When {
                        cell: 1 << cell,
                        own,
                        other,
                        empty,
                    });
                }
                rule => steps.push(Step::Rule(rule)),
            }
        }
        Ready { steps }
    }

    /// The move that the list gives; `None` where it gives none, or two.
    pub(super) fn choose(&self, view: &View, board: &Board) -> Option<usize> {
        let taken = view.own | view.other;
        for step in &self.steps {
            match step {
                Step::When {
                    cell,
                    own,
                    other,
                    empty,
                } => {
                    let misses =
                        cell & !view.open | own & !view.own | other & !view.other | empty & taken;
                    if misses == 0 {
                        return Some(cell.trailing_zeros() as usize);
                    }
                }
                Step::Rule(rule) => match rule.cell(view, board) {
                    Given::Nothing => {}
                    Given::Cell(cell) => return Some(cell),
                    Given::Two => return None,
                },
            }
        }
        None
    }
}

/// A set of positions. Emptying it costs nothing, and few positions lie close together, however many there were before.
#[derive(Default)]
pub(super) struct Met {
    /// Marks, and when they were met.
    slots: Vec<([u64; 2], u32)>,
    /// How many of the slots are in use: a power of two, or none.
    places: usize,
    /// What was met at another time counts no more. Slots that nobody has used are of time 0.
    now: u32,
    len: usize,
}

/// How many places there are at first.
const PLACES: usize = 1 << 9;

impl Met {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.places = PLACES.min(self.slots.len());
        self.later();
    }

    /// Whether a position is new.
    pub(super) fn insert(&mut self, own: u64, other: u64) -> bool {
        if 2 * self.len >= self.places {
            self.grow();
        }
        let place = self.place([own, other]);
        let (marks, met) = &mut self.slots[place];
        if *met == self.now {
            return false;
        }
        (*marks, *met) = ([own, other], self.now);
        self.len += 1;
        true
    }

    /// Where a position is, or would be.
    fn place(&self, marks: [u64; 2]) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = marks[0].wrapping_mul(ODD) ^ marks[1].rotate_left(32);
        let mixed = u128::from(mixed) * u128::from(ODD);
        let mut place = (mixed >> 64) as usize ^ mixed as usize;
        loop {
            place &= self.places - 1;
            let (known, met) = &self.slots[place];
            if *met != self.now || *known == marks {
                return place;
            }
            place += 1;
        }
    }

    fn grow(&mut self) {
        let met = &self.slots[..self.places];
        let met: Vec<[u64; 2]> = met
            .iter()
            .filter(|(_, met)| *met == self.now)
            .map(|(marks, _)| *marks)
            .collect();
        self.places = (2 * self.places).max(PLACES);
        if self.slots.len() < self.places {
            self.slots.resize(self.places, ([0; 2], 0));
        }
        self.later();
        for marks in met {
            let place = self.place(marks);
            self.slots[place] = (marks, self.now);
        }
    }

    fn later(&mut self) {
        self.now = self.now.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(([0; 2], 0));
            1
        });
    }
}
