//! Bounds on who wins, against the recursion over everything that follows: on boards filled at random, which play
//! seldom leads to.

use crate::shared::shared;
use yomikiri::{Ask, Control, Method, Session};
use yomikiri_core::Wdl;
use yomikiri_core::capability::Bounded;
use yomikiri_games::registry::Playable;
use yomikiri_games::spec::NoFiles;

struct Filled {
    rows: usize,
    cols: usize,
    /// What a cell that is not free may hold, and how many cells are free at most.
    symbols: &'static [u8],
    free: usize,
    boards: u32,
}

impl Filled {
    /// The positions that bounds decided, and all.
    fn on<G: Playable>(self, game: &G) -> (u32, u32) {
        let mut seed = 7_u64;
        let mut random = |below: usize| {
            seed = seed
                .wrapping_mul(0x5851_F42D_4C95_7F2D)
                .wrapping_add(0x1405_7B7E_F767_814F);
            (seed >> 33) as usize % below
        };
        let bounded = game.bounded().expect("bounds");
        let mut session = Session::new(game, Ask::Winner, Method::Memo).expect("acyclic");
        let (mut decided, mut sifted, mut all) = (0, 0, 0);
        for _ in 0..self.boards {
            let mut cells = vec![b'.'; self.rows * self.cols];
            // Clusters of free cells: the last ones filled are drawn anywhere.
            let mut free = cells.len();
            let most = self.free - random(self.free / 2);
            while free > most {
                let at = random(cells.len());
                if cells[at] == b'.' {
                    cells[at] = self.symbols[random(self.symbols.len())];
                    free -= 1;
                }
            }
            let rows: Vec<_> = cells
                .chunks(self.cols)
                .map(String::from_utf8_lossy)
                .collect();
            for turn in ["", ":second"] {
                let text = rows.join("/") + turn;
                let at = game.parse_position(&text).expect("a position");
                if game.outcome(&at).is_some() {
                    continue;
                }
                let value = session.value(&at, &mut Control::new()).expect("small");
                let own = value.winner() == Some(game.to_move(&at));
                let score = if own { Wdl::Win } else { Wdl::Loss };
                let (lower, upper) = bounded.wdl(&at);
                assert!(
                    lower <= score && score <= upper,
                    "{text}: {lower:?} {upper:?}, {value}"
                );
                decided += u32::from(lower == upper);
                if !bounded.sifts() {
                    all += 1;
                    continue;
                }
                let mut kept: Vec<_> = game.moves(&at).collect();
                assert_eq!(bounded.sift(&at, &mut kept), (lower, upper), "{text}");
                for mv in game.moves(&at).filter(|mv| !kept.contains(mv)) {
                    let next = game.play(&at, mv);
                    let value = session.value(&next, &mut Control::new()).expect("small");
                    let lost = value.winner() != Some(game.to_move(&at));
                    assert!(lost, "{text}: {} wins", game.move_text(&at, mv));
                    sifted += 1;
                }
                all += 1;
            }
        }
        assert!(
            !bounded.sifts() || sifted > all,
            "{sifted} moves of {all} positions"
        );
        (decided, all)
    }
}

fn check(spec: &str, rows: usize, cols: usize, symbols: &'static str, free: usize, boards: u32) {
    let filled = Filled {
        rows,
        cols,
        symbols: symbols.as_bytes(),
        free,
        boards,
    };
    let (decided, all) = filled.on(&shared(spec, &NoFiles).expect("a game"));
    // Else it has tested nothing.
    assert!(
        4 * all > boards && 8 * decided > all,
        "{spec}: {decided} of {all}"
    );
}

/// 200,000 positions of boards that are too large for all positions of them.
#[test]
#[ignore = "minutes"]
fn of_domineering_are_true_on_many_boards() {
    check("domineering:rows=6,cols=6", 6, 6, "#", 24, 40_000);
    check("domineering:rows=7,cols=7", 7, 7, "#", 24, 30_000);
    check("domineering:rows=8,cols=8", 8, 8, "#", 24, 30_000);
}

#[test]
fn are_true_on_boards_filled_at_random() {
    check("domineering:rows=6,cols=6", 6, 6, "#", 20, 800);
    check("domineering:rows=8,cols=8,first=lying", 8, 8, "#", 22, 300);
    check("domineering:rows=3,cols=8", 3, 8, "#", 20, 400);
    check("hex:rows=5,cols=5", 5, 5, "xo", 9, 800);
    check("hex:rows=3,cols=6", 3, 6, "xo", 9, 300);
    // Bounds by the values of small parts.
    check("clobber:rows=4,cols=6", 4, 6, "xo..", 2, 200);
    check("clobber:rows=1,cols=20", 1, 20, "xoxo.", 2, 200);
    for game in ["col", "snort"] {
        check(&format!("{game}:rows=5,cols=5"), 5, 5, "xo#", 10, 100);
    }
    for game in ["breakthrough", "hexapawn"] {
        // Few pawns: most boards filled with them are over.
        check(&format!("{game}:rows=5,cols=4"), 5, 4, "xo......", 2, 2000);
        check(&format!("{game}:rows=6,cols=3"), 6, 3, "xo.....", 2, 1000);
        check(&format!("{game}:rows=4,cols=5"), 4, 5, "xo.....", 2, 1000);
    }
}
