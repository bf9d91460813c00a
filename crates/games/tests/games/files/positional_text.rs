//! What the positional family reads and writes: positions, moves, specs, diagrams.

use crate::shared::made;
use proptest::prelude::*;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::{NoFiles, SpecError};

fn with<V: Visitor>(spec: &str, visitor: V) -> V::Output {
    crate::shared::with(spec, &NoFiles, visitor).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// What is asked of a position's text: its rows, or where it is wrong and why.
struct Read(&'static str);

impl Visitor for Read {
    type Output = Result<String, (std::ops::Range<usize>, String)>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let position = game.parse_position(self.0);
        position
            .map(|position| game.position_text(&position))
            .map_err(|error| (error.span, error.message))
    }
}

#[test]
fn wrong_positions_are_pointed_at() {
    for (spec, text, span, message) in [
        (
            "tictactoe",
            "",
            0..0,
            "`.`, `x` or `o` for row 1, column 1 is expected here",
        ),
        (
            "tictactoe",
            "x.",
            2..2,
            "`.`, `x` or `o` for row 1, column 3 is expected here",
        ),
        (
            "tictactoe",
            "x../...",
            7..7,
            "`/` and a further row is expected here",
        ),
        (
            "tictactoe",
            "x..é",
            3..5,
            "`/` and a further row is expected here",
        ),
        (
            "tictactoe",
            "x../.../.../",
            11..12,
            "the board ends before this",
        ),
        (
            "tictactoe",
            "x../.X./...",
            5..6,
            "`.`, `x` or `o` for row 2, column 2 is expected here",
        ),
        (
            "tictactoe-3d",
            "x../.X./...",
            5..6,
            "`.`, `x` or `o` for layer 1, row 2, column 2 is expected here",
        ),
        (
            "notakto",
            "x../.o./...",
            5..6,
            "`.` or `x` for row 2, column 2 is expected here",
        ),
        (
            "tictactoe-3d:size=2",
            "../../..",
            5..6,
            "`//` and a further layer is expected here",
        ),
        (
            "positional:shape=._/..,line=2",
            "../..",
            1..2,
            "`_`, the hole at row 1, column 2, is expected here",
        ),
        (
            "connect-k:cols=3,rows=3,line=3",
            ".x./.../.o.",
            1..2,
            "this mark lies above an empty cell",
        ),
        ("connect4", "8", 0..1, "columns are 1 to 7"),
        ("connect4", "4444444", 6..7, "column 4 is full"),
        (
            "connect4",
            "1212121212",
            7..10,
            "the game is over before this",
        ),
        ("connect4", "1,,2", 2..2, "columns are 1 to 7"),
        ("connect4:cols=10,rows=5", "11", 0..2, "columns are 1 to 10"),
        (
            "connect4",
            "99999999999999999999999,1",
            0..23,
            "columns are 1 to 7",
        ),
        (
            "connect4:cols=4,rows=4",
            ".x../..../..../....",
            1..2,
            "this mark lies above an empty cell",
        ),
        (
            "connect4:cols=4,rows=4",
            "..../..../...x/....",
            13..14,
            "this mark lies above an empty cell",
        ),
        (
            "connect4:cols=4,rows=4",
            "....|....",
            4..5,
            "`/` and a further row is expected here",
        ),
        (
            "connect4:cols=4,rows=4",
            "..../\u{e9}...",
            5..7,
            "`.`, `x` or `o` for row 2, column 1 is expected here",
        ),
        (
            "connect4:cols=4,rows=4",
            "..../..../..../...",
            18..18,
            "`.`, `x` or `o` for row 4, column 4 is expected here",
        ),
        (
            "connect4:cols=4,rows=4",
            "..../..../..../..../",
            19..20,
            "the board ends before this",
        ),
        (
            "connect4",
            "12x",
            0..1,
            "`.`, `x` or `o` for row 1, column 1 is expected here",
        ),
    ] {
        let expected = Err((span, message.to_owned()));
        assert_eq!(with(spec, Read(text)), expected, "{spec} {text}");
    }
    // Any board is a position, whether or not play leads there.
    let unreachable = "xxx/ooo/xxx";
    assert_eq!(
        with("tictactoe", Read(unreachable)).as_deref(),
        Ok(unreachable)
    );
    assert_eq!(
        with("connect4", Read("4453")).as_deref(),
        Ok("......./......./......./......./...o.../..oxx..")
    );
    assert_eq!(
        with("connect4:cols=10,rows=2", Read("10,4")).as_deref(),
        Ok("........../...o.....x")
    );
}

/// Positions are printed back in the form given.
#[test]
fn columns_played_are_extended() {
    struct Extend(&'static str, &'static str);
    impl Visitor for Extend {
        type Output = Option<String>;
        fn visit<G: Playable>(self, game: G) -> Option<String> {
            let position = game.parse_position(self.0).expect("a position");
            let mv = game.parse_move(&position, self.1).expect("a move");
            game.extend_text(self.0, &position, mv)
        }
    }
    assert_eq!(
        with("connect4", Extend("4453", "1")).as_deref(),
        Some("44531")
    );
    assert_eq!(
        with("connect4", Extend("4,4", "1")).as_deref(),
        Some("4,4,1")
    );
    assert_eq!(
        with("connect4:cols=12,rows=4", Extend("10", "12")).as_deref(),
        Some("10,12")
    );
    assert_eq!(with("connect4:cols=4,rows=1", Extend("x...", "2")), None);
    assert_eq!(with("tictactoe", Extend("x../.../...", "2,2")), None);
}

fn refused(spec: &str) -> SpecError {
    made(spec, &NoFiles).expect_err(spec)
}

#[test]
fn wrong_specs_are_pointed_at() {
    for (spec, wrong) in [
        ("weighted-tictactoe:weights=1/2/3", "1/2/3"),
        ("weighted-tictactoe:weights=1/2/3/4/5/6/7/8/x", "x"),
        (
            "weighted-tictactoe:weights=0/0/4611686018427387904/0/-7/0/0/0/0",
            "-7",
        ),
        (
            "weighted-tictactoe:weights=0/9223372036854775808/0/0/0/0/0/0/0",
            "9223372036854775808",
        ),
        ("mnk:rows=100,cols=3", "100"),
        ("mnk:rows=12,cols=13", "13"),
        ("notakto:size=8,boards=3", "8"),
        ("positional:cols=3", ""),
        ("positional:shape=../..,rows=3", "3"),
        ("positional:shape=../.,line=2", "."),
        ("positional:rows=2,cols=2,patterns=1+2/5", "5"),
        ("positional:rows=2,cols=2,patterns=1+2+1", "1"),
        ("positional:rows=2,cols=2,weights=1/2/3/4", "1/2/3/4"),
        ("positional:rows=2,cols=2,full=points,marks=one", "points"),
        (
            "positional:rows=2,cols=2,full=points,boards=2,weights=4611686018427387904/0/0/0",
            "4611686018427387904",
        ),
    ] {
        let error = refused(spec);
        assert_eq!(&spec[error.error.span.clone()], wrong, "{spec}: {error}");
    }
}

/// The board as people see it.
#[test]
fn boards_are_drawn() {
    struct Draw(&'static str);
    impl Visitor for Draw {
        type Output = String;
        fn visit<G: Playable>(self, game: G) -> String {
            game.diagram(&game.parse_position(self.0).expect("a position"))
                .to_string()
        }
    }
    assert_eq!(
        with(
            "weighted-tictactoe:weights=3/0/0/0/-1/0/0/0/10",
            Draw("x../.o./...")
        ),
        " x:3    0    0\n   0 o:-1    0\n   0    0   10\nFirst 3, Second -1\n"
    );
    assert_eq!(
        with("positional:shape=._/..,line=2", Draw("x_/.o")),
        "x\n. o\n"
    );
}

/// Reads a text and, where it is accepted, writes it and reads that again.
struct Again<'t>(&'t str);

impl Visitor for Again<'_> {
    type Output = Result<(), TestCaseError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        match game.parse_position(self.0) {
            Ok(position) => {
                let again = game.parse_position(&game.position_text(&position));
                prop_assert_eq!(again, Ok(position));
            }
            Err(error) => {
                prop_assert!(error.span.start <= error.span.end && error.span.end <= self.0.len());
                prop_assert!(self.0.get(error.span).is_some());
            }
        }
        Ok(())
    }
}

const SPECS: [&str; 7] = [
    "tictactoe",
    "tictactoe:wild=yes",
    "notakto:size=2,boards=2",
    "connect4:cols=3,rows=2,line=2",
    "connect4:cols=11,rows=1",
    "tictactoe-3d:size=2",
    "positional:shape=.._/_..,line=2,gravity=yes",
];

proptest! {
    #[test]
    fn no_text_is_misread(spec in prop::sample::select(&SPECS), text in "[.xo_/]{0,12}|[0-9,]{0,8}|.{0,12}") {
        with(spec, Again(&text))?;
    }

    #[test]
    fn no_spec_panics(weights in "[0-9/+-]{0,24}", patterns in "[0-9+/]{0,8}", shape in "[._/]{0,10}") {
        let spec = format!("positional:shape={shape},patterns={patterns},weights={weights},full=points");
        if let Err(error) = made(&spec, &NoFiles) {
            prop_assert!(spec.get(error.error.span).is_some());
        }
    }
}
