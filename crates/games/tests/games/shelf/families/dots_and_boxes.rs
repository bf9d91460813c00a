//! Dots and boxes on a drawing of characters.

use super::{Naive, same, with_turn};
use crate::shared::shared;
use rustc_hash::FxHashMap;
use yomikiri_core::capability::{Bounded, Expand, Key, Keyed, Merged};
use yomikiri_core::{Margin, Outcome};
use yomikiri_games::registry::Playable;
use yomikiri_games::spec::NoFiles;

struct Boxes {
    rows: usize,
    cols: usize,
}

/// The whole drawing, dots and insides of boxes included.
type Position = (Vec<Vec<char>>, usize);

impl Boxes {
    fn closed(&self, drawing: &[Vec<char>]) -> i64 {
        let mut closed = 0;
        for row in 0..self.rows {
            for col in 0..self.cols {
                let sides = [
                    drawing[2 * row][2 * col + 1],
                    drawing[2 * row + 2][2 * col + 1],
                    drawing[2 * row + 1][2 * col],
                    drawing[2 * row + 1][2 * col + 2],
                ];
                closed += i64::from(!sides.contains(&'.'));
            }
        }
        closed
    }
}

impl Naive for Boxes {
    type Position = Position;
    fn start(&self) -> Position {
        let cell = |row: usize, col: usize| match (row % 2, col % 2) {
            (0, 0) => '+',
            (1, 1) => ' ',
            _ => '.',
        };
        let row = |row| (0..=2 * self.cols).map(|col| cell(row, col)).collect();
        ((0..=2 * self.rows).map(row).collect(), 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (drawing, turn): &Position) -> Vec<(i64, Position)> {
        let mut next = Vec::new();
        for (row, line) in drawing.iter().enumerate() {
            for (col, _) in line.iter().enumerate().filter(|&(_, &side)| side == '.') {
                let mut after = drawing.clone();
                after[row][col] = ['-', '|'][row % 2];
                let gain = self.closed(&after) - self.closed(drawing);
                let turn = if gain > 0 { *turn } else { 1 - turn };
                next.push((gain, (after, turn)));
            }
        }
        next
    }
    fn over(&self, _: &Position, stuck: bool) -> Option<Outcome> {
        stuck.then_some(Outcome::Margin(0))
    }
    fn text(&self, (drawing, turn): &Position) -> String {
        let sides = |line: &Vec<char>| -> String {
            line.iter().filter(|side| !"+ ".contains(**side)).collect()
        };
        let lines: Vec<String> = drawing.iter().map(sides).collect();
        with_turn(lines.join("/"), *turn)
    }
}

#[test]
fn positions() {
    let count = |rows, cols| {
        let spec = format!("dots-and-boxes:rows={rows},cols={cols}");
        same(&spec, &Boxes { rows, cols })
    };
    assert_eq!(count(1, 1).by_ply, [1, 4, 6, 4, 1]);
    let published = [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2)];
    for (rows, cols, margin) in published {
        assert_eq!(count(rows, cols).margin, margin, "{rows} x {cols}");
    }
}

/// The value of every set of sides drawn, by plain recursion over all moves: some move that `expand` keeps is as
/// good as any, positions that share a merged key are worth the same, and bounds are true.
struct EverySet;

impl EverySet {
    /// The sets, the keys they share, the moves kept of all, and the sets whose bounds meet.
    fn on<G: Playable>(self, game: &G) -> (usize, usize, usize, usize, usize) {
        let (keyed, merged) = (game.keyed().expect("keys"), game.merged().expect("keys"));
        let expand = game.expand().expect("fewer moves");
        let sides = keyed.bits() - 1;
        let mut values = vec![0_i8; 1 << sides];
        let mut shared: FxHashMap<u128, i8> = FxHashMap::default();
        let bounded = game.bounded().expect("bounds");
        let (mut kept, mut all, mut decided) = (0, 0, 0);
        let mut scratch = Default::default();
        let mut moves = Vec::new();
        for drawn in (0..(1_u64 << sides) - 1).rev() {
            let at = keyed.position(Key::from_u128(drawn.into()));
            let at = at.expect("every set is a position");
            let mover = game.to_move(&at);
            let worth = |mv, next: &G::Position| {
                let set: u128 = keyed.key(next).into();
                let value = values[set as usize & ((1 << sides) - 1)];
                let own = game.to_move(next) == mover;
                game.gain(&at, mv) as i8 + if own { value } else { -value }
            };
            moves.clear();
            moves.extend(game.moves(&at));
            let best = moves.iter().map(|&mv| worth(mv, &game.play(&at, mv))).max();
            all += moves.len();
            moves.clear();
            let relevant = expand.expand(&at, &mut scratch);
            let found = relevant.map(|(mv, next)| {
                moves.push(mv);
                worth(mv, &next)
            });
            let found = found.max();
            kept += moves.len();
            assert_eq!(found, best, "{}", game.position_text(&at));
            let value = best.expect("there is a move");
            let key = merged.merged_key(&at).into();
            let twin = *shared.entry(key).or_insert(value);
            assert_eq!(twin, value, "{}", game.position_text(&at));
            let (lower, upper) = bounded.margin(&at);
            let points = Margin::Points(value.into());
            let text = || game.position_text(&at);
            assert!(lower <= points && points <= upper, "{}", text());
            decided += usize::from(lower == upper);
            values[drawn as usize] = value;
        }
        (values.len(), shared.len() + 1, kept, all, decided)
    }
}

#[test]
fn moves_that_need_no_look() {
    let check = |rows, cols| {
        let spec = format!("dots-and-boxes:rows={rows},cols={cols}");
        EverySet.on(&shared(&spec, &NoFiles).expect("a game"))
    };
    let found = [(1, 3), (2, 2), (1, 5), (2, 3)].map(|(rows, cols)| check(rows, cols));
    let expected = [
        (1 << 10, 108, 1974, 5120, 226),
        (1 << 12, 213, 9106, 24_576, 710),
        (1 << 16, 3528, 139_545, 524_288, 4342),
        (1 << 17, 10_728, 293_190, 1_114_112, 9250),
    ];
    assert_eq!(found, expected);
}

#[test]
#[ignore = "16 million positions"]
fn moves_that_need_no_look_in_nine_boxes() {
    let spec = "dots-and-boxes:rows=3,cols=3";
    let found = EverySet.on(&shared(spec, &NoFiles).expect("a game"));
    assert_eq!(found, (1 << 24, 667_884, 32_211_823, 201_326_592, 371_119));
}
