//! yukicoder No. 2619: Nim whose heaps stay in order.

use super::About;
use super::stated::{STATED, Stated, dotted, first_if, lines};
use crate::shape::Given;
use yomikiri::Player;

/// yukicoder No. 2619.
pub(super) struct Yuki2619;

impl Stated for Yuki2619 {
    /// The heaps.
    type Position = Vec<i64>;

    const ABOUT: About = About {
        id: "yuki2619",
        judge: "yukicoder No. 2619",
        title: "Sorted Nim",
        game: "piles",
        input: "N, then a line of N integers",
        shape: "N 1..200000 | N*{A 1..10^9} sorted",
        seconds: 2,
        constraints: &[
            "1 <= N <= 200000",
            "each integer 1 to 1000000000",
            "no integer less than the one before",
        ],
        output: "the winner: First or Second",
        words: &["First", "Second"],
        example: "3\n1 1 2\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["First", "Second"];
    const SMALL: &'static str = "N 1..4 | N*{A 1..6} sorted";

    fn starts(given: &Given) -> Vec<Vec<i64>> {
        vec![given.numbers("A").to_vec()]
    }

    fn moves(_: &Given, heaps: &Vec<i64>, _: Player) -> Vec<Vec<i64>> {
        let mut moves = Vec::new();
        let mut least = 0;
        for (at, &heap) in heaps.iter().enumerate() {
            for left in least..heap {
                let mut next = heaps.clone();
                next[at] = left;
                moves.push(next);
            }
            least = heap;
        }
        moves
    }

    fn name(_: &Given, heaps: &Vec<i64>) -> String {
        dotted(heaps)
    }

    /// Stones taken from a heap widen its difference to the next larger heap. This is staircase Nim on
    /// the differences, of which every second counts, from the last.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let heaps = given.numbers("A");
        let pairs = heaps.rchunks(2);
        let sum = pairs.fold(0, |sum, pair| match pair {
            [before, heap] => sum ^ (heap - before),
            heap => sum ^ heap.iter().sum::<i64>(),
        });
        vec![first_if(sum > 0)]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(_: &Given, from: &Vec<i64>, to: &Vec<i64>, _: Player) -> String {
        let mut heaps = from.iter().zip(to).enumerate();
        let changed = heaps.find(|(_, (from, to))| from != to);
        let (heap, taken) = changed.map_or((0, 0), |(at, (from, to))| (at + 1, from - to));
        format!("takes {taken} from heap {heap}")
    }
}
