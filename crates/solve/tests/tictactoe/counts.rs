//! What each solver visits and stores: counts, which say more than times.

use crate::rules::TicTacToe;
use std::sync::atomic::AtomicBool;
use yomikiri::method::choose;
use yomikiri::{Ask, Control, Game, Limits, Method, Session};

const GAME: TicTacToe = TicTacToe { by_points: false };
const TREE_NODES: u64 = 549_946;
const POSITIONS: u64 = 5_478;

/// The nodes visited and the positions stored for the value of the start.
fn work(method: Method, ask: Ask) -> (u64, u64) {
    let mut session = Session::new(&GAME, ask, method).unwrap();
    let mut control = Control::new();
    let value = session.value(&GAME.start(), &mut control).unwrap();
    assert_eq!(value.winner(), None, "{method} {ask}");
    assert_eq!(control.done().stored, session.stored());
    (control.done().nodes, session.stored())
}

#[test]
fn plain_visits_the_whole_tree_and_stores_nothing() {
    for ask in Ask::ALL {
        assert_eq!(work(Method::Plain, ask), (TREE_NODES, 0));
    }
}

#[test]
fn memo_stores_every_position_and_visits_every_move_once() {
    for ask in Ask::ALL {
        // The root, and each of the 16,167 moves between the 5,478 positions.
        assert_eq!(work(Method::Memo, ask), (16_168, POSITIONS));
    }
}

#[test]
fn alpha_beta_prunes() {
    for ask in Ask::ALL {
        let (nodes, stored) = work(Method::AlphaBeta, ask);
        let (all, positions) = work(Method::Memo, ask);
        assert!(nodes < all / 2, "{ask}: {nodes} nodes");
        assert!(stored < positions / 2, "{ask}: {stored} stored");
    }
}

#[test]
fn retrograde_visits_every_position_once() {
    for ask in Ask::ALL {
        assert_eq!(work(Method::Retrograde, ask), (POSITIONS, POSITIONS));
    }
}

#[test]
fn what_is_learnt_stays() {
    for method in [Method::Memo, Method::AlphaBeta, Method::Retrograde] {
        let mut session = Session::new(&GAME, Ask::Distance, method).unwrap();
        let mut ask = |work: &mut dyn FnMut(&mut Session<'_, TicTacToe>, &mut Control<'_>)| {
            let mut control = Control::new();
            work(&mut session, &mut control);
            control.done().nodes
        };
        let start = GAME.start();
        let first = ask(&mut |session, control| {
            session.value(&start, control).unwrap();
        });
        let again = ask(&mut |session, control| {
            session.value(&start, control).unwrap();
        });
        assert!(again <= 1, "{method}: {first}, then {again}");
        let line = ask(&mut |session, control| {
            assert_eq!(session.line(&start, control).unwrap().len(), 9);
        });
        let moves = ask(&mut |session, control| {
            let moves = session.moves(&start, control).unwrap();
            assert!(moves.iter().all(|mv| mv.best && mv.place == 0));
        });
        if method != Method::AlphaBeta {
            assert!(
                line <= 9 * 10 + 1 && moves <= 9,
                "{method}: {line}, {moves}"
            );
        }
    }
}

#[test]
fn the_moves_of_a_fresh_session_cost_one_search() {
    let mut session = Session::new(&GAME, Ask::Winner, Method::Retrograde).unwrap();
    let mut control = Control::new();
    let moves = session.moves(&GAME.start(), &mut control).unwrap();
    assert_eq!((moves.len(), control.done().nodes), (9, POSITIONS));
}

#[test]
fn auto_says_what_it_picks() {
    let choice = choose(&GAME, Ask::Winner, &GAME.start(), &Control::new());
    assert_eq!(choice.method, Method::Memo);
    assert_eq!(choice.reason, "5478 positions can be reached");
}

#[test]
fn auto_stops_counting_with_the_search() {
    let stop = AtomicBool::new(true);
    let control = Control::new().cancelled_by(&stop);
    let choice = choose(&GAME, Ask::Winner, &GAME.start(), &control);
    assert_eq!(choice.method, Method::AlphaBeta);
    assert_eq!(choice.reason, "more than 1 position can be reached");
    // What does not fit into the memory is searched.
    let control = Control::new().limited(Limits {
        memory: Some(64 << 10),
        ..Limits::default()
    });
    let choice = choose(&GAME, Ask::Winner, &GAME.start(), &control);
    assert_eq!(choice.method, Method::AlphaBeta);
    // A limit of nodes is one of the search.
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    let choice = choose(
        &GAME,
        Ask::Winner,
        &GAME.start(),
        &Control::new().limited(limits),
    );
    assert_eq!(choice.method, Method::Memo);
}
