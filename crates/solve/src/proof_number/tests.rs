//! Several threads on random games, each so small that everything they can do to each other happens.

use super::ProofNumber;
use crate::alpha_beta::Views;
use crate::{Control, Solver, Window};
use yomikiri_core::capability::{Absent, Acyclic, Keyed, Merged};
use yomikiri_core::{Game, Limits, Outcome, Player, Score, Wdl};

/// A game written down: of each position who moves, and where to, always to greater numbers; or how it ends.
struct Written {
    at: Vec<(Player, Vec<usize>)>,
    draws: bool,
}

impl Written {
    fn random(random: &mut impl FnMut(usize) -> usize) -> Written {
        let (count, wide, near) = (40 + random(200), 1 + random(5), 4 + random(20));
        let at = (0..count).map(|at| {
            let left = count - 1 - at;
            let moves = if left == 0 { 0 } else { random(wide + 1) };
            let moves = (0..moves).map(|_| at + 1 + random(left.min(near)));
            let moves = moves.collect();
            (Player::BOTH[random(2)], moves)
        });
        let at = at.collect();
        let draws = random(2) == 0;
        Written { at, draws }
    }

    /// The worth of every position to whoever moves there, by the rules alone.
    fn worths(&self) -> Vec<Wdl> {
        let mut worths = vec![Wdl::Draw; self.at.len()];
        for at in (0..self.at.len()).rev() {
            let mover = self.at[at].0;
            worths[at] = match self.outcome(&at) {
                Some(outcome) => Wdl::of_outcome(outcome, mover),
                None => {
                    let worth = |&next: &usize| worths[next].of_move(0, mover, self.at[next].0);
                    let best = self.at[at].1.iter().filter_map(worth).max();
                    best.expect("there are moves")
                }
            };
        }
        worths
    }
}

impl Game for Written {
    type Position = usize;
    type Move = usize;
    fn start(&self) -> usize {
        0
    }
    fn to_move(&self, at: &usize) -> Player {
        self.at[*at].0
    }
    fn outcome(&self, at: &usize) -> Option<Outcome> {
        let ends = self.at[*at].1.is_empty();
        ends.then_some(match at % 3 {
            0 if self.draws => Outcome::Draw,
            2 => Outcome::Win(Player::Second),
            _ => Outcome::Win(Player::First),
        })
    }
    fn moves(&self, at: &usize) -> impl Iterator<Item = usize> {
        self.at[*at].1.iter().copied()
    }
    fn play(&self, _: &usize, to: usize) -> usize {
        to
    }
}

impl Acyclic<Written> for Written {
    fn rank(&self, at: &usize) -> u64 {
        (self.at.len() - at) as u64
    }
    fn draws(&self) -> bool {
        self.draws
    }
}

impl Keyed<Written> for Written {
    type Key = u64;
    fn bits(&self) -> u32 {
        10
    }
    fn key(&self, at: &usize) -> u64 {
        *at as u64
    }
}

type Nothing<'g> = Views<&'g Written, &'g Written, Absent, Absent, Absent, Absent, Absent>;

fn solver(game: &Written) -> ProofNumber<'_, Written, Wdl, Nothing<'_>> {
    let views = Views {
        acyclic: game,
        keyed: game,
        merged: None,
        bounded: None,
        ordered: None,
        expand: None,
        symmetric: None,
    };
    ProofNumber::new(game, views)
}

/// Keys that fill their word, and coarser ones of the same length: all positions of the same worth share one, whoever
/// is to move.
struct Full<'g>(&'g [Wdl]);

impl Keyed<Written> for Full<'_> {
    type Key = u64;
    fn key(&self, at: &usize) -> u64 {
        *at as u64
    }
}

impl Merged<Written> for Full<'_> {
    type Key = u64;
    fn merged_key(&self, at: &usize) -> u64 {
        self.0[*at] as u64
    }
}

/// Keys without a spare bit cannot tell the two questions apart.
#[test]
fn keys_may_fill_their_word() {
    let mut random = numbers();
    for round in 0..if cfg!(miri) { 4 } else { 200 } {
        let game = Written::random(&mut random);
        let worths = game.worths();
        let views = Views {
            acyclic: &game,
            keyed: Full(&worths),
            merged: Some(Full(&worths)),
            bounded: None::<Absent>,
            ordered: None::<Absent>,
            expand: None::<Absent>,
            symmetric: None::<Absent>,
        };
        let mut solver = ProofNumber::new(&game, views);
        for at in [0, 3, 1] {
            let found = solver.score(&at, Window::full(), &mut Control::new());
            assert_eq!(found, Ok(worths[at]), "{round}: at {at}");
        }
    }
}

/// Returns a source of random numbers below a limit.
fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move |limit| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % limit
    }
}

/// With tables of all sizes, the smallest of which hold four entries; helpers are called after a node here.
#[test]
fn threads_change_no_answer() {
    let mut random = numbers();
    let mut shared = 0;
    for round in 0..if cfg!(miri) { 4 } else { 400 } {
        let game = Written::random(&mut random);
        let worths = game.worths();
        let memory = [32, 256, 1 << 12, 1 << 20][round % 4];
        for threads in 1..=4 {
            let mut solver = solver(&game);
            for at in [0, 3, 1] {
                let limits = Limits {
                    memory: Some(memory),
                    ..Limits::default()
                };
                let mut control = Control::new().with_threads(threads).limited(limits);
                let found = solver.score(&at, Window::full(), &mut control);
                assert_eq!(found, Ok(worths[at]), "{round}: {threads} threads at {at}");
                shared += u64::from(threads > 1 && control.done().nodes > 8);
            }
        }
    }
    assert!(shared > if cfg!(miri) { 1 } else { 500 }, "{shared}");
}
