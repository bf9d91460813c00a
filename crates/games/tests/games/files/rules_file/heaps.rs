//! Heaps by side, and heaps that remember the last move, against the same rules on lists of numbers.

use super::twins::{Tree, of_file};
use std::collections::HashMap;
use yomikiri_core::{Outcome, Player};

/// Rules of heaps that keep their places.
#[derive(Clone, Default)]
struct Told {
    /// What First takes, and Second; nothing: any number.
    take: [Vec<usize>; 2],
    opening: Option<usize>,
    times: Option<usize>,
    /// Whether the number has to change.
    changes: bool,
    /// Whether who cannot move wins.
    misere: bool,
}

impl Told {
    fn tree(&self, sizes: &[usize]) -> Tree {
        let text = |heaps: &[usize], mover: usize, last: usize| {
            let heaps: Vec<String> = heaps.iter().map(usize::to_string).collect();
            let last = match last {
                0 => String::new(),
                last => format!(":{last}"),
            };
            heaps.join("/") + ["", ":second"][mover] + &last
        };
        let remembers = self.opening.is_some() || self.times.is_some() || self.changes;
        let mut tree = Tree::new();
        let mut open = vec![(sizes.to_vec(), 0, 0)];
        while let Some((heaps, mover, last)) = open.pop() {
            let key = text(&heaps, mover, last);
            if tree.contains_key(&key) {
                continue;
            }
            let mut moves = Vec::new();
            for heap in 0..heaps.len() {
                for taken in 1..=heaps[heap] {
                    let listed = self.take[mover].is_empty() || self.take[mover].contains(&taken);
                    let allowed = if last == 0 {
                        self.opening.is_none_or(|most| taken <= most)
                    } else {
                        self.times.is_none_or(|times| taken <= times * last)
                            && (!self.changes || taken != last)
                    };
                    if listed && allowed {
                        let mut next = heaps.clone();
                        next[heap] -= taken;
                        let now = if remembers { taken } else { 0 };
                        let name = format!("{},{taken}", heap + 1);
                        moves.push((name, text(&next, 1 - mover, now), 0));
                        open.push((next, 1 - mover, now));
                    }
                }
            }
            moves.sort();
            let player = Player::BOTH[mover];
            let stuck = Outcome::Win(if self.misere {
                player
            } else {
                player.opponent()
            });
            tree.insert(key, (player, moves.is_empty().then_some(stuck), moves));
        }
        tree
    }
}

fn file(sizes: &[usize], keys: &str) -> String {
    format!("rules = 1\nkind = \"heaps\"\n[heaps]\nsizes = {sizes:?}\n{keys}")
}

fn example(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/");
    std::fs::read_to_string(format!("{folder}{name}")).unwrap()
}

/// Whether who is to move loses.
fn loses(tree: &Tree, position: &str, known: &mut HashMap<String, bool>) -> bool {
    if let Some(lost) = known.get(position) {
        return *lost;
    }
    let (mover, outcome, moves) = &tree[position];
    let lost = match outcome {
        Some(outcome) => *outcome == Outcome::Win(mover.opponent()),
        None => moves.iter().all(|(_, next, _)| !loses(tree, next, known)),
    };
    known.insert(position.to_owned(), lost);
    lost
}

