//! What the page of all games says of each of them is so.

use yomikiri_catalog::known::{Size, known};
use yomikiri_catalog::{AFTER, Ask, CensusOptions, Control, Shipped, Want, infos, open};

/// Games of more positions take too long to count in a test.
const MOST: u64 = 120_000;

#[test]
fn every_game_is_known_and_what_is_known_is_true() {
    let mut counted = 0;
    for info in infos() {
        let known = known(&info).unwrap_or_else(|| panic!("{} is not known", info.name));
        let game = open(known.game, &Shipped).unwrap();
        if !known.scene.is_empty() {
            let scene = game.board(&format!("{AFTER} {}", known.scene)).unwrap();
            assert!(scene.outcome.is_none(), "{}", known.game);
            assert!(!scene.moves.is_empty(), "{} is over", known.game);
        }
        let (Size::Exactly(positions) | Size::MoreThan(positions)) = known.size;
        if positions > MOST {
            continue;
        }
        let census = game.census(CensusOptions::default(), &mut Control::new());
        assert_eq!(
            Size::Exactly(census.unwrap().positions),
            known.size,
            "{}",
            known.game
        );
        let mut session = game.session(Ask::Winner, None).unwrap();
        let answer = session.answer("start", Want::VALUE, &mut Control::new());
        assert_eq!(answer.unwrap().to_string(), known.winner, "{}", known.game);
        counted += 1;
    }
    assert!(counted >= 30, "{counted}");
}
