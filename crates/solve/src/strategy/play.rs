//! Quick play by a list of rules: the rules as masks, and the set of positions met.

use super::board::Board;
use super::rules::{Given, Rule, View};

/// A list of rules, ready for play.
pub(super) struct Ready {
    steps: Vec<Step>,
}

enum Step {
    /// Gives a cell, if it is open and the other cells are as they should be.
    When {
        cell: u64,
        own: u64,
        other: u64,
        empty: u64,
    },
    Rule(Rule),
}

impl Step {
    fn cell(cell: u8) -> Self {
        Step::When {
            cell: 1 << cell,
            own: 0,
            other: 0,
            empty: 0,
        }
    }
}

impl Ready {
    pub(super) fn new(rules: &[Rule]) -> Self {
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
                rule => steps.push(Step::Rule(rule.clone())),
            }
        }
        Ready { steps }
    }

    /// Returns the move that the list gives; `None` if it gives none, or two.
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

/// A set of positions that is emptied in constant time. However many positions it held before, few positions lie
/// close together in memory.
#[derive(Default)]
pub(super) struct Met {
    /// The marks of a position, and the round in which they were inserted.
    slots: Vec<([u64; 2], u32)>,
    /// The number of slots in use: a power of two, or 0.
    places: usize,
    /// The present round. Entries of earlier rounds do not count, and unused slots have round 0.
    now: u32,
    len: usize,
}

/// The number of slots at first.
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

    /// Inserts a position, and returns whether it is new.
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

    /// Returns the slot of a position, or the one where it would go.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::Marks;
    use crate::strategy::rules::Guard;
    use std::collections::HashSet;
    use yomikiri_core::Player;
    use yomikiri_core::declared::DeclaredCells;
    use yomikiri_core::random::Random;

    const CELLS: usize = 12;

    /// Returns a board of three rows of four cells, with three in a row or in a column as lines.
    fn board(falls: bool) -> Board {
        let rows = (0..3).flat_map(|row| (0..2).map(move |from| 4 * row + from));
        let lines = rows.map(|from| vec![from, from + 1, from + 2]);
        let columns = (0..4).map(|from| vec![from, from + 4, from + 8]);
        let below = |cell: usize| (falls && cell + 4 < CELLS).then_some(cell + 4);
        let declared = DeclaredCells {
            board: "....\n....\n....".to_owned(),
            boards: 1,
            marks: "own",
            lines_win: true,
            full: None,
            weights: vec![1; CELLS],
            support: (0..CELLS).map(below).collect(),
            lines: lines.chain(columns).collect(),
        };
        Board::new(&declared).unwrap()
    }

    fn rule(random: &mut Random) -> Rule {
        let cell = |random: &mut Random| random.below(CELLS as u64) as u8;
        let set = random.bits() & ((1 << CELLS) - 1);
        match random.below(9) {
            0 => Rule::Win,
            1 => Rule::Stop,
            2 => Rule::Take((0..3).map(|_| cell(random)).collect()),
            3 => Rule::Lowest(set),
            4 => Rule::Only(set),
            5 => Rule::Follow(set),
            6 => Rule::Pair(vec![[cell(random), cell(random)]; 2]),
            7 => {
                let count = random.below(3);
                let guard = |random: &mut Random| Guard {
                    cell: cell(random),
                    is: random.below(3) as u8,
                };
                Rule::When(cell(random), (0..count).map(|_| guard(random)).collect())
            }
            _ => Rule::Any,
        }
    }

    /// Follows the rules one by one, as the language defines them.
    fn plainly(rules: &[Rule], view: &View, board: &Board) -> Option<usize> {
        for rule in rules {
            match rule.cell(view, board) {
                Given::Nothing => {}
                Given::Cell(cell) => return Some(cell),
                Given::Two => return None,
            }
        }
        None
    }

    #[test]
    fn rules_as_masks_give_the_moves_that_the_rules_give() {
        let mut random = Random::new(1);
        let (mut moves, mut none) = (0, 0);
        for board in [board(false), board(true)] {
            for _ in 0..20_000 {
                let mut at = Marks { x: 0, o: 0 };
                for _ in 0..random.below(CELLS as u64) {
                    let open: Vec<usize> = (0..CELLS)
                        .filter(|cell| board.open(at.x, at.o) >> cell & 1 == 1)
                        .collect();
                    let cell = *random.pick(&open).unwrap();
                    match at.to_move() {
                        Player::First => at.x |= 1 << cell,
                        Player::Second => at.o |= 1 << cell,
                    }
                }
                let rules: Vec<Rule> = (0..random.below(5)).map(|_| rule(&mut random)).collect();
                let view = View::of(&board, at, Player::BOTH[random.index(2)]);
                let chosen = Ready::new(&rules).choose(&view, &board);
                assert_eq!(chosen, plainly(&rules, &view, &board), "{rules:?} {view:?}");
                match chosen {
                    Some(_) => moves += 1,
                    None => none += 1,
                }
            }
        }
        assert!(moves > 5_000 && none > 5_000, "{moves} {none}");
    }

    #[test]
    fn positions_met_are_a_set_that_can_be_emptied() {
        let mut random = Random::new(2);
        let mut met = Met::default();
        for round in 0..200 {
            // This acts as if the set had been emptied very often.
            if round == 100 {
                met.now = u32::MAX - 3;
            }
            met.clear();
            let mut known = HashSet::new();
            let most = 1 << random.below(13);
            for _ in 0..most {
                let marks = (random.below(most), random.below(4));
                assert_eq!(met.insert(marks.0, marks.1), known.insert(marks));
            }
            assert_eq!(met.len(), known.len());
        }
    }
}
