//! Positions and moves as text.

use super::{Heaps, Sizes, several, tidy};
use crate::compact::Rules;
use crate::turn::{count, mover_suffix, split_mover};
use yomikiri_core::{Counted, Player, TextError};

impl Heaps {
    pub(super) fn written(&self, state: u128) -> String {
        let heaps = self.heaps(state);
        let mover = mover_suffix(Rules::to_move(self, state));
        let last = match self.last(state) {
            0 => String::new(),
            last => format!(":{last}"),
        };
        match heaps.is_empty() {
            true => format!("0{mover}"),
            false => joined(&heaps) + mover + &last,
        }
    }

    pub(super) fn read(&self, text: &str) -> Result<u128, TextError> {
        if self.memory.is_some()
            && let Some((rest, last)) = text.rsplit_once(':')
            && last.starts_with(|first: char| first.is_ascii_digit())
        {
            let (sizes, to_move) = split_mover(rest)?;
            let heaps = self.heaps(self.read_placed(sizes, to_move)?);
            let lost = heaps
                .iter()
                .zip(&self.sizes)
                .map(|(heap, size)| size - heap);
            let last = count(last, rest.len() + 1, 1..=lost.max().unwrap_or(0).max(1))?;
            let state = self.state_after(&heaps, to_move, last);
            return match Rules::holds(self, state) {
                true => Ok(state),
                false => Err(TextError::new(
                    rest.len() + 1..text.len(),
                    "no heap has lost that many stones",
                )),
            };
        }
        let (sizes, to_move) = split_mover(text)?;
        match self.splits {
            true => self.read_any(sizes, to_move),
            false => self.read_placed(sizes, to_move),
        }
    }

    /// Reads one size for each heap of the start.
    fn read_placed(&self, text: &str, to_move: Player) -> Result<u128, TextError> {
        let mut heaps = Sizes::new();
        let mut start = 0;
        for part in text.split('/') {
            let Some(&most) = self.sizes.get(heaps.len()) else {
                let why = format!("the position has {}", Counted(self.sizes.len(), "heap"));
                return Err(TextError::new(start..text.len(), why));
            };
            heaps.push(count(part, start, 0..=most)?);
            start += part.len() + 1;
        }
        if heaps.len() < self.sizes.len() {
            let why = format!(
                "the sizes of {} are expected here",
                Counted(self.sizes.len(), "heap")
            );
            return Err(TextError::new(text.len()..text.len(), why));
        }
        Ok(self.state(&heaps, to_move))
    }

    /// Reads any heaps with at most as many stones as at the start.
    fn read_any(&self, text: &str, to_move: Player) -> Result<u128, TextError> {
        let all: u32 = self.sizes.iter().sum();
        let mut left = all;
        let mut heaps = Vec::new();
        let mut start = 0;
        for part in text.split('/') {
            let size = count(part, start, 0..=left)?;
            left -= size;
            heaps.push(size);
            start += part.len() + 1;
        }
        tidy(&mut heaps);
        Ok(self.state(&heaps, to_move))
    }

    pub(super) fn move_written(&self, state: u128, mv: u32) -> String {
        if let Some((set, taken)) = several(mv) {
            let heaps = (0..Heaps::MOST_HEAPS).filter(|heap| set >> heap & 1 == 1);
            let heaps: Vec<String> = heaps.map(|heap| (heap + 1).to_string()).collect();
            return format!("{},{taken}", heaps.join("+"));
        }
        let mover = Rules::to_move(self, state);
        let (heap, size, (larger, smaller)) = self.change(mover, &self.heaps(state), mv);
        match (self.splits, smaller) {
            (false, _) => format!("{},{}", heap + 1, size - larger),
            (true, 0) => format!("{size}>{larger}"),
            (true, _) => format!("{size}>{larger}+{smaller}"),
        }
    }
}

fn joined(sizes: &[u32]) -> String {
    let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
    sizes.join("/")
}
