//! `kind = "heaps"`: games of taking from heaps and splitting them.

use super::read::{At, Reader};
use crate::heaps::{Heaps, Memory, Takeaway};
use yomikiri_core::TextError;

/// Reads the whole file.
pub(super) fn read(file: &Reader<'_>) -> Result<Heaps, TextError> {
    let Some(heaps) = file.section("heaps")? else {
        return Err(file.missing("heaps"));
    };
    let Some(sizes) = heaps.numbers("sizes") else {
        return Err(heaps.missing("sizes"));
    };
    let stones = |size: &At<i64>| {
        let wrong = || size.error(format!("a heap has 0 to {} stones", Heaps::MOST_STONES));
        let known = u32::try_from(size.value).ok();
        known
            .filter(|&size| size <= Heaps::MOST_STONES)
            .ok_or_else(wrong)
    };
    let numbers = sizes
        .value
        .iter()
        .map(stones)
        .collect::<Result<Vec<_>, _>>()?;
    let first = takeaways(&heaps, heaps.section("first")?)?;
    let second = takeaways(&heaps, heaps.section("second")?)?;
    let misere = heaps.choice("stuck", "loss") == "win";
    let game = Heaps::by_side(numbers, [&first, &second], misere).map_err(|bad| {
        match sizes.value.get(bad.item) {
            Some(size) => size.error(bad.why),
            None if heaps.has("take") && !sizes.value.is_empty() => heaps.error("take", bad.why),
            None => sizes.error(bad.why),
        }
    })?;
    let together = heaps
        .int("together")
        .and_then(|heaps| u32::try_from(heaps).ok());
    let game = game.taking_together(together.unwrap_or(1));
    let game = game.map_err(|why| heaps.error("together", why))?;
    remembering(&heaps, game)
}

/// Makes a move depend on the one before it, if the file says so.
fn remembering(heaps: &Reader<'_>, game: Heaps) -> Result<Heaps, TextError> {
    let keys = ["times", "repeat", "opening"];
    let number = |key| heaps.size(key).unwrap_or(0) as u32;
    let memory = Memory {
        opening: number("opening"),
        times: number("times"),
        changes: heaps.flag("repeat") == Some(false),
    };
    let said = keys.into_iter().find(|key| heaps.has(key));
    let Some(key) = said.filter(|_| memory != Memory::default()) else {
        return Ok(game);
    };
    game.remembering(memory)
        .map_err(|why| heaps.error(key, why))
}

/// Reads a player's kinds of moves: one for every number that may be taken, or one for all. Keys in the player's own
/// section replace those above it.
fn takeaways(heaps: &Reader<'_>, own: Option<Reader<'_>>) -> Result<Vec<Takeaway>, TextError> {
    let of = |key: &str| own.filter(|own| own.has(key)).unwrap_or(*heaps);
    let mut leaves = [true, true, false];
    if let Some(left) = of("leave").numbers("leave") {
        leaves = [false; 3];
        for count in &left.value {
            let known = usize::try_from(count.value).ok();
            let place = known.and_then(|count| leaves.get_mut(count));
            *place.ok_or_else(|| count.error("a move leaves 0, 1 or 2 heaps of a heap"))? = true;
        }
        if left.value.is_empty() {
            return Err(left.error("a move has to leave something, or nothing: 0, 1, 2"));
        }
    }
    let unequal = of("unequal").flag("unequal").unwrap_or(false);
    if unequal && !leaves[2] {
        return Err(of("unequal")
            .error("unequal", "no move splits a heap")
            .help("write `leave = [2]`"));
    }
    let kind = |least, most| Takeaway {
        least,
        most,
        leaves,
        unequal,
    };
    let Some(take) = of("take").numbers("take") else {
        return Ok(vec![kind(1, Heaps::MOST_STONES)]);
    };
    if take.value.is_empty() {
        return Err(take.error("at least one number is needed"));
    }
    let mut kinds = Vec::new();
    for number in &take.value {
        let known = u32::try_from(number.value).ok();
        let known = known.filter(|&taken| taken <= Heaps::MOST_STONES);
        let taken = known.ok_or_else(|| {
            number.error(format!(
                "a number from 0 to {} is expected",
                Heaps::MOST_STONES
            ))
        })?;
        kinds.push(match (taken, leaves) {
            (0, [.., false]) => {
                return Err(number.error("a move that takes nothing must split a heap"));
            }
            (0, _) => Takeaway {
                leaves: [false, false, true],
                ..kind(0, 0)
            },
            _ => kind(taken, taken),
        });
    }
    Ok(kinds)
}
