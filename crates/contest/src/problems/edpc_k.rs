//! Educational DP Contest K: stones removed in allowed numbers; a player who cannot move loses.

use super::simpler::smaller_heaps;
use super::single::{
    Asked, Single, ascending_line_of, at_start, different, joined, refused, written,
};
use super::{About, ContestError, Corner, Random, Scan, Subject};
use yomikiri::{Ask, Player, TextError};
use yomikiri_games::compact::Compact;
use yomikiri_games::stones::{Aim, Stones};

const CHOICES: usize = 100;
const MOST: i64 = 100_000;

/// Educational DP Contest K.
pub(super) struct EdpcK;

/// The number of stones, and the numbers that may be removed at once.
#[derive(Clone)]
pub(super) struct Heap {
    stones: i64,
    take: Vec<i64>,
}

impl Single for EdpcK {
    type Case = Heap;

    const ABOUT: About = About {
        id: "edpc-k",
        judge: "Educational DP Contest K",
        title: "Stones",
        game: "stones",
        input: "N K, then a line of N integers",
        shape: "N 1..100 K 1..100000 | N*{a 1..K} ascending",
        seconds: 2,
        constraints: &[
            "1 <= N <= 100",
            "1 <= K <= 100000",
            "each integer 1 to K",
            "each integer greater than the one before",
        ],
        output: "the winner: First or Second",
        words: &["First", "Second"],
        example: "2 4\n2 3\n",
        ..About::USUAL
    };
    const NAMES: [&'static str; 2] = ["Taro", "Jiro"];
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Sorted,
        Corner::Largest,
    ];

    fn read(scan: &mut Scan<'_>) -> Result<Heap, TextError> {
        let count = scan.integer("N", 1..=CHOICES as i64)?;
        let stones = scan.integer("K", 1..=MOST)?;
        scan.end_line()?;
        let take = ascending_line_of(scan, "an allowed number", count as usize, 1..=stones)?;
        Ok(Heap { stones, take })
    }

    fn write(heap: &Heap) -> String {
        format!(
            "{} {}\n{}",
            heap.take.len(),
            heap.stones,
            written(&heap.take)
        )
    }

    fn answer(heap: &Heap, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        // Both fit, because the limits have been checked.
        let take = heap.take.iter().map(|&number| number as u32).collect();
        let game = Stones::new(heap.stones as u32, take, Aim::Normal).map_err(refused)?;
        let winner = asked.value(&Compact::of(game), Ask::Winner)?.winner();
        let first = winner == Some(Player::First);
        Ok(if first { "First\n" } else { "Second\n" }.to_owned())
    }

    fn against_first(_: &Heap, answer: &str) -> bool {
        answer == "Second\n"
    }

    fn does(_: &Heap, number: &str, _: i64) -> String {
        format!("takes {number}")
    }

    fn subject(heap: &Heap, _: usize) -> Option<Subject> {
        let game = format!("stones:stones={},take={}", heap.stones, joined(&heap.take));
        at_start::<Self>(game, Ask::Distance)
    }

    fn generate(random: &mut Random, corner: Corner) -> Heap {
        let most = match corner {
            Corner::Small | Corner::Negative => 12,
            Corner::Largest => MOST,
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
        let take = match corner {
            // 1, 2, 3, ...
            Corner::Sorted => (1..=stones.min(count as i64)).collect(),
            // Numbers close to the number of stones.
            Corner::Extreme => {
                different(random, count, (stones - 2 * count as i64).max(1)..=stones)
            }
            // Small numbers make the game last.
            Corner::Largest => different(random, count, 1..=1000),
            _ => different(random, count, 1..=stones),
        };
        Heap { stones, take }
    }

    fn smaller(heap: Heap) -> Box<dyn Iterator<Item = Heap>> {
        let heaps = smaller_heaps(heap.stones, heap.take);
        Box::new(heaps.map(|(stones, take)| Heap { stones, take }))
    }
}
