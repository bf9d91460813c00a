//! AtCoder ABC270 D: stones removed in allowed numbers are points.

use super::simpler::smaller_heaps;
use super::single::{
    Asked, Single, ascending_line_of, at_start, different, joined, refused, written,
};
use super::telling::shares;
use super::{About, ContestError, Corner, Random, Scan, Subject};
use yomikiri::{Ask, TextError, Value};
use yomikiri_games::compact::Compact;
use yomikiri_games::stones::{Aim, Stones};

const CHOICES: usize = 100;
const MOST: i64 = 10_000;

/// AtCoder ABC270 D.
pub(super) struct Abc270D;

/// The number of stones, and the numbers that may be removed at once, 1 among them.
#[derive(Clone)]
pub(super) struct Heap {
    stones: i64,
    take: Vec<i64>,
}

impl Single for Abc270D {
    type Case = Heap;

    const ABOUT: About = About {
        id: "abc270d",
        judge: "AtCoder ABC270 D",
        title: "Stones",
        game: "stones",
        input: "N K, then a line of K integers",
        shape: "N 1..10000 K 1..100 | K*{a 1..N} ascending",
        seconds: 2,
        constraints: &[
            "1 <= N <= 10000",
            "1 <= K <= 100",
            "the first integer 1",
            "each integer greater than the one before",
            "each integer at most N",
        ],
        output: "the stones that Takahashi, who moves first, gets",
        example: "10 2\n1 4\n",
        ..About::USUAL
    };
    const NAMES: [&'static str; 2] = ["Takahashi", "Aoki"];
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Sorted,
        Corner::Largest,
    ];

    fn read(scan: &mut Scan<'_>) -> Result<Heap, TextError> {
        let stones = scan.integer("N", 1..=MOST)?;
        let count = scan.integer("K", 1..=CHOICES as i64)?;
        scan.end_line()?;
        let (first, _) = scan.clone().word("an allowed number")?;
        let take = ascending_line_of(scan, "an allowed number", count as usize, 1..=stones)?;
        if take[0] != 1 {
            let why = format!("the first allowed number is 1, not {}", take[0]);
            return Err(TextError::new(first, why));
        }
        Ok(Heap { stones, take })
    }

    fn write(heap: &Heap) -> String {
        format!(
            "{} {}\n{}",
            heap.stones,
            heap.take.len(),
            written(&heap.take)
        )
    }

    fn answer(heap: &Heap, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        // Both fit, because the limits have been checked.
        let take = heap.take.iter().map(|&number| number as u32).collect();
        let game = Stones::new(heap.stones as u32, take, Aim::Points).map_err(refused)?;
        let margin = asked
            .value(&Compact::of(game), Ask::Margin)?
            .margin()
            .unwrap_or_default();
        // Single stones may be removed, so in the end all are.
        Ok(format!("{}\n", (heap.stones + margin) / 2))
    }

    fn against_first(heap: &Heap, answer: &str) -> bool {
        answer
            .trim_end()
            .parse()
            .is_ok_and(|first: i64| 2 * first <= heap.stones)
    }

    fn does(_: &Heap, number: &str, _: i64) -> String {
        format!("takes {number}")
    }

    fn worth(heap: &Heap, value: Value) -> Option<String> {
        Some(shares(Self::NAMES, heap.stones, value.margin()?))
    }

    fn subject(heap: &Heap, _: usize) -> Option<Subject> {
        let (stones, take) = (heap.stones, joined(&heap.take));
        let game = format!("stones:stones={stones},take={take},aim=points");
        at_start::<Self>(game, Ask::Margin)
    }

    fn generate(random: &mut Random, corner: Corner) -> Heap {
        let most = match corner {
            Corner::Small | Corner::Negative => 12,
            _ => *random.pick(&[30, 300, 3000]).unwrap_or(&30),
        };
        let stones = match corner {
            Corner::Largest => MOST,
            _ => random.within(1..=most),
        };
        let count = match corner {
            Corner::Largest => CHOICES,
            Corner::Small | Corner::Negative => random.within(1..=4) as usize,
            _ => random.within(1..=CHOICES as i64) as usize,
        };
        let mut take = match corner {
            // 1, 2, 3, ...
            Corner::Sorted => (1..=stones.min(count as i64)).collect(),
            // Numbers close to the number of stones.
            Corner::Extreme => {
                different(random, count, (stones - 2 * count as i64).max(1)..=stones)
            }
            _ => different(random, count, 1..=stones),
        };
        take[0] = 1;
        Heap { stones, take }
    }

    fn smaller(heap: Heap) -> Box<dyn Iterator<Item = Heap>> {
        let heaps = smaller_heaps(heap.stones, heap.take).filter(|(_, take)| take[0] == 1);
        Box::new(heaps.map(|(stones, take)| Heap { stones, take }))
    }
}
