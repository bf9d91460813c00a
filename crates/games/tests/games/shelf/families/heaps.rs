//! Games of heaps on lists of sizes.

use super::{Naive, WON, same, with_turn};
use yomikiri_core::{Outcome, Player};

/// What a move may leave of a heap, by a rule of the game's own.
struct Heaps {
    start: Vec<u32>,
    leaves: fn(u32) -> Vec<Vec<u32>>,
    /// Heaps can be split: they are written from the largest, without empty ones.
    splits: bool,
    misere: bool,
}

type Position = (Vec<u32>, usize);

impl Naive for Heaps {
    type Position = Position;
    fn start(&self) -> Position {
        (self.start.clone(), 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (heaps, turn): &Position) -> Vec<(i64, Position)> {
        let mut next = Vec::new();
        for (heap, &size) in heaps.iter().enumerate() {
            for left in (self.leaves)(size) {
                let mut heaps = heaps.clone();
                if self.splits {
                    heaps.remove(heap);
                    heaps.extend(left.into_iter().filter(|&size| size > 0));
                    heaps.sort_by(|a, b| b.cmp(a));
                } else {
                    heaps[heap] = left[0];
                }
                next.push((0, (heaps, 1 - turn)));
            }
        }
        if self.splits {
            // Equal heaps are told apart by nobody.
            next.sort();
            next.dedup();
        }
        next
    }
    fn over(&self, (_, turn): &Position, stuck: bool) -> Option<Outcome> {
        let winner = if self.misere { *turn } else { 1 - turn };
        stuck.then_some(Outcome::Win(Player::BOTH[winner]))
    }
    fn text(&self, (heaps, turn): &Position) -> String {
        let sizes: Vec<String> = heaps.iter().map(u32::to_string).collect();
        let sizes = if sizes.is_empty() {
            "0".to_owned()
        } else {
            sizes.join("/")
        };
        with_turn(sizes, *turn)
    }
}

fn nim(size: u32) -> Vec<Vec<u32>> {
    (0..size).map(|left| vec![left]).collect()
}

/// One pin is knocked down, or two next to each other: `taken` in a row.
fn pins(size: u32, taken: u32) -> Vec<Vec<u32>> {
    let places = (0..size).filter(|place| place + taken <= size);
    let rows = places.map(|place| vec![place, size - place - taken]);
    rows.filter(|rows| rows[0] >= rows[1]).collect()
}

fn kayles(size: u32) -> Vec<Vec<u32>> {
    [pins(size, 1), pins(size, 2)].concat()
}

fn dawson(size: u32) -> Vec<Vec<u32>> {
    pins(size, 2)
}

fn grundy(size: u32) -> Vec<Vec<u32>> {
    let smaller = 1..size;
    let pairs = smaller.map(|smaller| vec![size.saturating_sub(smaller), smaller]);
    pairs.filter(|pair| pair[0] > pair[1]).collect()
}

#[test]
fn positions() {
    let margin = |spec: &str, start: &[u32], leaves, splits, misere| {
        let naive = Heaps {
            start: start.to_vec(),
            leaves,
            splits,
            misere,
        };
        same(spec, &naive).margin
    };
    let rows = [1, 3, 5, 7];
    assert_eq!(margin("nim", &rows, nim, false, false), -WON);
    assert_eq!(margin("nim:misere=yes", &rows, nim, false, true), -WON);
    assert_eq!(margin("nim:heaps=3/2", &[3, 2], nim, false, false), WON);
    assert_eq!(margin("heaps", &[9], kayles, true, false), WON);
    let misere = "heaps:heaps=5/4,misere=yes";
    assert_eq!(margin(misere, &[5, 4], kayles, true, true), -WON);
    let dawsons = "heaps:heaps=4/12,code=dawsons-kayles";
    assert_eq!(margin(dawsons, &[12, 4], dawson, true, false), -WON);
    let split = "heaps:heaps=14,code=grundy";
    assert_eq!(margin(split, &[14], grundy, true, false), WON);
}

/// Where a single heap is lost for who moves: the zeros of published Grundy numbers.
#[test]
fn lost_heaps() {
    type Leaves = fn(u32) -> Vec<Vec<u32>>;
    let published: [(&str, Leaves, &[u32]); 3] = [
        ("kayles", kayles, &[0]),
        ("dawsons-kayles", dawson, &[0, 1, 5, 9, 15]),
        ("grundy", grundy, &[0, 1, 2, 4, 7, 10]),
    ];
    for (code, leaves, lost) in published {
        for size in 0..=15 {
            let naive = Heaps {
                start: if size == 0 { vec![] } else { vec![size] },
                leaves,
                splits: true,
                misere: false,
            };
            let known = same(&format!("heaps:heaps={size},code={code}"), &naive);
            assert_eq!(known.margin == -WON, lost.contains(&size), "{code} {size}");
        }
    }
}
