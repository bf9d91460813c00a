//! grid-walk against exhaustive counts, a plain recursion of its own, and garbage.

use proptest::prelude::*;
use std::collections::HashMap;
use yomikiri_core::capability::{Acyclic, Direct, Indexed, Keyed};
use yomikiri_core::{Ask, Game, Notation, Outcome, Pictured, Player, Value, laws};
use yomikiri_games::grid_walk::{Grid, GridWalk, Position, Signs, Step, Steps};

fn game(cells: &str, steps: &str) -> GridWalk {
    GridWalk::new(Grid::parse(cells).unwrap(), Steps::parse(steps).unwrap())
}

/// First's margin by the rules alone.
fn by_recursion(game: &GridWalk, at: &Position, known: &mut HashMap<Position, i64>) -> i64 {
    if game.outcome(at).is_some() {
        return 0;
    }
    if let Some(&margin) = known.get(at) {
        return margin;
    }
    let sign = if game.to_move(at) == Player::First {
        1
    } else {
        -1
    };
    let moves: Vec<u32> = game.moves(at).collect();
    let worth = |mv| sign * game.gain(at, mv) + by_recursion(game, &game.play(at, mv), known);
    let best = moves
        .into_iter()
        .map(worth)
        .max_by_key(|margin| sign * margin);
    known.insert(*at, best.expect("the game is not over"));
    known[at]
}

fn margin(game: &GridWalk, at: &Position) -> i64 {
    game.value(at, Ask::Margin)
        .margin()
        .expect("an answer in points")
}

/// 64-bit xorshift: `+` where it comes out odd.
fn xorshift_signs(cells: usize) -> Vec<u8> {
    let mut x: u64 = 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 7;
        x ^= x >> 9;
        if x % 2 == 1 { b'+' } else { b'-' }
    };
    (0..cells).map(|_| next()).collect()
}

#[test]
fn samples_of_the_contest() {
    // AtCoder ABC201 D.
    for (cells, expected) in [
        ("3 3\n---\n+-+\n+--\n", 2),
        ("2 4\n+++-\n-+-+", -2),
        ("1 1\n-", 0),
    ] {
        let game = game(cells, "right/down");
        assert_eq!(margin(&game, &game.start()), expected, "{cells}");
    }
}

/// Counted by two independent programs: wins of First, draws, wins of Second over all grids.
#[test]
fn exhaustive_counts() {
    for (rows, cols, expected) in [
        (1, 2, [2, 0, 2]),
        (2, 2, [6, 8, 2]),
        (2, 3, [38, 0, 26]),
        (3, 3, [190, 216, 106]),
        (3, 4, [2370, 0, 1726]),
        (4, 4, [26020, 24176, 15340]),
    ] {
        let (mut fast, mut plain) = ([0; 3], [0; 3]);
        let count =
            |counts: &mut [i32; 3], margin: i64| counts[(1 - margin.signum()) as usize] += 1;
        for grid in 0..1u32 << (rows * cols) {
            let cells: Vec<u8> = (0..rows * cols)
                .map(|cell| if grid >> cell & 1 == 1 { b'+' } else { b'-' })
                .collect();
            count(
                &mut fast,
                Signs::new(&cells, rows, cols, cols).unwrap().margin(),
            );
            let points = cells.iter().map(|&sign| 44 - i64::from(sign)).collect();
            let game = GridWalk::new(Grid::new(rows, cols, points).unwrap(), Steps::default());
            count(
                &mut plain,
                by_recursion(&game, &game.start(), &mut HashMap::new()),
            );
        }
        assert_eq!((fast, plain), (expected, expected), "{rows}x{cols}");
    }
}

