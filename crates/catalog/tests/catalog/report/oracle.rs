//! The same numbers by plain recursion over positions as text, one game at a time.

use super::{near, opened, reported};
use std::collections::HashMap;
use yomikiri_catalog::report::{Choices, Count};
use yomikiri_catalog::{AnyGame, AnySession, Ask, Bound, Control, Player, Value, Want};

/// What to expect from a position on.
#[derive(Clone, Copy)]
struct Expected {
    /// First, nobody, Second.
    results: [f64; 3],
    plies: f64,
    settled: f64,
    mistakes: f64,
    /// Who can come out ahead, as bits.
    ends: u8,
}

struct Oracle<'g> {
    game: &'g dyn AnyGame,
    session: Box<dyn AnySession + 'g>,
    slips: f64,
    known: HashMap<String, Expected>,
    choices: Choices,
    settled: u64,
    finished: u64,
    values: Count<u64>,
    plies_to_win: u32,
}

fn index(ahead: Option<Player>) -> usize {
    match ahead {
        Some(Player::First) => 0,
        None => 1,
        Some(Player::Second) => 2,
    }
}

impl Oracle<'_> {
    fn value(&mut self, at: &str) -> Value {
        let answer = self.session.answer(at, Want::VALUE, &mut Control::new());
        match answer.expect("it is a position").bound {
            Bound::Exact(value) => value,
            Bound::Range { .. } => panic!("nothing is limited"),
        }
    }

    fn of(&mut self, at: &str) -> Expected {
        if let Some(known) = self.known.get(at) {
            return *known;
        }
        let board = self.game.board(at).expect("it is a position");
        let value = self.value(at);
        *self.values.of(value.winner()) += 1;
        self.plies_to_win = self.plies_to_win.max(value.plies().unwrap_or(0));
        let mut found = Expected {
            results: [0.0; 3],
            plies: 0.0,
            settled: 0.0,
            mistakes: 0.0,
            ends: 0,
        };
        if let Some(over) = board.outcome {
            self.finished += 1;
            found.results[index(over.winner())] = 1.0;
            found.ends = 1 << index(over.winner());
        } else {
            let keeps: Vec<bool> = board
                .moves
                .iter()
                .map(|mv| self.value(&mv.position).winner() == value.winner())
                .collect();
            let keeping = keeps.iter().filter(|&&keeps| keeps).count();
            assert!(keeping > 0);
            *match (keeps.len(), keeping) {
                (1, _) => &mut self.choices.forced,
                (all, some) if all == some => &mut self.choices.free,
                (_, 1) => &mut self.choices.only,
                _ => &mut self.choices.some,
            } += 1;
            for (mv, keeps) in board.moves.iter().zip(&keeps) {
                let next = self.of(&mv.position);
                let random = self.slips / board.moves.len() as f64;
                let kept = if *keeps {
                    (1.0 - self.slips) / keeping as f64
                } else {
                    0.0
                };
                let weight = random + kept;
                for (sum, part) in found.results.iter_mut().zip(next.results) {
                    *sum += weight * part;
                }
                found.plies += weight * (next.plies + 1.0);
                found.settled += weight * next.settled;
                found.mistakes += weight * (next.mistakes + if *keeps { 0.0 } else { 1.0 });
                found.ends |= next.ends;
            }
        }
        if found.ends.count_ones() == 1 {
            self.settled += 1;
        } else {
            found.settled += 1.0;
        }
        self.known.insert(at.to_owned(), found);
        found
    }
}

#[test]
fn reports_are_what_plain_recursion_finds() {
    for spec in [
        "tictactoe",
        "tictactoe:misere=yes",
        "connect4:cols=3,rows=3,line=3",
        "notakto",
        "stones:stones=17,take=1/3/4",
    ] {
        let game = opened(spec);
        let report = reported(spec);
        // The same positions have the same text here.
        let start = game.board("start").expect("the start");
        for chances in report
            .by_slips
            .iter()
            .chain([&report.random, &report.near_perfect])
        {
            let mut oracle = Oracle {
                game: &*game,
                session: game.session(Ask::Distance, None).expect("it applies"),
                slips: chances.slips,
                known: HashMap::new(),
                choices: Choices::default(),
                settled: 0,
                finished: 0,
                values: Count::default(),
                plies_to_win: 0,
            };
            let expected = oracle.of(&start.position);
            let results = chances.results.expect("nothing is gained");
            near(results.first, expected.results[0]);
            near(results.draw, expected.results[1]);
            near(results.second, expected.results[2]);
            near(chances.plies.expect("it ends"), expected.plies);
            near(chances.settled_after.expect("it ends"), expected.settled);
            near(chances.mistakes.expect("it ends"), expected.mistakes);
            assert_eq!(report.sharpness, oracle.choices, "{spec}");
            assert_eq!(report.values, oracle.values, "{spec}");
            assert_eq!(report.size.finished.all(), oracle.finished, "{spec}");
            let settled: u64 = report.plies.iter().filter_map(|ply| ply.settled).sum();
            assert_eq!(settled, oracle.settled, "{spec}");
            let longest = report.longest_win.as_ref().map(|win| win.plies);
            assert_eq!(longest, Some(oracle.plies_to_win), "{spec}");
        }
    }
}

#[test]
fn lines_are_lines_of_perfect_play() {
    for spec in ["mnk:rows=3,cols=4,line=3", "tictactoe", "three-mens-morris"] {
        let game = opened(spec);
        let report = reported(spec);
        let mut session = game.session(Ask::Distance, None).expect("it applies");
        let mut follow = |from: &str, moves: &[String], best: bool| {
            let mut at = from.to_owned();
            for mv in moves {
                let found = session.moves(&at, &mut Control::new()).expect("a position");
                let made = found
                    .moves
                    .iter()
                    .find(|known| known.mv == *mv)
                    .expect("legal");
                assert!(made.best || !best, "{spec} {at} {mv}");
                at = made.position.clone();
            }
            at
        };
        let last = follow("start", &report.line.moves, true);
        if report.line.end == "over" {
            assert!(game.board(&last).expect("a position").outcome.is_some());
        }
        let longest = report.longest_win.expect("somebody can win");
        assert_eq!(
            follow("start", &longest.path.moves, false),
            longest.position
        );
        assert_eq!(longest.line.moves.len(), longest.plies as usize);
        let last = follow(&longest.position, &longest.line.moves, true);
        assert!(game.board(&last).expect("a position").outcome.is_some());
    }
}
