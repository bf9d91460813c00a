//! Fewer and shorter lists for the same leaves: lists that hold in many of them, without needless rules.

use super::board::Marks;
use super::crew::Task;
use super::rules::{Does, Rule, Strategy};
use super::tree::Search;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::Arc;

/// The most lists that are tried at all leaves.
const MOST_LISTS: usize = 256;
/// The number of leaves given out at once.
const SOME: usize = 16;

impl Search<'_> {
    /// Makes the lists of a plan fewer and shorter, as far as time allows.
    pub(super) fn tidy(&mut self, plan: &mut FxHashMap<Marks, Does>) {
        let by_code = |at: &Marks| (at.o, at.x);
        let mut leaves: Vec<(Marks, Vec<Rule>)> = Vec::new();
        for (&at, does) in plan.iter() {
            if let Does::Follow(Strategy::List(rules)) = does
                && at.to_move() == self.claim.claimant
            {
                leaves.push((at, rules.clone()));
            }
        }
        leaves.sort_by_key(|(at, _)| by_code(at));
        let mut uses: FxHashMap<&Vec<Rule>, usize> = FxHashMap::default();
        for (_, rules) in &leaves {
            *uses.entry(rules).or_default() += 1;
        }
        let mut lists: Vec<Vec<Rule>> = Vec::new();
        for (_, rules) in &leaves {
            if !lists.contains(rules) {
                lists.push(rules.clone());
            }
        }
        lists.sort_by_key(|rules| Reverse(uses[rules]));
        let tried = Arc::new(lists.iter().take(MOST_LISTS).cloned().collect::<Vec<_>>());
        let positions: Vec<Marks> = leaves.iter().map(|(at, _)| *at).collect();
        let tasks = positions.chunks(SOME).map(|some| Task::Match {
            positions: some.to_vec(),
            lists: Arc::clone(&tried),
        });
        let done = self.tidied(tasks);
        // For each list, the leaves in which it holds.
        let mut holds: Vec<Vec<usize>> = vec![Vec::new(); lists.len()];
        let fits = done.into_iter().flat_map(|done| done.fits);
        let fits = fits.chain(std::iter::repeat(Vec::new()));
        for (leaf, mut fits) in fits.take(leaves.len()).enumerate() {
            let own = lists.iter().position(|rules| *rules == leaves[leaf].1);
            fits.extend(own);
            fits.sort_unstable();
            fits.dedup();
            fits.into_iter().for_each(|list| holds[list].push(leaf));
        }
        let shared = cover(&lists, &holds, leaves.len());
        let tasks = shared.iter().map(|(list, of)| Task::Shorten {
            positions: of.iter().map(|&leaf| leaves[leaf].0).collect(),
            rules: lists[*list].clone(),
        });
        let short = self.tidied(tasks);
        for (index, (list, of)) in shared.iter().enumerate() {
            let done = short.get(index);
            let rules = done.map_or(&lists[*list], |done| &done.rules);
            for &leaf in of {
                plan.insert(leaves[leaf].0, Does::Follow(Strategy::List(rules.clone())));
            }
        }
    }
}

/// Returns few lists that together hold in all leaves: it takes again and again the list that holds in most of the
/// remaining leaves.
fn cover(lists: &[Vec<Rule>], holds: &[Vec<usize>], leaves: usize) -> Vec<(usize, Vec<usize>)> {
    let mut is_left = vec![true; leaves];
    let mut shared = Vec::new();
    let lengths: Vec<usize> = lists
        .iter()
        .map(|rules| Strategy::List(rules.clone()).numbers().len())
        .collect();
    loop {
        let count = |list: usize| holds[list].iter().filter(|&&leaf| is_left[leaf]).count();
        let best = (0..lists.len())
            .max_by_key(|&list| (count(list), Reverse(lengths[list]), Reverse(list)));
        let Some(best) = best.filter(|&best| count(best) > 0) else {
            return shared;
        };
        let of: Vec<usize> = holds[best]
            .iter()
            .copied()
            .filter(|&leaf| is_left[leaf])
            .collect();
        of.iter().for_each(|&leaf| is_left[leaf] = false);
        shared.push((best, of));
    }
}
