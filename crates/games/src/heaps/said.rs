//! The rules in sentences, for whoever wants to know whether they are the ones that were meant.

use super::{Heaps, Takeaway};

/// Numbers with commas between them.
fn listed(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers = numbers.into_iter().map(|number| number.to_string());
    numbers.collect::<Vec<_>>().join(", ")
}

impl Heaps {
    /// The whole declaration, a sentence each.
    pub(super) fn said(&self) -> Vec<String> {
        let mut said = vec![format!("heaps at the start: {}", listed(&self.sizes))];
        // Moves that leave the same.
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
        for (takeaway, mut numbers) in alike {
            numbers.sort_unstable();
            numbers.dedup();
            let left = (0..3).filter(|&heaps| takeaway.leaves[heaps]);
            let left = listed(left);
            let numbers = match numbers.len() == Heaps::MOST_STONES as usize {
                true => "any number of stones".to_owned(),
                false => listed(numbers),
            };
            said.push(match takeaway.leaves[2] && takeaway.unequal {
                true => format!(
                    "a move takes {numbers} from a heap, and leaves so many heaps of it: {left} (two of them unequal)"
                ),
                false => {
                    format!("a move takes {numbers} from a heap, and leaves so many heaps of it: {left}")
                }
            });
        }
        said.push(match self.misere {
            true => "a player with no move has won".to_owned(),
            false => "a player with no move has lost".to_owned(),
        });
        said
    }
}
