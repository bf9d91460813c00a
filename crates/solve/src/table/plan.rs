//! The choice of the parts of tiers that are in memory together.

use super::format::Tier;
use super::forward::PIECE;
use super::part::Part;
use super::word::Word;
use std::ops::Range;
use yomikiri_core::Ask;

/// Some positions of a tier. The range begins and ends at bounds of blocks of keys and of values.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) tier: Tier,
    pub(crate) range: Range<usize>,
}

/// The spans that are in memory together.
pub(crate) type Plan = Vec<Span>;

/// Cuts tiers into groups that fit into memory. There is at least one group; it is empty if there
/// is nothing to look up.
pub(crate) fn groups<W: Word>(ask: Ask, tiers: &[Tier], memory: u64) -> Vec<Plan> {
    let bytes = |count: usize| Part::<W>::bytes_of(ask, count as u64);
    let at_once = {
        let blocks = memory / bytes(PIECE / 4);
        blocks.max(1) as usize * (PIECE / 4)
    };
    let mut plans = vec![Plan::new()];
    let mut held = 0;
    for &tier in tiers {
        let mut start = 0;
        while start < tier.stored as usize {
            let range = start..(start + at_once).min(tier.stored as usize);
            start = range.end;
            let more = bytes(range.len());
            if held + more > memory && held > 0 {
                plans.push(Plan::new());
                held = 0;
            }
            held += more;
            if let Some(plan) = plans.last_mut() {
                plan.push(Span { tier, range });
            }
        }
    }
    plans
}
