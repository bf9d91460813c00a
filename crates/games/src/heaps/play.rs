//! The game, as rules on packed positions.

use super::{Heaps, partition, several, tidy, width};
use crate::compact::{Moves, Offers, Rules};
use crate::turn::{named, status_of};
use yomikiri_core::declared::Declaration;
use yomikiri_core::diagram::Place;
use yomikiri_core::{Ask, Diagram, Layout, Outcome, Player, TextError, Value};

impl Rules for Heaps {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            direct: self.together == 1
                && self.memory.is_none()
                && self.is_impartial()
                && (!self.misere || self.is_nim()),
            normal: !self.misere && self.memory.is_none(),
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.below()
            + match self.splits {
                true => partition::bits(self.sizes.iter().sum()),
                false => self.sizes.iter().map(|&size| width(size)).sum(),
            }
    }
    fn holds(&self, state: u128) -> bool {
        if self.splits {
            return partition::holds(state >> self.below(), self.sizes.iter().sum());
        }
        let fits = |(heap, size): (&u32, &u32)| heap <= size;
        let heaps = self.heaps(state);
        let mut both = heaps.iter().zip(&self.sizes);
        // Some heap must have lost the stones of the last move.
        state.checked_shr(self.bits()).unwrap_or(0) == 0
            && both.clone().all(fits)
            && both.any(|(heap, size)| size - heap >= self.last(state))
    }

    fn start(&self) -> u128 {
        let mut sizes = self.sizes.clone();
        if self.splits {
            tidy(&mut sizes);
        }
        self.state(&sizes, Player::First)
    }
    fn to_move(&self, state: u128) -> Player {
        Player::after(state as u32 & 1)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let heaps = self.heaps(state);
        let stuck = heaps
            .iter()
            .all(|&size| self.moves_from(state, size).next().is_none());
        let mover = self.to_move(state);
        let winner = if self.misere { mover } else { mover.opponent() };
        stuck.then_some(Outcome::Win(winner))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let heaps = self.heaps(state);
        for (heap, &size) in (0u32..).zip(&heaps) {
            // One of several equal heaps represents all, if heaps have no fixed place.
            let before = heap.checked_sub(1).map(|before| heaps[before as usize]);
            if !self.splits || before != Some(size) {
                let options = self.moves_from(state, size);
                moves.extend(options.map(|option| heap << 16 | option));
            }
        }
        if self.together > 1 {
            self.together(self.to_move(state), &heaps, moves);
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let mut heaps = self.heaps(state);
        if let Some((set, taken)) = several(mv) {
            for (heap, size) in heaps.iter_mut().enumerate() {
                *size -= taken * (set >> heap & 1);
            }
            return self.state(&heaps, self.to_move(state).opponent());
        }
        let mover = self.to_move(state);
        let (heap, size, (larger, smaller)) = self.change(mover, &heaps, mv);
        heaps[heap] = larger;
        if self.splits {
            heaps.push(smaller);
            let mut sizes = heaps.into_vec();
            tidy(&mut sizes);
            heaps = sizes.into();
        }
        let last = self.memory.map_or(0, |_| size - larger);
        self.state_after(&heaps, mover.opponent(), last)
    }

    /// Returns twice the stones less the heaps. (A move that takes no stones adds a heap.)
    fn rank(&self, state: u128) -> u64 {
        let heaps = self.heaps(state);
        let rank = heaps
            .iter()
            .filter(|&&size| size > 0)
            .map(|&size| u64::from(2 * size - 1));
        rank.sum()
    }
    fn turned(&self, state: u128) -> u128 {
        state ^ 1
    }
    fn impartial(&self) -> bool {
        self.is_impartial()
    }
    /// Each heap is a part, if every move is in one heap.
    fn parts(&self, state: u128) -> Vec<u128> {
        if self.together > 1 || self.memory.is_some() {
            return vec![state];
        }
        let heaps = self.heaps(state);
        let heaps = heaps.iter().enumerate();
        let heaps = heaps.filter(|&(_, &size)| {
            let mut options = self.options.iter();
            options.any(|options| !options[size as usize].is_empty())
        });
        let alone = heaps.map(|(at, &size)| {
            let mut sizes = vec![0; self.sizes.len()];
            match self.splits {
                true => sizes = vec![size],
                false => sizes[at] = size,
            }
            self.state(&sizes, self.to_move(state))
        });
        alone.collect()
    }
    fn sentences(&self) -> Vec<String> {
        self.said()
    }
    fn why_over(&self, state: u128) -> Option<String> {
        let over = self.outcome(state).is_some();
        let any = self.is_impartial() && self.memory.is_none();
        over.then(|| match any {
            true => "no move is left in any heap".to_owned(),
            false => format!("{} has no move", named(self.to_move(state))),
        })
    }
    fn answers(&self, ask: Ask) -> bool {
        ask != Ask::Distance
    }
    /// In normal play the mover loses if the nim-sum of the heaps is 0. In misère nim this is reversed if no heap
    /// has two stones (Bouton 1901).
    fn value(&self, state: u128, ask: Ask) -> Value {
        let heaps = self.heaps(state);
        let sum = heaps
            .iter()
            .fold(0, |sum, &size| sum ^ self.grundy[size as usize]);
        let all_small = heaps.iter().all(|&size| size < 2);
        let wins = (sum != 0) != (self.misere && all_small);
        let mover = self.to_move(state);
        let winner = if wins { mover } else { mover.opponent() };
        match ask {
            Ask::Winner => Value::Winner(Some(winner)),
            Ask::Margin | Ask::Distance => Value::Margin(Outcome::Win(winner)),
        }
    }
    fn file_body(&self) -> Option<String> {
        self.as_file()
    }
    fn declaration(&self) -> Option<Declaration> {
        self.declared.clone().map(Declaration::Heaps)
    }
    /// Returns the heaps as digits whose bases follow from the sizes at the start, then the turn.
    fn code(&self, state: u128) -> u128 {
        let heaps = self.heaps(state);
        let heaps = heaps.iter().zip(&self.sizes);
        let code = heaps.fold(0, |code, (&heap, &size)| {
            code * (u128::from(size) + 1) + u128::from(heap)
        });
        code << 1 | (state & 1)
    }
    fn number(&self, state: u128, mv: u32) -> u32 {
        let (heap, size, (left, _)) = self.change(self.to_move(state), &self.heaps(state), mv);
        let taken = size - left;
        let take = self
            .declared
            .as_ref()
            .and_then(|declared| declared.take.as_ref());
        let number = match take {
            Some(take) => take.binary_search(&taken).unwrap_or_default() as u32,
            None => taken - 1,
        };
        number * self.sizes.len() as u32 + heap as u32
    }

    fn position_text(&self, state: u128) -> String {
        self.written(state)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.read(text)
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        self.move_written(state, mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let heaps = self.heaps(state);
        let place = |(number, size): (u16, &u32)| Place {
            name: format!("heap {}", number + 1),
            at: (0, 0, number),
            mark: None,
            label: Some(size.to_string()),
        };
        let outcome = self.outcome(state);
        let status = status_of(outcome, self.to_move(state), self.has_gains());
        let mut notes = vec![status];
        if outcome.is_none() && self.last(state) > 0 {
            notes.push(format!(
                "stones that the last move has taken: {}",
                self.last(state)
            ));
        }
        Diagram {
            places: (0..).zip(&heaps).map(place).collect(),
            links: Vec::new(),
            notes,
        }
    }
    fn layout(&self) -> Layout {
        Layout::Heaps
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(match several(mv) {
            Some((set, _)) => set.trailing_zeros() as usize,
            None => (mv >> 16) as usize,
        })
    }
    fn covers(&self, _: u128, mv: u32) -> Vec<usize> {
        let set = several(mv).map_or(0, |(set, _)| set);
        (0..Heaps::MOST_HEAPS)
            .filter(|heap| set >> heap & 1 == 1)
            .collect()
    }
}
