//! `heaps`: heaps of stones.

use super::{Rules, State, Step};
use crate::text::{Counted, Lines, ascending, number, numbers};
use crate::value::{Outcome, Player};

const MOST_HEAPS: usize = 16;
const MOST_STONES: u32 = 1_000_000;
const MOST_NUMBERS: usize = 1_000;

struct Heaps {
    /// For each heap, its greatest size, and the value of one of its stones in a code.
    heaps: Vec<(u32, u128)>,
    /// The greatest code plus 1.
    codes: u128,
    /// The numbers of stones that may be removed, ascending.
    take: Vec<u32>,
    /// Whether a player who cannot move wins; `None` means points.
    stuck: Option<bool>,
}

pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Box<dyn Rules>> {
    let few = |text: &str| number(text).filter(|&stones| stones <= MOST_STONES);
    let sizes = numbers(lines.after("sizes")?, 1..=MOST_HEAPS, few)?;
    let greatest = sizes.iter().copied().max().unwrap_or(0);
    let (mut heaps, mut codes) = (Vec::new(), 2u128);
    for size in sizes.into_iter().rev() {
        heaps.insert(0, (size, codes));
        codes = codes.checked_mul(u128::from(size) + 1)?;
    }
    let take = match lines.after("take")? {
        "any" => (1..=greatest).collect(),
        text => ascending(text, MOST_NUMBERS, MOST_STONES)?,
    };
    let words = [
        ("loses", Some(false)),
        ("wins", Some(true)),
        ("points", None),
    ];
    let stuck = lines.choice("stuck", &words)?;
    Some(Box::new(Heaps {
        heaps,
        codes,
        take,
        stuck,
    }))
}

impl Heaps {
    /// Returns the sizes of the heaps in a position.
    fn sizes(&self, code: u128) -> impl Iterator<Item = u32> {
        let size = move |&(greatest, unit)| (code / unit) % (u128::from(greatest) + 1);
        self.heaps.iter().map(move |heap| size(heap) as u32)
    }
}

impl Rules for Heaps {
    fn state(&self, code: u128) -> Option<State> {
        if code >= self.codes {
            return None;
        }
        let turn = self.to_move(code);
        Some(match self.stuck {
            _ if self.most_moves(code) > 0 => State::Turn(turn),
            Some(true) => State::Over(Outcome::Win(turn)),
            Some(false) => State::Over(Outcome::Win(turn.opponent())),
            None => State::Over(Outcome::Margin(0)),
        })
    }

    fn to_move(&self, code: u128) -> Player {
        Player::of_parity(code)
    }

    fn most_moves(&self, code: u128) -> u32 {
        let greatest = self.sizes(code).max().unwrap_or(0);
        let numbers = self.take.partition_point(|&number| number <= greatest);
        (numbers * self.heaps.len()) as u32
    }

    fn step(&self, code: u128, number: u32) -> Option<Step> {
        let (number, heaps) = (number as usize, self.heaps.len());
        let (heap, removed) = (number % heaps, *self.take.get(number / heaps)?);
        if removed > self.sizes(code).nth(heap)? {
            return None;
        }
        let code = (code - self.heaps[heap].1 * u128::from(removed)) ^ 1;
        let state = self.state(code)?;
        let gain = if self.has_gains() { removed.into() } else { 0 };
        Some(Step { code, state, gain })
    }

    fn show(&self, code: u128) -> String {
        let sizes: Vec<String> = self.sizes(code).map(|size| size.to_string()).collect();
        sizes.join("/")
    }

    fn words(&self) -> String {
        format!("{} of stones", Counted(self.heaps.len(), "heap"))
    }

    fn has_gains(&self) -> bool {
        self.stuck.is_none()
    }
}
