//! The positions of dobutsu shogi counted as Tanaka (2009) counted them: seen from the side of the player to
//! move, mirror images as one, both lions on the board; who can take the lion does, so that play ends there.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The mover's lion, giraffe, elephant, chick and hen; the other's are 5 more.
const LION: u8 = 1;
const GIRAFFE: u8 = 2;
const ELEPHANT: u8 = 3;
const CHICK: u8 = 4;
const HEN: u8 = 5;
const OTHER: u8 = 5;

/// The board from the far row on, from left to right, 0 an empty cell; then how many giraffes, elephants and
/// chicks the mover and the other hold.
#[derive(Clone, Copy)]
struct Seen {
    cells: [u8; 12],
    held: [[u8; 3]; 2],
}

impl Seen {
    fn start() -> Seen {
        let own = [(9, ELEPHANT), (10, LION), (11, GIRAFFE), (7, CHICK)];
        let mut cells = [0; 12];
        for (cell, animal) in own {
            cells[cell] = animal;
            cells[11 - cell] = animal + OTHER;
        }
        Seen {
            cells,
            held: [[0; 3]; 2],
        }
    }

    /// The lesser of the numbers of the position and its mirror image, and back.
    fn number(&self) -> u64 {
        let digits = |column: fn(usize) -> usize| {
            let cells = (0..12).map(|cell| self.cells[cell / 3 * 3 + column(cell % 3)]);
            let held = self.held.concat();
            let board = cells.fold(0, |number, cell| number << 4 | u64::from(cell));
            held.iter()
                .fold(board, |number, held| number << 2 | u64::from(*held))
        };
        digits(|column| column).min(digits(|column| 2 - column))
    }

    fn of(mut number: u64) -> Seen {
        let mut seen = Seen {
            cells: [0; 12],
            held: [[0; 3]; 2],
        };
        for held in seen.held.iter_mut().flatten().rev() {
            *held = (number & 3) as u8;
            number >>= 2;
        }
        for cell in seen.cells.iter_mut().rev() {
            *cell = (number & 15) as u8;
            number >>= 4;
        }
        seen
    }

    /// The same from the other side.
    fn turned(&self) -> Seen {
        let mut cells = self.cells;
        cells.reverse();
        for cell in &mut cells {
            *cell = match *cell {
                0 => 0,
                own @ 1..=OTHER => own + OTHER,
                other => other - OTHER,
            };
        }
        let [own, other] = self.held;
        Seen {
            cells,
            held: [other, own],
        }
    }

    fn find(&self, animal: u8) -> usize {
        let at = self.cells.iter().position(|cell| *cell == animal);
        at.expect("both lions stand")
    }

    fn takes(&self, cell: usize) -> bool {
        (0..12).any(|from| steps(self.cells[from], from).contains(&cell))
    }

    /// Whether play ends here: the other's lion has come across, or can be taken.
    fn is_over(&self) -> bool {
        let lion = self.find(LION + OTHER);
        lion >= 9 || self.takes(lion)
    }

    /// What follows, seen by the other.
    fn next(&self) -> Vec<Seen> {
        let mut next = Vec::new();
        for from in 0..12 {
            let animal = self.cells[from];
            for &to in steps(animal, from) {
                let there = self.cells[to];
                if (1..=OTHER).contains(&there) {
                    continue;
                }
                let mut after = *self;
                after.cells[from] = 0;
                after.cells[to] = if animal == CHICK && to < 3 {
                    HEN
                } else {
                    animal
                };
                if there > OTHER {
                    let taken = (there - OTHER).min(CHICK);
                    after.held[0][usize::from(taken - GIRAFFE)] += 1;
                }
                next.push(after.turned());
            }
        }
        for (held, animal) in (GIRAFFE..=CHICK).enumerate() {
            let free = (0..12).filter(|&cell| self.held[0][held] > 0 && self.cells[cell] == 0);
            for cell in free {
                let mut after = *self;
                after.held[0][held] -= 1;
                after.cells[cell] = animal;
                next.push(after.turned());
            }
        }
        next
    }
}

/// The cells that one of the mover's animals goes to, whatever stands there; none for what is not the mover's.
fn steps(animal: u8, from: usize) -> &'static [usize] {
    static STEPS: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
        let all = (0..=2 * OTHER).flat_map(|animal| (0..12).map(move |from| (animal, from)));
        all.map(|(animal, from)| (0..12).filter(|to| goes(animal, from, *to)).collect())
            .collect()
    });
    &STEPS[usize::from(animal) * 12 + from]
}

fn goes(animal: u8, from: usize, to: usize) -> bool {
    let step = |from: usize, to: usize| to as i32 - from as i32;
    let (down, right) = (step(from / 3, to / 3), step(from % 3, to % 3));
    let near = to != from && down.abs() <= 1 && right.abs() <= 1;
    let straight = down == 0 || right == 0;
    near && match animal {
        LION => true,
        GIRAFFE => straight,
        ELEPHANT => !straight,
        CHICK => (down, right) == (-1, 0),
        HEN => straight || down == -1,
        _ => false,
    }
}

#[test]
#[ignore = "twelve minutes, 5 GB of memory: cargo test --release -p yomikiri-games --test games dobutsu_count -- --ignored"]
fn positions_are_as_many_as_published() {
    // A quicker hash than the standard one does not spread these numbers.
    let mut known = HashSet::new();
    let mut layer = vec![Seen::start().number()];
    known.insert(layer[0]);
    while !layer.is_empty() {
        let mut next = Vec::new();
        for seen in layer.into_iter().map(Seen::of) {
            if !seen.is_over() {
                let numbers = seen.next().into_iter().map(|seen| seen.number());
                next.extend(numbers.filter(|number| known.insert(*number)));
            }
        }
        layer = next;
    }
    assert_eq!(known.len(), 246_803_167);
}
