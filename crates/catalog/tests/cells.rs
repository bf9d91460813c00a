//! Rows of cells and positions held, of every listed game: what is written is read back, and moves taken
//! back lead where they came from.

use std::sync::Arc;
use yomikiri_catalog::play::Random;
use yomikiri_catalog::{AnyGame, AnyPosition, Cells, Files, Info, infos, open};

/// The files that a family's examples name.
struct Shown(&'static [(&'static str, &'static str)]);

impl Files for Shown {
    fn read(&self, path: &str) -> Result<String, String> {
        let file = self.0.iter().find(|(name, _)| *name == path);
        let file = file.ok_or_else(|| format!("there is no `{path}`"))?;
        Ok(file.1.to_owned())
    }
}

/// Calls back with every position of some random games of every example.
fn walk(mut each: impl FnMut(&Info, &Arc<dyn AnyGame>, &mut Box<dyn AnyPosition>)) {
    for info in infos() {
        for spec in info.examples {
            let game: Arc<dyn AnyGame> = Arc::from(open(spec, &Shown(info.files)).unwrap());
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
        let row = cells.row(&usual).unwrap_or_else(|| panic!("{usual}"));
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
