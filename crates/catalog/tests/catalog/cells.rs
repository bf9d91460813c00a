//! Rows of cells and positions held, of every listed game: what is written is read back, and moves taken
//! back lead where they came from.

use std::sync::Arc;
use yomikiri_catalog::play::Random;
use yomikiri_catalog::{AnyGame, AnyPosition, Ask, Cells, Control, Info, Shipped, infos, open};

/// Calls back with every position of some random games of every example.
fn walk(mut each: impl FnMut(&Info, &Arc<dyn AnyGame>, &mut Box<dyn AnyPosition>)) {
    for info in infos() {
        for spec in info.examples {
            let game: Arc<dyn AnyGame> = Arc::from(open(spec, &Shipped).unwrap());
            let mut random = Random::new(7);
            for _ in 0..5 {
                let mut at = Arc::clone(&game).hold("start").unwrap();
                for _ in 0..60 {
                    each(&info, &game, &mut at);
                    let Some(mv) = random.pick(at.moves()).cloned() else {
                        break;
                    };
                    at.push(&mv).unwrap();
                }
            }
        }
    }
}

#[test]
fn rows_are_positions() {
    let (mut with, mut without) = (Vec::new(), Vec::new());
    walk(|info, game, at| {
        let Some(cells) = Cells::of(game.as_ref()) else {
            without.push(info.name);
            return;
        };
        with.push(info.name);
        let usual = at.usual_text();
        let Some(row) = cells.row(&usual) else {
            // A finished board that does not tell by itself that a line has ended the game.
            assert!(usual.ends_with(":line"), "{usual}");
            return;
        };
        assert_eq!(row.len(), cells.width());
        let text = cells.text(&row).unwrap();
        assert_eq!(game.usual(&text, false).unwrap(), usual, "{}", game.name());
        // The cells are what the diagram shows.
        let diagram = game.diagram(&usual).unwrap();
        for (place, cell) in diagram.places.iter().zip(&row) {
            let shown = place.mark.map_or('.', |mark| mark.symbol);
            assert_eq!(shown, ['.', 'x', 'o'][*cell as usize], "{usual}");
        }
    });
    for name in [
        "tictactoe",
        "connect4",
        "tictactoe-3d",
        "notakto",
        "positional",
    ] {
        assert!(with.contains(&name), "{name}");
    }
    for name in ["graph", "grid-walk", "stones"] {
        assert!(without.contains(&name) && !with.contains(&name), "{name}");
    }
}

#[test]
fn moves_are_taken_back() {
    walk(|_, game, at| {
        let (text, usual, to_move) = (at.text(), at.usual_text(), at.to_move());
        assert_eq!(game.legal(&usual).unwrap(), (to_move, at.moves().to_vec()));
        assert_eq!(game.board(&usual).unwrap().outcome, at.outcome());
        for mv in at.moves().to_vec() {
            let played = at.played();
            at.push(&mv).unwrap();
            assert_eq!(Ok(at.text()), game.play(&text, &mv), "{text} {mv}");
            assert_eq!(at.copied().text(), at.text());
            assert_eq!(at.pop(), Some(mv));
            assert_eq!((at.played(), at.text()), (played, text.clone()));
        }
        let moves = at.moves().to_vec();
        if let Some(numbers) = at.text_numbers() {
            assert_eq!(numbers.len(), moves.len(), "{text}");
        }
        for (index, mv) in moves.iter().enumerate() {
            assert!(at.push_nth(index));
            assert_eq!(at.pop().as_ref(), Some(mv));
        }
        assert!(!at.push_nth(moves.len()));
        let bad = at.push("no move").unwrap_err();
        assert_eq!(bad.span, 0..7);
        assert_eq!(at.usual_text(), usual);
    });
    let game: Arc<dyn AnyGame> = Arc::from(open("connect4", &yomikiri_catalog::NoFiles).unwrap());
    let mut at = Arc::clone(&game).hold("44").unwrap();
    assert_eq!(at.pop(), None);
    at.push("3").unwrap();
    // The form given is kept.
    assert_eq!(at.text(), "443");
    assert!(Arc::clone(&game).hold("49").is_err());
}

#[test]
fn the_usual_form_and_the_one_of_mirror_images() {
    let game = open("connect4:cols=4,rows=4", &yomikiri_catalog::NoFiles).unwrap();
    assert_eq!(game.usual("12", false).unwrap(), "..../..../..../xo..");
    let mirrored = game.usual("43", true).unwrap();
    assert_eq!(game.usual("12", true).unwrap(), mirrored);
    assert!(game.usual("17", true).is_err());
}

/// Boards that are read without their text are those that the text has, with the same values.
#[test]
fn marks_are_read_as_the_text_that_they_make() {
    let games = ["connect4:cols=4,rows=4", "connect4:cols=5,rows=4"];
    let mut read = 0;
    for spec in games {
        let game: Arc<dyn AnyGame> = Arc::from(open(spec, &yomikiri_catalog::NoFiles).unwrap());
        let cells = Cells::of(game.as_ref()).unwrap();
        let mut session = game.session(Ask::Distance, None).unwrap();
        let mut random = Random::new(3);
        for _ in 0..40 {
            let mut at = Arc::clone(&game).hold("start").unwrap();
            while let Some(mv) = random.pick(at.moves()).cloned() {
                at.push(&mv).unwrap();
                let mut row = cells.row(&at.usual_text()).unwrap();
                for altered in [false, true] {
                    if altered {
                        let codes = [0, 1, 2, 3, -1, i8::MAX];
                        let cell = random.below(row.len() as u64) as usize;
                        row[cell] = *random.pick(&codes).unwrap();
                    }
                    let marks = session.value_of_marks(&row, &mut Control::new()).unwrap();
                    let text = cells.text(&row).ok();
                    let text = text.and_then(|text| {
                        let value = session.value(&text, &mut Control::new());
                        value.ok()
                    });
                    assert_eq!(marks, text, "{row:?}");
                    read += usize::from(marks.is_some());
                }
            }
        }
        for wrong in [
            vec![],
            vec![0; cells.width() - 1],
            vec![0; cells.width() + 1],
        ] {
            let marks = session.value_of_marks(&wrong, &mut Control::new());
            assert_eq!(marks, Ok(None));
        }
    }
    assert!(read > 400, "{read}");
}

/// A line given by numbers is one of moves, as far as there are such.
#[test]
fn lines_by_numbers() {
    let game = open("connect4:cols=4,rows=4", &yomikiri_catalog::NoFiles).unwrap();
    let texts = |position, moves: &[u32]| game.line_texts(position, moves);
    assert_eq!(texts("1111", &[0, 1, 2]).unwrap(), ["2", "3", "4"]);
    assert_eq!(texts("1111", &[2, 3, 0]).unwrap(), ["4"]);
    assert_eq!(texts("start", &[0, 1, 0, 1, 0, 1, 0, 1]).unwrap().len(), 7);
    assert!(texts("19", &[]).is_err());
}
