//! The laws of the capabilities that do not concern values.

use super::hashed::Map;
use super::report::{Broken, Count, Law};
use super::sample::{Sampled, children};
use crate::capability::{Acyclic, Declared, Indexed, Key, Keyed, Ordered, Parametric, Reversible};
use crate::random::Random;
use crate::{Game, Outcome};

pub(super) fn acyclic<G: Game>(
    sampled: &Sampled<'_, G>,
    view: &impl Acyclic<G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Acyclic, position, why));
        let rank = view.rank(position);
        if view.rank(&position.clone()) != rank {
            return fail("the rank differs when asked again".to_owned());
        }
        count.check();
        if !view.draws() {
            if sampled.game.has_gains() {
                return fail("draws are denied, but moves gain points".to_owned());
            }
            let ended = sampled.game.outcome(position);
            if ended.is_some_and(|outcome| outcome.winner().is_none()) {
                return fail("draws are denied, but this is one".to_owned());
            }
            count.check();
        }
        for (mv, child) in children(sampled.game, position) {
            let next = view.rank(&child);
            if next >= rank {
                return fail(format!(
                    "the move {mv:?} leads from rank {rank} to rank {next}"
                ));
            }
            count.check();
        }
    }
    Ok(count)
}

pub(super) fn keyed<G: Game, V: Keyed<G>>(
    sampled: &Sampled<'_, G>,
    view: &V,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    let bits = view.bits();
    let mut owners: Map<V::Key, &G::Position> = Map::default();
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Keyed, position, why));
        if bits > V::Key::BITS {
            return fail(format!("keys of {bits} bits do not fit their type"));
        }
        let key = view.key(position);
        let wide: u128 = key.into();
        if view.key(&position.clone()) != key {
            return fail("the key differs when asked again".to_owned());
        }
        if V::Key::from_u128(wide) != key {
            return fail(format!(
                "the key {key:?} is lost on the way to a wide integer and back"
            ));
        }
        if bits < 128 && wide >> bits != 0 {
            return fail(format!("the key {key:?} uses more than {bits} bits"));
        }
        if let Some(owner) = owners.insert(key, position) {
            return fail(format!("the key {key:?} is also that of {owner:?}"));
        }
        match view.position(key) {
            Some(back) if view.leads_back() && back == *position => count.check(),
            None if !view.leads_back() => {}
            back => return fail(format!("its key {key:?} leads back to {back:?}")),
        }
        count.check();
        for (_, child) in children(sampled.game, position) {
            let Some(index) = sampled.find(&child) else {
                continue;
            };
            if view.key(&child) != view.key(&sampled.positions[index]) {
                return fail(format!("equal positions have different keys: {child:?}"));
            }
            count.check();
        }
    }
    if view.leads_back() {
        let mut random = Random::new(sampled.sample.seed);
        for _ in 0..sampled.sample.positions {
            let wide = u128::from(random.bits()) << 64 | u128::from(random.bits());
            let any = V::Key::from_u128(wide & (u128::MAX >> (128 - V::Key::BITS)));
            let Some(position) = view.position(any) else {
                continue;
            };
            let back = view.key(&position);
            if back != any {
                let why = format!("the position with key {any:?} has key {back:?}");
                return Err(sampled.broken(Law::Keyed, &position, why));
            }
            count.check();
        }
    }
    Ok(count)
}

pub(super) fn indexed<G: Game>(
    sampled: &Sampled<'_, G>,
    view: &impl Indexed<G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    let len = view.len();
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Indexed, position, why));
        let index = view.index(position);
        if view.is_empty() || index >= len {
            return fail(format!("the index {index} is not below the length {len}"));
        }
        match view.position(index) {
            Some(back) if back == *position => count.check(),
            Some(back) => return fail(format!("its index {index} is that of {back:?}")),
            None => return fail(format!("its index {index} is a gap")),
        }
    }
    let mut random = Random::new(sampled.sample.seed);
    let asked = (sampled.sample.positions as u64).saturating_mul(4);
    for number in 0..asked.min(len) {
        let index = match number {
            _ if len <= asked => number,
            0 => 0,
            1 => len - 1,
            _ => random.below(len),
        };
        if let Some(position) = view.position(index) {
            let back = view.index(&position);
            if back != index {
                let why = format!("the position with index {index} has index {back}");
                return Err(sampled.broken(Law::Indexed, &position, why));
            }
        }
        count.check();
    }
    Ok(count)
}

