//! AtCoder ABC025 C: a board filled in turn; pairs of neighbours score points.

use super::simpler::lower;
use super::single::{Asked, Single, at_start, joined, line_of, numbers, refused, written};
use super::telling::shares;
use super::{About, ContestError, Corner, Random, Scan, Subject};
use yomikiri::{Ask, Method, TextError, Value};
use yomikiri_games::compact::Compact;
use yomikiri_games::pair_board::PairBoard;

const VALUES: std::ops::RangeInclusive<i64> = 0..=100;
const VERTICAL: usize = 6;
const PAIRS: usize = 12;

/// AtCoder ABC025 C.
pub(super) struct Abc025C;

impl Single for Abc025C {
    /// The points of the six vertical pairs, then of the six horizontal ones.
    type Case = Vec<i64>;

    const ABOUT: About = About {
        id: "abc025c",
        judge: "AtCoder ABC025 C",
        title: "Two Players on a 3x3 Board",
        game: "pair-board",
        input: "two lines of three integers (vertical pairs), three of two (horizontal pairs)",
        shape: "2*{3*{a 0..100} |} 3*{2*{b 0..100} |}",
        seconds: 2,
        constraints: &["each integer 0 to 100"],
        output: "the points of the first player, then those of the second, a line each",
        solvers: &[
            Method::AlphaBeta,
            Method::Memo,
            Method::Plain,
            Method::Retrograde,
        ],
        example: "0 15 0\n0 0 25\n20 10\n0 0\n25 0\n",
        ..About::USUAL
    };
    const NAMES: [&'static str; 2] = ["Naohiro", "Naoko"];
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Ties,
        Corner::Equal,
        Corner::Sorted,
    ];

    fn read(scan: &mut Scan<'_>) -> Result<Vec<i64>, TextError> {
        let mut points = Vec::with_capacity(PAIRS);
        for (lines, count, what) in [(2, 3, "a vertical pair"), (3, 2, "a horizontal pair")] {
            for _ in 0..lines {
                points.extend(line_of(scan, what, count, VALUES)?);
            }
        }
        Ok(points)
    }

    fn write(points: &Vec<i64>) -> String {
        let (vertical, horizontal) = points.split_at(VERTICAL);
        let lines = vertical.chunks(3).chain(horizontal.chunks(2));
        lines.map(written).collect()
    }

    fn answer(points: &Vec<i64>, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        let (vertical, horizontal) = points.split_at(VERTICAL);
        let game = PairBoard::new(3, 3, vertical, horizontal).map_err(refused)?;
        let total = game.total();
        let margin = asked
            .value(&Compact::of(game), Ask::Margin)?
            .margin()
            .unwrap_or_default();
        let first = (total + margin) / 2;
        Ok(format!("{first}\n{}\n", total - first))
    }

    fn against_first(points: &Vec<i64>, answer: &str) -> bool {
        let first = answer.lines().next().unwrap_or_default().parse();
        // Second has the better half of most boards, so only a clear case counts.
        first.is_ok_and(|first: i64| 3 * first < points.iter().sum::<i64>())
    }

    fn does(_: &Vec<i64>, cell: &str, _: i64) -> String {
        format!("marks cell {cell}")
    }

    fn worth(points: &Vec<i64>, value: Value) -> Option<String> {
        Some(shares(Self::NAMES, points.iter().sum(), value.margin()?))
    }

    fn subject(points: &Vec<i64>, _: usize) -> Option<Subject> {
        let (vertical, horizontal) = points.split_at(VERTICAL);
        let (vertical, horizontal) = (joined(vertical), joined(horizontal));
        let game = format!("pair-board:vertical={vertical},horizontal={horizontal}");
        at_start::<Self>(game, Ask::Margin)
    }

    fn generate(random: &mut Random, corner: Corner) -> Vec<i64> {
        let mut points = numbers(random, corner, PAIRS, VALUES);
        // Many pairs without points leave few that matter.
        if random.one_in(3) {
            for points in &mut points {
                if random.one_in(2) {
                    *points = 0;
                }
            }
        }
        points
    }

    fn smaller(points: Vec<i64>) -> Box<dyn Iterator<Item = Vec<i64>>> {
        Box::new(lower(points, *VALUES.start()))
    }
}
