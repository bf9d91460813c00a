//! The rules in sentences, for whoever wants to know whether they are the ones that were meant, and as a rules file.

use super::{Heaps, Takeaway};
use std::fmt::Write;

/// Numbers with commas between them.
fn listed(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers = numbers.into_iter().map(|number| number.to_string());
    numbers.collect::<Vec<_>>().join(", ")
}

/// The numbers of heaps that may be left.
fn left(takeaway: &Takeaway) -> String {
    listed((0..3).filter(|&heaps| takeaway.leaves[heaps]))
}

impl Heaps {
    /// The moves, those that leave the same together, with the numbers of stones that they take; `None` where that
    /// is any number.
    fn alike(&self) -> Vec<(Takeaway, Option<Vec<u32>>)> {
        let mut alike: Vec<(Takeaway, Vec<u32>)> = Vec::new();
        for takeaway in &self.takeaways {
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

    /// The whole declaration, a sentence each.
    pub(super) fn said(&self) -> Vec<String> {
        let mut said = vec![format!("heaps at the start: {}", listed(&self.sizes))];
        for (takeaway, numbers) in self.alike() {
            let left = left(&takeaway);
            let numbers = numbers.map_or_else(|| "any number of stones".to_owned(), listed);
            said.push(match takeaway.leaves[2] && takeaway.unequal {
                true => format!(
                    "a move takes {numbers} from a heap, and leaves so many heaps of it: {left} (two of them unequal)"
                ),
                false => {
                    format!("a move takes {numbers} from a heap, and leaves so many heaps of it: {left}")
                }
            });
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

    /// What a rules file says below its title, where all moves leave the same.
    pub(super) fn as_file(&self) -> Option<String> {
        let alike = self.alike();
        let [(takeaway, numbers)] = alike.as_slice() else {
            return None;
        };
        let sizes = listed(&self.sizes);
        let mut text = format!("kind = \"heaps\"\n\n[heaps]\nsizes = [{sizes}]\n");
        if let Some(numbers) = numbers {
            // More than are in a heap are never taken.
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
        if self.together > 1 {
            let _ = writeln!(text, "together = {}", self.together);
        }
        let stuck = if self.misere { "win" } else { "loss" };
        let _ = writeln!(text, "stuck = \"{stuck}\"");
        Some(text)
    }
}
