//! Gobblet Gobblers on stacks of letters. Who has won is told with the move that decides it: the cup is lifted, the other
//! player's rows are looked at, and the cup is put down.

use super::{Known, Naive, alike, same, stuck_loses, with_turn};
use crate::shared::shared;
use yomikiri_core::{Outcome, Player};
use yomikiri_games::registry::Playable;
use yomikiri_games::spec::NoFiles;

struct Cups {
    sizes: usize,
    each: usize,
}

/// The stacks of the nine cells, the largest cup last; whose turn it is; who has won by a row.
type Position = (Vec<String>, usize, Option<usize>);

const LETTERS: [&str; 2] = ["SML", "sml"];

fn size(cup: char) -> usize {
    "SML".find(cup.to_ascii_uppercase()).unwrap()
}

/// The rows of a player, by their cells.
fn rows(cells: &[String], player: usize) -> Vec<[usize; 3]> {
    let shows = |cell: &usize| {
        let top = cells[*cell].chars().last();
        top.is_some_and(|cup| LETTERS[player].contains(cup))
    };
    let mut all = Vec::new();
    for step in 0..3 {
        all.push([3 * step, 3 * step + 1, 3 * step + 2]);
        all.push([step, step + 3, step + 6]);
    }
    all.extend([[0, 4, 8], [2, 4, 6]]);
    all.retain(|row| row.iter().all(shows));
    all
}

impl Naive for Cups {
    type Position = Position;
    fn start(&self) -> Position {
        (vec![String::new(); 9], 0, None)
    }
    fn turn(&self, (_, turn, _): &Position) -> usize {
        *turn
    }
    fn next(&self, (cells, turn, winner): &Position) -> Vec<(i64, Position)> {
        let mut next = Vec::new();
        let mut put = |cells: &[String], cup: char, from: Option<usize>| {
            let shown = rows(cells, 1 - turn);
            for to in (0..9).filter(|to| Some(*to) != from) {
                if cells[to]
                    .chars()
                    .last()
                    .is_some_and(|top| size(top) >= size(cup))
                {
                    continue;
                }
                let mut after = cells.to_vec();
                after[to].push(cup);
                // One cup covers all rows that were shown only where it stands in each of them.
                let saved = shown.iter().all(|row| row.contains(&to));
                let winner = match rows(&after, *turn).is_empty() {
                    _ if !saved => Some(1 - turn),
                    true => None,
                    false => Some(*turn),
                };
                next.push((0, (after, 1 - turn, winner)));
            }
        };
        if winner.is_some() {
            return Vec::new();
        }
        for cup in LETTERS[*turn].chars().take(self.sizes) {
            if cells.concat().matches(cup).count() < self.each {
                put(cells, cup, None);
            }
        }
        for from in 0..9 {
            if let Some(top) = cells[from].chars().last()
                && LETTERS[*turn].contains(top)
            {
                let mut lifted = cells.clone();
                lifted[from].pop();
                put(&lifted, top, Some(from));
            }
        }
        next
    }
    fn over(&self, (_, turn, winner): &Position, stuck: bool) -> Option<Outcome> {
        match winner {
            Some(winner) => Some(Outcome::Win(Player::BOTH[*winner])),
            None => stuck_loses(*turn, stuck),
        }
    }
    fn text(&self, (cells, turn, _): &Position) -> String {
        let cell = |cell: &String| {
            if cell.is_empty() {
                ".".to_owned()
            } else {
                cell.clone()
            }
        };
        let cells: Vec<String> = cells.iter().map(cell).collect();
        let rows: Vec<String> = cells.chunks(3).map(|row| row.join(",")).collect();
        with_turn(rows.join("/"), *turn)
    }
}

#[test]
fn gobblet_gobblers_with_few_cups() {
    let known = |sizes, each| {
        let spec = format!("gobblet-gobblers:sizes={sizes},each={each}");
        same(&spec, &Cups { sizes, each })
    };
    let men = Known {
        by_ply: vec![1, 9, 72, 324, 1_260, 2_772, 4_880, 3_116],
        margin: 0,
        values: [5_394, 1_646, 5_394],
    };
    assert_eq!(known(1, 3), men);
    let cups = Known {
        by_ply: vec![1, 18, 297, 1_593, 7_704, 6_408],
        margin: 0,
        values: [0, 16_021, 0],
    };
    assert_eq!(known(2, 1), cups);
}

#[test]
fn gobblet_gobblers_along_random_courses() {
    alike("gobblet-gobblers:each=1", &Cups { sizes: 3, each: 1 }, 200);
    alike("gobblet-gobblers", &Cups { sizes: 3, each: 2 }, 400);
}

/// A position that is none, and the bytes that are wrong.
struct Wrong(&'static str, std::ops::Range<usize>);

impl Wrong {
    fn on<G: Playable>(self, game: &G) {
        let error = game.parse_position(self.0).err();
        assert_eq!(error.map(|error| error.span), Some(self.1), "{}", self.0);
    }
}

#[test]
fn wrong_positions_are_pointed_at() {
    let game = shared("gobblet-gobblers", &NoFiles).unwrap();
    for (text, wrong) in [
        ("S,.,./.,.,.", 11..11),
        ("S,.,./.,.,./.,.,./x", 18..19),
        ("S,./.,.,./.,.,.", 0..3),
        ("SS,.,./.,.,./.,.,.", 1..2),
        ("MS,.,./.,.,./.,.,.", 1..2),
        ("SMl.,.,./.,.,./.,.,.", 3..4),
        ("S,S,S/.,.,./.,.,.", 4..5),
        (",.,./.,.,./.,.,.", 0..1),
        ("S.,.,./.,.,./.,.,.", 1..2),
        ("手,.,./.,.,./.,.,.", 0..3),
        ("S,.,./.,.,./.,.,.:third", 18..23),
    ] {
        Wrong(text, wrong).on(&game);
    }
}
