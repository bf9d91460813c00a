//! No switch of a search and no size of its table changes an answer.

use std::collections::HashSet;
use yomikiri::{
    AlphaBeta, Coded, Control, Distance, Game, Limits, Margin, Options, Retrograde, Solver, Views,
    Wdl, Window,
};
use yomikiri_games::connect4::{Board, Connect4, Position};

type Four = Connect4<8, 4>;

/// Every so many of the positions that play can reach.
fn sample(game: &Four, every: usize) -> Vec<Position> {
    let mut seen = HashSet::new();
    let mut queue = vec![game.start()];
    let mut kept = Vec::new();
    while let Some(at) = queue.pop() {
        if seen.insert(at) {
            if seen.len() % every == 1 {
                kept.push(at);
            }
            if game.outcome(&at).is_none() {
                queue.extend(game.moves(&at).map(|mv| game.play(&at, mv)));
            }
        }
    }
    kept
}

/// All switches on, each off in turn, and all off together.
fn configurations() -> Vec<Options> {
    let one_off = Options::SWITCHES
        .iter()
        .map(|(name, ..)| Options::ALL.without(name));
    let none = Options::SWITCHES
        .iter()
        .try_fold(Options::ALL, |options, (name, ..)| options.without(name));
    let all = [Some(Options::ALL), none].into_iter().chain(one_off);
    all.map(|options| options.expect("known")).collect()
}

fn check<S: Coded>(game: &Four, positions: &[Position]) {
    let mut truth = Retrograde::new(game);
    let mut exact = |at: &Position| -> S {
        let score = truth.score(at, Window::full(), &mut Control::new());
        score.unwrap_or_else(|failure| panic!("{failure:?}"))
    };
    let expected: Vec<S> = positions.iter().map(&mut exact).collect();
    // A limit of one bucket's bytes keeps the table at one bucket.
    for (bits, memory) in [(0, Some(32)), (4, None), (12, None)] {
        for options in configurations() {
            let views = Views {
                acyclic: game,
                keyed: game,
                merged: Some(game),
                bounded: Some(game),
                ordered: Some(game),
                expand: Some(game),
                symmetric: Some(game),
            };
            let mut solver = AlphaBeta::<_, S, _>::new(game, views).with_table(bits);
            for (at, expected) in positions.iter().zip(&expected) {
                let limits = Limits {
                    memory,
                    ..Limits::default()
                };
                let mut control = Control::new().limited(limits).with_options(options);
                let found = solver.score(at, Window::full(), &mut control);
                assert_eq!(found, Ok(*expected), "{at:?} {options:?} {bits}");
            }
        }
    }
}

#[test]
fn no_switch_and_no_table_changes_an_answer() {
    let game = Connect4::new(Board::<8, 4>::new(4, 4, 8, 4).expect("it fits"));
    // From the first positions everything follows, whatever is switched off.
    let positions = sample(&game, 1201);
    assert!(positions.len() > 100);
    check::<Wdl>(&game, &positions[1..]);
    check::<Distance>(&game, &positions[1..]);
    check::<Margin>(&game, &positions[1..]);
}
