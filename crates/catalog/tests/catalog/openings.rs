//! Opening books: those that the program has in it against the rules and the solvers, and the making of others.

use std::borrow::Cow;
use std::convert::Infallible;
use yomikiri_catalog::book::{Book, shipped};
use yomikiri_catalog::opening::{BookFault, FoundValue, Known, Making, check, make};
use yomikiri_catalog::play::Random;
use yomikiri_catalog::{
    Ask, Bound, Control, Limits, Method, NoFiles, QueryError, Stop, Value, Want, open,
};

fn shipped_books() -> Vec<Book> {
    let books = shipped().map(|bytes| Book::parse(Cow::Borrowed(bytes)));
    books.collect::<Result<Vec<Book>, String>>().unwrap()
}

/// The value of a position by a solver that does not look into books.
fn solved(game: &str, ask: Ask, position: &str) -> Value {
    let game = open(game, &NoFiles).unwrap();
    let mut session = game.session(ask, Some(Method::AlphaBeta)).unwrap();
    match session.value(position, &mut Control::new()).unwrap() {
        (Bound::Exact(value), None) => value,
        other => panic!("{position}: {other:?}"),
    }
}

#[test]
fn shipped_books_are_right() {
    for book in shipped_books() {
        let game = open(book.game(), &NoFiles).unwrap();
        let making = Making {
            game: &*game,
            ask: book.ask(),
            plies: book.last_ply(),
            method: Method::AlphaBeta,
        };
        let deepest = book.keys(book.last_ply(), game.opening().unwrap()).unwrap();
        // A dozen of them, spread over all.
        let every = deepest.len().div_ceil(12);
        let (checked, fault) = check::<Infallible>(
            making,
            &book,
            every,
            &mut Control::new(),
            &mut |_: FoundValue| Ok(()),
        )
        .unwrap();
        assert_eq!(fault, None);
        assert_eq!(checked.backed_up + deepest.len(), book.positions());
        assert_eq!(checked.solved, deepest.len().div_ceil(every));
    }
}

/// The positions of Connect Four by ply, up to the mirror image: counted by `count connect4 --symmetric`, less those
/// that are over. (Nobody can have won before ply 7.)
#[test]
fn the_book_of_connect_four_has_every_position() {
    let book = &shipped_books()[0];
    let game = open("connect4", &NoFiles).unwrap();
    let counted = [1, 4, 25, 121, 568, 2_144, 8_231, 27_109, 91_295];
    for (ply, count) in counted.into_iter().enumerate().take(book.last_ply() + 1) {
        let keys = book.keys(ply, game.opening().unwrap()).unwrap();
        assert_eq!(keys.len(), count, "ply {ply}");
    }
}

#[test]
fn a_session_answers_from_the_book_as_a_solver_does() {
    let book = &shipped_books()[0];
    let game = open(book.game(), &NoFiles).unwrap();
    let mut session = game.session(Ask::Distance, None).unwrap();
    let mut random = Random::new(34);
    for _ in 0..4 {
        let plies = random.below(book.last_ply() as u64) + 1;
        let mut position = "start".to_owned();
        for _ in 0..plies {
            let (_, legal) = game.legal(&position).unwrap();
            let mv = random.pick(&legal).unwrap();
            position = game.play(&position, mv).unwrap();
        }
        let answer = session
            .answer(&position, Want::VALUE, &mut Control::new())
            .unwrap();
        assert_eq!(answer.solver, "book", "{position}");
        let is = solved(book.game(), Ask::Distance, &position);
        assert_eq!(answer.bound, Bound::Exact(is), "{position}");
    }
}

#[test]
fn the_first_move_is_known_at_once() {
    let game = open("connect4", &NoFiles).unwrap();
    // Published: the middle wins, its neighbours draw, and so on outward (Allis 1988, Tromp).
    let winners = [
        "second", "second", "draw", "first", "draw", "second", "second",
    ];
    for ask in [Ask::Winner, Ask::Distance] {
        let mut session = game.session(ask, None).unwrap();
        let limits = Limits {
            nodes: Some(100),
            ..Limits::default()
        };
        let mut control = Control::new().limited(limits);
        let mut moves = session.moves("start", &mut control).unwrap();
        assert_eq!((moves.answer.solver, moves.answer.stopped), ("book", None));
        moves.moves.sort_by(|a, b| a.mv.cmp(&b.mv));
        let found = moves.moves.iter().map(|mv| {
            let value = mv.value.answering(Ask::Winner).unwrap();
            value.to_string()
        });
        assert_eq!(found.collect::<Vec<_>>(), winners);
        assert_eq!(moves.answer.best, Some(vec!["4".to_owned()]));
    }
}

/// A line begins in the book and ends by a solver; it is as long as the value says, and best at each step.
#[test]
fn a_line_goes_on_beyond_the_book() {
    let game = open("connect4", &NoFiles).unwrap();
    let mut session = game.session(Ask::Distance, None).unwrap();
    let answer = session
        .answer("start", Want::ALL, &mut Control::new())
        .unwrap();
    assert_eq!(answer.bound.to_string(), "first 41");
    let line = answer.line.unwrap();
    assert_eq!(line.len(), 41);
    let end = format!("start after {}", line.join(" "));
    let board = game.board(&end).unwrap();
    assert_eq!(
        board.outcome.map(|end| end.to_string()).as_deref(),
        Some("first")
    );
}