pub(super) fn reversible<G: Game>(
    sampled: &Sampled<'_, G>,
    view: &impl Reversible<G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    for (index, position) in sampled.positions.iter().enumerate() {
        let fail = |why: String| Err(sampled.broken(Law::Reversible, position, why));
        let mut seen: Vec<G::Position> = Vec::new();
        for before in view.predecessors(position) {
            if seen.contains(&before) {
                return fail(format!("the predecessor {before:?} is listed twice"));
            }
            if !children(sampled.game, &before)
                .iter()
                .any(|(_, child)| child == position)
            {
                return fail(format!(
                    "no legal move leads here from the predecessor {before:?}"
                ));
            }
            count.check();
            seen.push(before);
        }
        // Only predecessors that play can reach have to be listed.
        if index >= sampled.reached {
            continue;
        }
        for (mv, child) in children(sampled.game, position) {
            if !view.predecessors(&child).any(|before| before == *position) {
                return fail(format!(
                    "not listed as a predecessor of {child:?}, where {mv:?} leads"
                ));
            }
            count.check();
        }
    }
    Ok(count)
}

pub(super) fn ordered<G: Game>(
    sampled: &Sampled<'_, G>,
    view: &impl Ordered<G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    for position in &sampled.positions {
        for (mv, _) in children(sampled.game, position) {
            if view.hint(position, mv) != view.hint(&position.clone(), mv) {
                let why = format!("the hint for {mv:?} differs when asked again");
                return Err(sampled.broken(Law::Ordered, position, why));
            }
            let (slot, slots) = (view.slot(mv), view.slots());
            if slots > 1 && slot >= slots {
                let why = format!("the slot of {mv:?} is {slot}, and there are {slots}");
                return Err(sampled.broken(Law::Ordered, position, why));
            }
            count.check();
        }
    }
    Ok(count)
}

pub(super) fn parametric<G: Game>(
    sampled: &Sampled<'_, G>,
    view: &impl Parametric<G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    let game = sampled.game;
    let weights = view.weights();
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Parametric, position, why));
        if game.has_gains() {
            return fail("weights cannot enter only at the end: moves gain points".to_owned());
        }
        let Some(outcome) = game.outcome(position) else {
            continue;
        };
        // The previous content of the slice must have no effect.
        let (mut counts, mut again) = (vec![0; weights.len()], vec![7; weights.len()]);
        let sums = view.form(position, &mut counts);
        if view.form(position, &mut again) != sums || sums && counts != again {
            return fail("the form differs when asked again".to_owned());
        }
        if sums {
            let terms = counts.iter().zip(weights);
            let sum: i128 = terms.map(|(&n, &w)| i128::from(n) * i128::from(w)).sum();
            let points = match outcome {
                Outcome::Margin(points) => Some(i128::from(points)),
                Outcome::Draw | Outcome::Win(_) => None,
            };
            if points != Some(sum) {
                return fail(format!("the form says {sum}, the outcome is {outcome:?}"));
            }
        }
        count.check();
    }
    Ok(count)
}

pub(super) fn declared<G: Game>(
    sampled: &Sampled<'_, G>,
    view: &impl Declared<G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    let mut owners: Map<u128, &G::Position> = Map::default();
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Declared, position, why));
        let code = view.code(position);
        if view.code(&position.clone()) != code {
            return fail("the code differs when asked again".to_owned());
        }
        if let Some(owner) = owners.insert(code, position) {
            return fail(format!("the code {code} is also that of {owner:?}"));
        }
        count.check();
        let mut moves = Map::default();
        for (mv, _) in children(sampled.game, position) {
            let number = view.number(position, mv);
            if let Some(other) = moves.insert(number, mv) {
                return fail(format!(
                    "the number {number} stands for two moves, {other:?} and {mv:?}"
                ));
            }
            count.check();
        }
    }
    Ok(count)
}
