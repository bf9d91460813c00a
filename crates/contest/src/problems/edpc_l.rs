//! Educational DP Contest L: numbers taken from either end of a row.

use super::simpler::{fewer, lower};
use super::single::{Asked, Single, at_start, joined, line_of, numbers, refused, size, written};
use super::telling::shares;
use super::{About, ContestError, Corner, Random, Scan, Subject};
use yomikiri::{Ask, TextError, Value};
use yomikiri_games::compact::Compact;
use yomikiri_games::take_ends::TakeEnds;

const MOST: usize = 3000;
const VALUES: std::ops::RangeInclusive<i64> = 1..=1_000_000_000;

/// Educational DP Contest L.
pub(super) struct EdpcL;

impl Single for EdpcL {
    /// The numbers.
    type Case = Vec<i64>;

    const ABOUT: About = About {
        id: "edpc-l",
        judge: "Educational DP Contest L",
        title: "Deque",
        game: "take-ends",
        input: "N, then a line of N integers",
        shape: "N 1..3000 | N*{a 1..10^9}",
        seconds: 2,
        constraints: &["1 <= N <= 3000", "each integer 1 to 1000000000"],
        output: "the total of Taro (moves first) minus that of Jiro",
        example: "4\n10 80 90 30\n",
        ..About::USUAL
    };
    const NAMES: [&'static str; 2] = ["Taro", "Jiro"];
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Ties,
        Corner::Equal,
        Corner::Sorted,
        Corner::Largest,
    ];

    fn read(scan: &mut Scan<'_>) -> Result<Vec<i64>, TextError> {
        let count = scan.integer("N", 1..=MOST as i64)?;
        scan.end_line()?;
        line_of(scan, "a number of the row", count as usize, VALUES)
    }

    fn write(row: &Vec<i64>) -> String {
        format!("{}\n{}", row.len(), written(row))
    }

    fn answer(row: &Vec<i64>, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        let game = TakeEnds::new(row.clone()).map_err(refused)?;
        let margin = asked.value(&Compact::of(game), Ask::Margin)?.margin();
        Ok(format!("{}\n", margin.unwrap_or_default()))
    }

    fn against_first(_: &Vec<i64>, answer: &str) -> bool {
        answer.starts_with('-')
    }

    fn does(_: &Vec<i64>, end: &str, gain: i64) -> String {
        match end {
            "left" => format!("takes {gain} from the left"),
            _ => format!("takes {gain} from the right"),
        }
    }

    fn worth(row: &Vec<i64>, value: Value) -> Option<String> {
        Some(shares(Self::NAMES, row.iter().sum(), value.margin()?))
    }

    fn subject(row: &Vec<i64>, _: usize) -> Option<Subject> {
        at_start::<Self>(format!("take-ends:numbers={}", joined(row)), Ask::Margin)
    }

    fn generate(random: &mut Random, corner: Corner) -> Vec<i64> {
        let count = size(random, corner, MOST);
        numbers(random, corner, count, VALUES)
    }

    fn smaller(row: Vec<i64>) -> Box<dyn Iterator<Item = Vec<i64>>> {
        Box::new(fewer(row.clone(), 1).chain(lower(row, *VALUES.start())))
    }
}
