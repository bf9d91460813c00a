//! Kalah on a ring of pits and stores.

use super::{Naive, same, with_turn};
use yomikiri_core::Outcome;

struct Kalah {
    pits: usize,
    seeds: i64,
}

/// The ring: First's pits, First's store, Second's pits, Second's store; the stores are emptied after every
/// move.
type Position = (Vec<i64>, usize);

impl Kalah {
    fn sides(&self, ring: &[i64]) -> [i64; 2] {
        let first = ring[..self.pits].iter().sum();
        [first, ring[self.pits + 1..2 * self.pits + 1].iter().sum()]
    }
}

impl Naive for Kalah {
    type Position = Position;
    fn start(&self) -> Position {
        let mut side = vec![self.seeds; self.pits];
        side.push(0);
        (side.repeat(2), 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (ring, turn): &Position) -> Vec<(i64, Position)> {
        let length = ring.len();
        let home = turn * (self.pits + 1);
        let (store, other_store) = (home + self.pits, (home + 2 * self.pits + 1) % length);
        let mut next = Vec::new();
        for pit in home..home + self.pits {
            if ring[pit] == 0 {
                continue;
            }
            let mut ring = ring.clone();
            let mut hand = ring[pit];
            ring[pit] = 0;
            let mut at = pit;
            while hand > 0 {
                at = (at + 1) % length;
                if at != other_store {
                    ring[at] += 1;
                    hand -= 1;
                }
            }
            if (home..store).contains(&at) && ring[at] == 1 {
                let opposite = 2 * self.pits - at;
                if ring[opposite] > 0 {
                    ring[store] += ring[opposite] + 1;
                    ring[opposite] = 0;
                    ring[at] = 0;
                }
            }
            let gain = std::mem::take(&mut ring[store]);
            next.push((gain, (ring, if at == store { *turn } else { 1 - turn })));
        }
        next
    }
    fn over(&self, (ring, _): &Position, _: bool) -> Option<Outcome> {
        let [first, second] = self.sides(ring);
        (first == 0 || second == 0).then_some(Outcome::Margin(first - second))
    }
    fn text(&self, (ring, turn): &Position) -> String {
        let side = |start: usize| {
            let pits: Vec<String> = ring[start..start + self.pits]
                .iter()
                .map(i64::to_string)
                .collect();
            pits.join("/")
        };
        with_turn(format!("{}//{}", side(0), side(self.pits + 1)), *turn)
    }
}

#[test]
fn positions() {
    let count = |pits, seeds| {
        let spec = format!("kalah:pits={pits},seeds={seeds}");
        same(&spec, &Kalah { pits, seeds })
    };
    assert_eq!(count(2, 2).by_ply, [1, 2, 3, 2, 3, 5, 5, 4, 1]);
    for (pits, seeds, margin) in [(1, 3, 6), (2, 2, -2), (3, 2, 4), (3, 3, 2)] {
        assert_eq!(count(pits, seeds).margin, margin, "{pits}, {seeds}");
    }
}
