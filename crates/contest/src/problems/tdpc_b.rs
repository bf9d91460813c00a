//! Typical DP Contest B: numbers taken from the tops of two stacks.

use super::simpler::{fewer, lower};
use super::single::{Asked, Single, at_start, joined, line_of, numbers, refused, size, written};
use super::telling::shares;
use super::{About, ContestError, Corner, Random, Scan, Subject};
use yomikiri::{Ask, TextError, Value};
use yomikiri_games::compact::Compact;
use yomikiri_games::two_stacks::TwoStacks;

const MOST: usize = 1000;
const VALUES: std::ops::RangeInclusive<i64> = 1..=1000;

/// Typical DP Contest B.
pub(super) struct TdpcB;

/// Both stacks, each from its top.
#[derive(Clone)]
pub(super) struct Stacks {
    left: Vec<i64>,
    right: Vec<i64>,
}

impl Stacks {
    fn total(&self) -> i64 {
        self.left.iter().chain(&self.right).sum()
    }
}

impl Single for TdpcB {
    type Case = Stacks;

    const ABOUT: About = About {
        id: "tdpc-b",
        judge: "Typical DP Contest B",
        title: "Game",
        game: "two-stacks",
        input: "A B, then a line of A integers and a line of B integers, each from the top",
        shape: "A 1..1000 B 1..1000 | A*{a 1..1000} | B*{b 1..1000}",
        seconds: 2,
        constraints: &["1 <= A <= 1000", "1 <= B <= 1000", "each integer 1 to 1000"],
        output: "the total of the first player",
        example: "5 5\n2 4 5 4 2\n2 8 3 4 5\n",
        ..About::USUAL
    };
    const NAMES: [&'static str; 2] = ["Snuke", "Sumeke"];
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Ties,
        Corner::Row,
        Corner::Equal,
        Corner::Sorted,
        Corner::Largest,
    ];

    fn read(scan: &mut Scan<'_>) -> Result<Stacks, TextError> {
        let left = scan.integer("A", 1..=MOST as i64)?;
        let right = scan.integer("B", 1..=MOST as i64)?;
        scan.end_line()?;
        Ok(Stacks {
            left: line_of(scan, "a number of the left stack", left as usize, VALUES)?,
            right: line_of(scan, "a number of the right stack", right as usize, VALUES)?,
        })
    }

    fn write(stacks: &Stacks) -> String {
        let Stacks { left, right } = stacks;
        let sizes = format!("{} {}\n", left.len(), right.len());
        sizes + &written(left) + &written(right)
    }

    fn answer(stacks: &Stacks, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        let game = TwoStacks::new(stacks.left.clone(), stacks.right.clone()).map_err(refused)?;
        let margin = asked
            .value(&Compact::of(game), Ask::Margin)?
            .margin()
            .unwrap_or_default();
        Ok(format!("{}\n", (stacks.total() + margin) / 2))
    }

    fn against_first(stacks: &Stacks, answer: &str) -> bool {
        let first = answer.trim_end().parse();
        first.is_ok_and(|first: i64| 2 * first < stacks.total())
    }

    fn does(_: &Stacks, side: &str, gain: i64) -> String {
        match side {
            "left" => format!("takes {gain} from the left"),
            _ => format!("takes {gain} from the right"),
        }
    }

    fn worth(stacks: &Stacks, value: Value) -> Option<String> {
        Some(shares(Self::NAMES, stacks.total(), value.margin()?))
    }

    fn subject(stacks: &Stacks, _: usize) -> Option<Subject> {
        let (left, right) = (joined(&stacks.left), joined(&stacks.right));
        at_start::<Self>(format!("two-stacks:left={left},right={right}"), Ask::Margin)
    }

    fn generate(random: &mut Random, corner: Corner) -> Stacks {
        let left = match corner {
            Corner::Row => 1,
            _ => size(random, corner, MOST),
        };
        let right = size(random, corner, MOST);
        Stacks {
            left: numbers(random, corner, left, VALUES),
            right: numbers(random, corner, right, VALUES),
        }
    }

    fn smaller(stacks: Stacks) -> Box<dyn Iterator<Item = Stacks>> {
        let Stacks { left, right } = stacks;
        let least = *VALUES.start();
        let (lefts, rights) = (
            |left: &Vec<i64>| fewer(left.clone(), 1).chain(lower(left.clone(), least)),
            |right: &Vec<i64>| fewer(right.clone(), 1).chain(lower(right.clone(), least)),
        );
        let (kept_left, kept_right) = (left.clone(), right.clone());
        let by_left = lefts(&left).map(move |left| Stacks {
            left,
            right: kept_right.clone(),
        });
        let by_right = rights(&right).map(move |right| Stacks {
            left: kept_left.clone(),
            right,
        });
        Box::new(by_left.chain(by_right))
    }
}