#[test]
fn two_thousand_by_two_thousand() {
    let cells = xorshift_signs(2000 * 2000);
    let signs = Signs::new(&cells, 2000, 2000, 2000).unwrap();
    assert_eq!((signs.margin(), signs.margin_row_by_row()), (-14, -14));

    let text: Vec<&str> = cells
        .chunks(2000)
        .map(|row| std::str::from_utf8(row).unwrap())
        .collect();
    let game = game(&text.join("\n"), "down/right");
    let start = game.start();
    assert_eq!(
        game.value(&start, Ask::Winner),
        Value::Winner(Some(Player::Second))
    );
    assert_eq!(game.cost(&start), 4_000_000);
    let table = game.table(&start, Ask::Margin);
    assert_eq!(
        game.look_up(&table, &start, Ask::Margin),
        Value::Margin(Outcome::Margin(-14))
    );
    let inner = game.parse_position("1000,501").unwrap();
    assert_eq!(
        game.look_up(&table, &inner, Ask::Margin),
        game.value(&inner, Ask::Margin)
    );
}

#[test]
fn a_corridor_of_a_million_cells_needs_no_stack() {
    for steps in ["right/down", "0+1/0+2"] {
        let cells = String::from_utf8(xorshift_signs(1_000_000)).unwrap();
        let game = game(&cells, steps);
        let table = game.table(&game.start(), Ask::Margin);
        let looked_up = game.look_up(&table, &game.start(), Ask::Margin);
        assert_eq!(looked_up, game.value(&game.start(), Ask::Margin));
        assert_eq!(game.rank(&game.start()), 999_999);
        assert!(!game.diagram(&game.start()).to_string().is_empty());
    }
}

#[test]
fn shapes_that_do_not_fit_are_refused() {
    assert!(Signs::new(b"", 0, 0, 0).is_none());
    assert!(Signs::new(b"+-+", 2, 2, 2).is_none());
    assert!(Signs::new(b"+-+-", 2, 2, 1).is_none());
    assert!(Signs::new(b"+-+-", usize::MAX, 2, 2).is_none());
    assert!(Signs::new(b"+-+-", 2, 2, usize::MAX).is_none());
    let signs = Signs::new(b"+-+-", 2, 2, 2).unwrap();
    assert!(signs.from_cell(2, 0).is_none() && signs.from_cell(0, 2).is_none());
}

#[test]
fn positions_as_text() {
    let odd = game("+-+/-+-", "right/down");
    let at = odd.parse_position("2,3").unwrap();
    assert_eq!(
        at,
        Position {
            row: 1,
            col: 2,
            to_move: Player::Second
        }
    );
    assert_eq!(odd.position_text(&odd.start()), "1,1");
    let mixed = game("+-+/-+-", "right/diagonal");
    assert_eq!(
        mixed.position_text(&mixed.parse_position("1,2:second").unwrap()),
        "1,2:second"
    );
    assert_eq!(
        mixed.parse_position("1,2:first"),
        mixed.parse_position("1,2")
    );
    for (game, text, span) in [
        (&odd, "", 0..0),
        (&odd, "1", 0..1),
        (&odd, "0,1", 0..1),
        (&odd, "3,1", 0..1),
        (&odd, "1,4", 2..3),
        (&odd, "1,", 2..2),
        (&odd, "1,2:second", 3..10),
        (&odd, "1,99999999999", 2..13),
        (&mixed, "1,2:", 4..4),
        (&mixed, "1,2:nobody", 4..10),
        (&mixed, "一,2", 0..3),
    ] {
        assert_eq!(game.parse_position(text).unwrap_err().span, span, "{text}");
    }
    let moves: Vec<String> = mixed
        .moves(&mixed.start())
        .map(|mv| mixed.move_text(&mixed.start(), mv))
        .collect();
    assert_eq!(moves, ["1,2", "2,2"]);
}

#[test]
fn the_piece_is_drawn_on_its_cell() {
    let game = game("---/+-+/+--", "right/down");
    let diagram = game.diagram(&game.parse_position("2,2").unwrap());
    assert_eq!(
        diagram.to_string(),
        "  -   -   -\n  + @:-   +\n  +   -   -\nfirst to move\n"
    );
}

fn any_grid(most: usize) -> impl Strategy<Value = Grid> {
    let signs = prop::sample::select(vec![-1i64, 1]).boxed();
    let weights = (-9i64..=9).boxed();
    (1..=most, 1..=most, prop_oneof![Just(signs), Just(weights)]).prop_flat_map(|(h, w, points)| {
        prop::collection::vec(points, h * w)
            .prop_map(move |points| Grid::new(h, w, points).unwrap())
    })
}

