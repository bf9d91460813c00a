//! Games that may cycle: against elimination over positions as text, and within a budget of positions looked at.

use super::{opened, reported};
use std::collections::HashMap;
use yomikiri_catalog::report::report;
use yomikiri_catalog::{AnyGame, Ask, Bound, Control, Player, Value, Want};

/// Every position that play can reach, with where its moves lead and whether each keeps the value.
struct Positions {
    moves: Vec<Vec<(usize, bool)>>,
    over: Vec<Option<Option<Player>>>,
}

fn positions(game: &dyn AnyGame) -> Positions {
    let mut session = game.session(Ask::Winner, None).expect("it applies");
    let mut value = |at: &str| -> Value {
        let answer = session.answer(at, Want::VALUE, &mut Control::new());
        match answer.expect("it is a position").bound {
            Bound::Exact(value) => value,
            Bound::Range { .. } => panic!("nothing is limited"),
        }
    };
    let start = game.usual("start", false).expect("the start");
    let mut texts = vec![start.clone()];
    let mut numbers = HashMap::from([(start, 0)]);
    let (mut moves, mut over) = (Vec::new(), Vec::new());
    while let Some(at) = texts.get(moves.len()).cloned() {
        let board = game.board(&at).expect("it is a position");
        over.push(board.outcome.map(|outcome| outcome.winner()));
        let here = value(&at).winner();
        let made = board.moves.iter().map(|mv| {
            let next = game.usual(&mv.position, false).expect("it is a position");
            let keeps = value(&next).winner() == here;
            let number = *numbers.entry(next.clone()).or_insert_with(|| {
                texts.push(next);
                texts.len() - 1
            });
            (number, keeps)
        });
        moves.push(made.collect());
    }
    Positions { moves, over }
}

impl Positions {
    fn weights(&self, id: usize, slips: f64) -> Vec<(usize, f64)> {
        let moves = &self.moves[id];
        let keeping = moves.iter().filter(|(_, keeps)| *keeps).count() as f64;
        let weight =
            |keeps| slips / moves.len() as f64 + if keeps { (1.0 - slips) / keeping } else { 0.0 };
        let weights = moves.iter().map(|&(to, keeps)| (to, weight(keeps)));
        weights.filter(|&(_, weight)| weight > 0.0).collect()
    }

    /// Whether play can end, from each position.
    fn can_end(&self, slips: f64) -> Vec<bool> {
        let mut can: Vec<bool> = self.over.iter().map(Option::is_some).collect();
        for _ in 0..can.len() {
            for id in 0..can.len() {
                can[id] |= self.weights(id, slips).iter().any(|&(to, _)| can[to]);
            }
        }
        can
    }

    /// What the start comes to, by Gaussian elimination with pivots: of what positions add, and with what an end is
    /// worth. Where play cannot end, nothing is added.
    fn at_start(&self, slips: f64, adds: impl Fn(usize) -> f64) -> f64 {
        let can_end = self.can_end(slips);
        let count = self.over.len();
        let mut rows: Vec<Vec<f64>> = (0..count)
            .map(|id| {
                let mut row = vec![0.0; count + 1];
                row[id] = 1.0;
                if can_end[id] {
                    row[count] = adds(id);
                    self.weights(id, slips)
                        .iter()
                        .for_each(|&(to, weight)| row[to] -= weight);
                }
                row
            })
            .collect();
        for column in 0..count {
            let best = (column..count)
                .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
            rows.swap(column, best.expect("there is a row"));
            let pivot = rows[column].clone();
            for (id, row) in rows.iter_mut().enumerate() {
                let factor = row[column] / pivot[column];
                if id != column && factor != 0.0 {
                    row.iter_mut()
                        .zip(&pivot)
                        .for_each(|(to, from)| *to -= factor * from);
                }
            }
        }
        rows[0][count] / rows[0][0]
    }
}

#[test]
fn small_cyclic_games_are_what_elimination_finds() {
    for spec in [
        "pong-hau-ki",
        "circle:places=5,first=3/2,second=1/2/3",
        "circle:places=8,first=6/2/3/4,second=2/3/4/5",
        "circle:places=9,first=3/6,second=1/8",
        "word-chain:words=aba/bcb/bab/cd/aab/acb,link=1",
        "graph:text=a first: b c; b second: a d; c second: e a; d = second; e = draw",
        "graph:text=a first: b c d; b second: a b; c second: c; d = first",
    ] {
        let game = opened(spec);
        let (found, positions) = (reported(spec), positions(&*game));
        assert_eq!(
            found.size.positions as usize,
            positions.over.len(),
            "{spec}"
        );
        for chances in &found.by_slips {
            let error = chances.error.expect("play may cycle");
            assert!(error < 1e-8, "{spec} {error}");
            let near = |found: f64, expected: f64| {
                // Elimination rounds, too.
                let slack = (error + 1e-10) * expected.abs().max(1.0);
                assert!(
                    (found - expected).abs() <= slack,
                    "{spec} {found} {expected}"
                );
            };
            let results = chances.results.expect("nothing is gained");
            let won = |by: Option<Player>| {
                let over = &positions.over;
                positions.at_start(chances.slips, |id| {
                    f64::from(u8::from(over[id] == Some(by)))
                })
            };
            let [first, draw, second] = [Some(Player::First), None, Some(Player::Second)].map(won);
            near(results.first, first);
            near(results.draw, draw);
            near(results.second, second);
            let unended = chances.unended.expect("play may cycle");
            near(unended, 1.0 - first - draw - second);
            assert_eq!(chances.plies.is_some(), unended == 0.0, "{spec}");
            if let (Some(plies), Some(mistakes)) = (chances.plies, chances.mistakes) {
                let over = &positions.over;
                near(
                    plies,
                    positions.at_start(chances.slips, |id| f64::from(u8::from(over[id].is_none()))),
                );
                near(
                    mistakes,
                    positions.at_start(chances.slips, |id| {
                        let moves = &positions.moves[id];
                        let wrong = moves.iter().filter(|(_, keeps)| !keeps).count();
                        chances.slips * wrong as f64 / moves.len().max(1) as f64
                    }),
                );
            }
        }
    }
}

#[test]
fn a_report_looks_at_few_positions_where_play_may_cycle() {
    for (spec, most) in [
        ("pong-hau-ki", 400_000),
        ("three-mens-morris", 60_000_000),
        ("hare-and-hounds", 60_000_000),
    ] {
        let mut control = Control::new();
        let found = report(&*opened(spec), &mut control).expect("no limit");
        let nodes = control.done().nodes;
        assert!(nodes < most, "{spec} {nodes}");
        for chances in &found.by_slips {
            let error = chances.error.expect("play may cycle");
            assert!(
                chances.results.is_some() && error < 1e-8,
                "{spec} {chances:?}"
            );
        }
    }
}
