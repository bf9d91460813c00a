//! The rules in sentences, for people who want to check them, and as a rules file.

use super::{Heaps, Takeaway};
use crate::turn::named;
use std::fmt::Write;
use yomikiri_core::Player;

/// Returns numbers with commas between them.
fn listed(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers = numbers.into_iter().map(|number| number.to_string());
    numbers.collect::<Vec<_>>().join(", ")
}

/// Returns the possible numbers of heaps that are left.
fn left(takeaway: &Takeaway) -> String {
    listed((0..3).filter(|&heaps| takeaway.leaves[heaps]))
}

impl Heaps {
    /// Returns the moves grouped by their rests, with the numbers of stones that they take. `None` if that is any
    /// number.
    fn alike(&self, player: Player) -> Vec<(Takeaway, Option<Vec<u32>>)> {
        let mut alike: Vec<(Takeaway, Vec<u32>)> = Vec::new();
        for takeaway in &self.takeaways[player as usize] {
            let same = |(other, _): &&mut (Takeaway, Vec<u32>)| {
                (other.leaves, other.unequal) == (takeaway.leaves, takeaway.unequal)
            };
            let most = takeaway.most.min(Heaps::MOST_STONES);
            let taken = takeaway.least..=most;
            match alike.iter_mut().find(same) {
                Some((_, numbers)) => numbers.extend(taken),
                None => alike.push((*takeaway, taken.collect())),
            }
        }
        let sorted = alike.into_iter().map(|(takeaway, mut numbers)| {
            numbers.sort_unstable();
            numbers.dedup();
            let is_any = numbers.len() == Heaps::MOST_STONES as usize;
            (takeaway, (!is_any).then_some(numbers))
        });
        sorted.collect()
    }

    /// Returns the whole declaration, a sentence for each rule.
    pub(super) fn said(&self) -> Vec<String> {
        let mut said = vec![format!("heaps at the start: {}", listed(&self.sizes))];
        match self.is_impartial() {
            true => self.say_moves(None, &mut said),
            false => {
                for player in Player::BOTH {
                    self.say_moves(Some(player), &mut said);
                }
            }
        }
        if let Some(memory) = self.memory {
            if memory.opening > 0 {
                said.push(format!(
                    "the first move takes at most so many stones: {}",
                    memory.opening
                ));
            }
            if memory.times > 0 {
                said.push(format!(
                    "a later move takes at most so many times the stones of the move before it: {}",
                    memory.times
                ));
            }
            if memory.changes {
                said.push(
                    "a move takes another number of stones than the move before it".to_owned(),
                );
            }
        }
        if self.together > 1 {
            said.push(format!(
                "a move may also take the same number of stones from each of up to {} heaps",
                self.together
            ));
        }
        said.push(match self.misere {
            true => "a player with no move has won".to_owned(),
            false => "a player with no move has lost".to_owned(),
        });
        said
    }

    /// Describes the moves of a player, or of both.
    fn say_moves(&self, player: Option<Player>, said: &mut Vec<String>) {
        for (takeaway, numbers) in self.alike(player.unwrap_or(Player::First)) {
            let left = left(&takeaway);
            let numbers = numbers.map_or_else(|| "any number of stones".to_owned(), listed);
            let unequal = takeaway.leaves[2] && takeaway.unequal;
            said.push(match (player.map(named), takeaway.leaves, unequal) {
                (None, [true, true, false], _) => format!("a move takes {numbers} from a heap"),
                (None, _, true) => format!(
                    "a move takes {numbers} from a heap, and leaves so many heaps of it: {left} (two of them unequal)"
                ),
                (None, _, false) => {
                    format!("a move takes {numbers} from a heap, and leaves so many heaps of it: {left}")
                }
                (Some(player), [true, true, false], _) => {
                    format!("{player} takes {numbers} from a heap")
                }
                (Some(player), _, true) => format!(
                    "{player} takes {numbers} from a heap, and leaves so many heaps of it: {left} (two of them unequal)"
                ),
                (Some(player), _, false) => format!(
                    "{player} takes {numbers} from a heap, and leaves so many heaps of it: {left}"
                ),
            });
        }
    }

    /// Returns the body of a rules file, below its title, if all moves of a player have the same rests.
    pub(super) fn as_file(&self) -> Option<String> {
        let sizes = listed(&self.sizes);
        let mut text = format!("kind = \"heaps\"\n\n[heaps]\nsizes = [{sizes}]\n");
        if self.is_impartial() {
            text.push_str(&self.moves_in_file(Player::First)?);
        }
        if self.together > 1 {
            let _ = writeln!(text, "together = {}", self.together);
        }
        if let Some(memory) = self.memory {
            for (key, number) in [("opening", memory.opening), ("times", memory.times)] {
                if number > 0 {
                    let _ = writeln!(text, "{key} = {number}");
                }
            }
            if memory.changes {
                text.push_str("repeat = false\n");
            }
        }
        let stuck = if self.misere { "win" } else { "loss" };
        let _ = writeln!(text, "stuck = \"{stuck}\"");
        if !self.is_impartial() {
            for player in Player::BOTH {
                let moves = self.moves_in_file(player)?;
                let _ = write!(text, "\n[heaps.{player}]\n{moves}");
            }
        }
        Some(text)
    }

    /// Returns the keys for a player's moves.
    fn moves_in_file(&self, player: Player) -> Option<String> {
        let alike = self.alike(player);
        let [(takeaway, numbers)] = alike.as_slice() else {
            return None;
        };
        let mut text = String::new();
        if let Some(numbers) = numbers {
            // Numbers beyond the largest heap never matter.
            let most = self.sizes.iter().copied().max().unwrap_or(0);
            let numbers = numbers.iter().filter(|&&number| number <= most);
            let _ = writeln!(text, "take = [{}]", listed(numbers));
        }
        if takeaway.leaves != [true, true, false] {
            let _ = writeln!(text, "leave = [{}]", left(takeaway));
        }
        if takeaway.leaves[2] && takeaway.unequal {
            let _ = writeln!(text, "unequal = {}", takeaway.unequal);
        }
        Some(text)
    }
}