#[test]
fn files_of_heaps_are_what_they_say() {
    let any = Told::default();
    let cases: Vec<(Vec<usize>, &str, Told)> = vec![
        (
            vec![9, 7],
            "opening = 5\ntimes = 2\n",
            Told {
                opening: Some(5),
                times: Some(2),
                ..any.clone()
            },
        ),
        (
            vec![5, 0, 6],
            "repeat = false\ntake = [1, 2, 4]\nstuck = \"win\"\n",
            Told {
                take: [vec![1, 2, 4], vec![1, 2, 4]],
                changes: true,
                misere: true,
                ..any.clone()
            },
        ),
        (
            vec![12],
            "opening = 3\n",
            Told {
                opening: Some(3),
                ..any.clone()
            },
        ),
        (
            vec![8, 5],
            "times = 1\nrepeat = false\n[heaps.second]\ntake = [1, 3]\n",
            Told {
                take: [vec![], vec![1, 3]],
                times: Some(1),
                changes: true,
                ..any.clone()
            },
        ),
        (
            vec![6, 5, 4],
            "take = [2, 3]\nstuck = \"win\"\n[heaps.first]\ntake = [1, 4]\n",
            Told {
                take: [vec![1, 4], vec![2, 3]],
                misere: true,
                ..any.clone()
            },
        ),
        (vec![6, 5], "repeat = true\n", any.clone()),
    ];
    for (sizes, keys, told) in cases {
        assert_eq!(of_file(&file(&sizes, keys)), told.tree(&sizes), "{keys}");
    }
    let odd_and_even = Told {
        take: [vec![1, 3, 5, 7], vec![2, 4, 6]],
        ..any
    };
    let tree = of_file(&example("odd-and-even.toml"));
    assert_eq!(tree, odd_and_even.tree(&[4, 6, 7]));
}

/// Taking together and splitting, where each player does it in another way.
#[test]
fn each_player_splits_in_another_way() {
    let text = "leave = [0, 1]\ntake = [1, 2]\n[heaps.second]\ntake = [0, 1]\nleave = [1, 2]\nunequal = true\n";
    let tree = of_file(&file(&[4, 3], text));
    let names = |position: &str| -> Vec<&str> {
        let moves = &tree[position].2;
        moves.iter().map(|(name, _, _)| name.as_str()).collect()
    };
    assert_eq!(names("4/3"), ["3>1", "3>2", "4>2", "4>3"]);
    // Second may split 3 into 2 and 1, take one of 4 and leave 3, or take one and split.
    assert_eq!(names("3/3:second"), ["3>2", "3>2+1"]);
    let splits = names("4/1:second");
    assert_eq!(splits, ["4>2+1", "4>3", "4>3+1"]);
    // Second takes one stone and leaves a heap, or splits: a single stone is no move.
    assert!(matches!(
        tree["1:second"].1,
        Some(Outcome::Win(Player::First))
    ));

    let text = "take = [1, 2]\ntogether = 2\n[heaps.second]\ntake = [1, 3]\n";
    let tree = of_file(&file(&[3, 4], text));
    let names: Vec<&str> = tree["3/4"]
        .2
        .iter()
        .map(|(name, ..)| name.as_str())
        .collect();
    assert_eq!(names, ["1+2,1", "1+2,2", "1,1", "1,2", "2,1", "2,2"]);
    let after: Vec<&str> = tree["3/3:second"]
        .2
        .iter()
        .map(|(name, ..)| name.as_str())
        .collect();
    assert_eq!(after, ["1+2,1", "1+2,3", "1,1", "1,3", "2,1", "2,3"]);
}

/// Who begins loses exactly if the heap is a Fibonacci number: Whinihan, "Fibonacci nim", Fibonacci Quarterly 1 (1963).
/// In the game in which a move takes at most as many stones as the one before it, the powers of two are lost: Epp and
/// Ferguson, "A note on take-away games", Fibonacci Quarterly 18 (1980).
#[test]
fn who_begins_loses_at_fibonacci_numbers() {
    for (times, lost) in [(2, &[2, 3, 5, 8, 13, 21, 34][..]), (1, &[2, 4, 8, 16, 32])] {
        for size in 2..=40 {
            let keys = format!("opening = {}\ntimes = {times}\n", size - 1);
            let tree = of_file(&file(&[size], &keys));
            let found = loses(&tree, &size.to_string(), &mut HashMap::new());
            assert_eq!(found, lost.contains(&size), "{size}, {times} times");
        }
    }
    let tree = of_file(&example("fibonacci.toml"));
    assert!(loses(&tree, "21", &mut HashMap::new()));
    // Of 13 stones that one of 8 has been taken from 21, Second takes up to twice 8.
    assert_eq!(tree["13:second:8"].2.len(), 13);
    assert_eq!(tree["18:second:3"].2.len(), 6);
}
