//! The gain of each move of a sum, and the moves of hotstrat, a strategy that looks only at temperatures.
//!
//! The *incentive* of a move is what it gains its player: G<sup>L</sup> - G for a move of Left, G - G<sup>R</sup> for one of
//! Right (Winning Ways; Siegel, "Combinatorial Game Theory", 2013). *Hotstrat* moves in a component whose temperature is greatest
//! (Yedwab, "On playing well in a sum of games", 1985).

use super::{ValueError, ValuedMove, Work, Worth};
use rustc_hash::FxHashMap;
use yomikiri_cgt::{Dyadic, Error, Side, Value};

impl Work<'_, '_, '_> {
    /// Adds to the moves of a player what they gain, and which of them hotstrat would make. The best moves so far are those
    /// of the terms alone.
    pub(super) fn compare_strategies(
        &mut self,
        worths: &[Worth<'_>],
        side: Side,
        listed: &mut [(ValuedMove, Value)],
    ) -> Result<(), ValueError> {
        let mut names: FxHashMap<(Value, Value), Option<String>> = FxHashMap::default();
        for (mv, after) in listed.iter_mut() {
            let before = worths[mv.term].signed;
            let key = (before, *after);
            mv.incentive = match names.get(&key) {
                Some(name) => name.clone(),
                None => {
                    let gain = match side {
                        Side::Left => self.values.sub(*after, before),
                        Side::Right => self.values.sub(before, *after),
                    };
                    let gain = self.checked(gain)?;
                    let name = self.name(gain)?;
                    names.insert(key, name.clone());
                    name
                }
            };
        }
        self.mark_hot(worths, side, listed)
    }

    /// Marks the moves of hotstrat. The terms are those of the greatest temperature in which the player can move. Of their
    /// moves that no other move of the term is better than, it makes those that are worth most at this temperature: for
    /// Left with the greatest value on the right wall, for Right with the least one on the left wall. In numbers alone it
    /// looks at the walls at temperature 0.
    fn mark_hot(
        &mut self,
        worths: &[Worth<'_>],
        side: Side,
        listed: &mut [(ValuedMove, Value)],
    ) -> Result<(), ValueError> {
        let mut heats = Vec::new();
        for worth in worths {
            let graph = self.values.thermograph(worth.signed);
            heats.push(self.checked(graph)?.temperature);
        }
        let with_moves = listed.iter().map(|(mv, _)| heats[mv.term]);
        let Some(hottest) = with_moves.max() else {
            return Ok(());
        };
        let at = hottest.max(Dyadic::ZERO);
        let mut of_terms: Vec<Option<Dyadic>> = vec![None; worths.len()];
        let mut worth_then = Vec::new();
        for (mv, after) in listed.iter() {
            if heats[mv.term] != hottest || !mv.best {
                worth_then.push(None);
                continue;
            }
            let then = self.wall_at(*after, side, at);
            let then = self.checked(then)?;
            let most = &mut of_terms[mv.term];
            *most = Some(match (*most, side) {
                (None, _) => then,
                (Some(most), Side::Left) => most.max(then),
                (Some(most), Side::Right) => most.min(then),
            });
            worth_then.push(Some(then));
        }
        for ((mv, _), then) in listed.iter_mut().zip(worth_then) {
            mv.is_hot = then.is_some() && then == of_terms[mv.term];
            mv.temperature = Some(heats[mv.term]);
        }
        Ok(())
    }

    /// Returns the opponent's wall, at a temperature, of the value that a player leaves.
    fn wall_at(&mut self, after: Value, side: Side, at: Dyadic) -> Result<Dyadic, Error> {
        let graph = self.values.thermograph(after)?;
        match side {
            Side::Left => graph.right.at(at),
            Side::Right => graph.left.at(at),
        }
    }
}