/// Other sizes, the same board with other keys, a solver that was asked for: none of these looks into the book.
#[test]
fn a_book_serves_its_own_rules_alone() {
    for (spec, method) in [
        ("connect4:cols=5,rows=4", None),
        ("connect-k:cols=4,rows=4,line=4", None),
        ("connect4", Some(Method::AlphaBeta)),
    ] {
        let game = open(spec, &NoFiles).unwrap();
        let mut session = game.session(Ask::Winner, method).unwrap();
        let position = match spec {
            "connect4" => "44444412",
            _ => "start",
        };
        let answer = session
            .answer(position, Want::VALUE, &mut Control::new())
            .unwrap();
        assert_ne!(answer.solver, "book", "{spec}");
    }
}

/// No play leads there, so that no book has it: a solver answers.
#[test]
fn a_position_that_the_book_lacks_is_solved() {
    let game = open("connect4", &NoFiles).unwrap();
    let mut session = game.session(Ask::Winner, None).unwrap();
    let position = "......./......./......./......./......./xxx.ooo";
    let answer = session
        .answer(position, Want::VALUE, &mut Control::new())
        .unwrap();
    assert_eq!(answer.bound.to_string(), "first");
}

#[test]
fn a_book_is_made_and_made_on() {
    for (spec, ask, plies) in [
        ("tictactoe", Ask::Distance, 3),
        ("connect4:cols=4,rows=4,line=3", Ask::Winner, 4),
        ("dots-and-boxes", Ask::Margin, 3),
    ] {
        let game = open(spec, &NoFiles).unwrap();
        let making = Making {
            game: &*game,
            ask,
            plies,
            method: Method::AlphaBeta,
        };
        let mut told = Vec::new();
        let book = make::<Infallible>(
            making,
            &Known::default(),
            &mut Control::new(),
            &mut |found| {
                told.push((found.key, found.value));
                Ok(())
            },
        )
        .unwrap();
        let opening = game.opening().unwrap();
        let mut session = game.session(ask, Some(Method::Memo)).unwrap();
        for ply in 0..=plies {
            for &key in book.keys(ply, opening).unwrap() {
                let text = opening.text(key).unwrap();
                let (bound, _) = session.value(&text, &mut Control::new()).unwrap();
                let rank = opening.rank(key).unwrap();
                let (at, value) = book.find((key, rank), opening).unwrap();
                assert_eq!((at, Bound::Exact(value)), (ply, bound), "{spec}: {text}");
            }
        }
        // Half of it known: the other half is found, and the bytes are the same.
        let known: Known = told[..told.len() / 2].iter().copied().collect();
        let mut again = 0;
        let rest = make::<Infallible>(making, &known, &mut Control::new(), &mut |_| {
            again += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(again, told.len() - told.len() / 2);
        assert_eq!(rest.bytes(), book.bytes());
        let mut no_nodes = Control::new().limited(Limits {
            nodes: Some(1),
            ..Limits::default()
        });
        let stopped = make::<Infallible>(making, &Known::default(), &mut no_nodes, &mut |_| Ok(()));
        assert!(matches!(
            stopped,
            Err(yomikiri_catalog::opening::BookError::Query(
                QueryError::Stopped(Stop::Nodes)
            ))
        ));
    }
}

/// A forged value is found: in the last ply by a solver, before it by the values one ply later.
#[test]
fn a_forged_book_is_rejected() {
    let game = open("tictactoe", &NoFiles).unwrap();
    let making = Making {
        game: &*game,
        ask: Ask::Winner,
        plies: 2,
        method: Method::AlphaBeta,
    };
    let told = &mut |_: FoundValue| Ok::<(), Infallible>(());
    let control = &mut Control::new();
    let book = make(making, &Known::default(), control, told).unwrap();
    let good = book.bytes();
    assert_eq!(check(making, &book, 1, control, told).unwrap().1, None);
    for at in [good.len() - 1, good.len() - book.positions()] {
        let mut forged = good.clone();
        forged[at] = 1 - forged[at].min(1);
        let forged = Book::parse(Cow::Owned(forged)).unwrap();
        let (_, fault) = check(making, &forged, 1, control, told).unwrap();
        assert!(matches!(fault, Some(BookFault::Value { .. })), "{fault:?}");
    }
    let other = open("tictactoe:misere=yes", &NoFiles).unwrap();
    let making = Making {
        game: &*other,
        ..making
    };
    let (_, fault) = check(making, &book, 1, control, told).unwrap();
    assert_eq!(fault, Some(BookFault::OtherRules));
}

#[test]
fn games_without_keys_or_an_end_have_no_books() {
    let game = open("pong-hau-ki", &NoFiles).unwrap();
    assert!(game.opening().is_none());
}