/// Bands that are filled one by one, four together, and with rows left over.
#[test]
fn small_grids() {
    let cells = xorshift_signs(40 * 24);
    for (rows, cols) in [(1, 1), (8, 9), (9, 24), (33, 20), (40, 24)] {
        let signs = Signs::new(&cells[..rows * cols], rows, cols, cols).unwrap();
        assert_eq!(signs.margin(), signs.margin_row_by_row(), "{rows}x{cols}");
    }
}

fn any_steps() -> impl Strategy<Value = Steps> {
    let step = (0u32..4, 0u32..4).prop_map(|(down, right)| Step { down, right });
    prop_oneof![
        Just(Steps::default()),
        prop::collection::vec(step, 1..4).prop_filter_map("stands still or repeats", Steps::new),
    ]
}

proptest! {
    #[test]
    fn band_agrees_with_plain_loop(
        cells in prop::collection::vec(prop::sample::select(vec![b'+', b'-']), 20 * 22),
        rows in 1usize..=20,
        cols in 1usize..=20,
        extra in 0usize..=2,
    ) {
        let signs = Signs::new(&cells, rows, cols, cols + extra).unwrap();
        prop_assert_eq!(signs.margin(), signs.margin_row_by_row());
        let last = signs.from_cell(rows - 1, cols - 1).unwrap();
        prop_assert_eq!(last.margin(), 0);
    }

    #[test]
    fn direct_agrees_with_recursion(grid in any_grid(7), steps in any_steps()) {
        let game = GridWalk::new(grid, steps);
        let mut known = HashMap::new();
        let table = game.table(&game.start(), Ask::Margin);
        for index in 0..Indexed::len(&game) {
            let at = Indexed::position(&game, index).unwrap();
            let expected = by_recursion(&game, &at, &mut known);
            prop_assert_eq!(margin(&game, &at), expected);
            let looked_up = game.look_up(&table, &at, Ask::Margin);
            prop_assert_eq!(looked_up, Value::Margin(Outcome::Margin(expected)));
            prop_assert!(game.key(&at) >> game.bits() == 0);
        }
    }

    #[test]
    fn laws_hold(grid in any_grid(5), steps in any_steps()) {
        let sample = laws::Sample { positions: 100, playouts: 2, mutations: 50, ..Default::default() };
        if let Err(broken) = laws::all(&GridWalk::new(grid, steps), &sample) {
            prop_assert!(false, "{}", broken);
        }
    }

    #[test]
    fn grids_and_steps_round_trip(grid in any_grid(6), steps in any_steps()) {
        prop_assert_eq!(&Grid::parse(&grid.to_string()).unwrap(), &grid);
        prop_assert_eq!(&Grid::parse(&grid.to_string().replace('/', "\r\n")).unwrap(), &grid);
        prop_assert_eq!(Steps::parse(&steps.to_string()).unwrap(), steps);
    }

    #[test]
    fn garbage_is_refused_in_bounds(text in prop_oneof![any::<String>(), "[-+0-9/; \r\n\u{3000}é]{0,40}"]) {
        if let Err(error) = Grid::parse(&text) {
            prop_assert!(text.get(error.span).is_some());
        }
        if let Err(error) = Steps::parse(&text) {
            prop_assert!(text.get(error.span).is_some());
        }
        if let Err(error) = game("+-/-+", "diagonal/right").parse_position(&text) {
            prop_assert!(text.get(error.span).is_some());
        }
    }
}

/// Bands of rows and ragged ends, at sizes where all of them occur.
#[test]
fn band_agrees_with_plain_loop_on_large_shapes() {
    let cells = xorshift_signs(300 * 300);
    for (rows, cols) in [
        (300, 300),
        (1, 90_000),
        (90_000, 1),
        (8, 1000),
        (9, 1000),
        (1000, 9),
        (257, 31),
    ] {
        let signs = Signs::new(&cells, rows, cols, cols).unwrap();
        assert_eq!(signs.margin(), signs.margin_row_by_row(), "{rows}x{cols}");
    }
}
