//! Atomic weights of all-small games: how many ups a game is worth. (Winning Ways, chapter 8; Siegel, II.7.)

use crate::store::{Side, Value, Values};
use crate::{Dyadic, Error};
use rustc_hash::FxHashSet;

impl Values<'_> {
    /// Returns whether a game is all-small: wherever one player has a move, the other has one too.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn is_all_small(&mut self, value: Value) -> Result<bool, Error> {
        let mut waiting = vec![value];
        let mut seen: FxHashSet<Value> = waiting.iter().copied().collect();
        while let Some(game) = waiting.pop() {
            if let Some(compact) = self.as_compact(game) {
                if compact.number != Dyadic::ZERO {
                    return Ok(false);
                }
                continue;
            }
            for side in [Side::Left, Side::Right] {
                let options = self.options(game, side)?;
                if options.is_empty() {
                    return Ok(false);
                }
                waiting.extend(options.into_iter().filter(|&option| seen.insert(option)));
            }
        }
        Ok(true)
    }

    /// Returns the atomic weight of an all-small game.
    ///
    /// # Errors
    ///
    /// [`Error::NotAllSmall`] for other games, or if a limit was reached.
    pub fn atomic_weight(&mut self, value: Value) -> Result<Value, Error> {
        if !self.is_all_small(value)? {
            return Err(Error::NotAllSmall);
        }
        self.weight(value)
    }

    /// Returns the game of the weights of Left's options minus two and those of Right's plus two. If that is
    /// a whole number, the comparison with a far star decides the weight.
    fn weight(&mut self, value: Value) -> Result<Value, Error> {
        if let Some(compact) = self.as_compact(value) {
            return self.number(Dyadic::whole(compact.ups));
        }
        if let Some(&known) = self.weights.get(&value) {
            return Ok(known);
        }
        let weight = self.deeper(|values| {
            let two = values.number(Dyadic::whole(2))?;
            let mut left = Vec::new();
            for option in values.options(value, Side::Left)? {
                let weight = values.weight(option)?;
                left.push(values.sub(weight, two)?);
            }
            let mut right = Vec::new();
            for option in values.options(value, Side::Right)? {
                let weight = values.weight(option)?;
                right.push(values.add(weight, two)?);
            }
            let plain = values.game(&left, &right)?;
            match values.as_number(plain) {
                Some(number) if number.is_whole() => {
                    let whole = values.eccentric(value, &left, &right)?;
                    values.number(whole)
                }
                _ => Ok(plain),
            }
        })?;
        self.weights.insert(value, weight);
        Ok(weight)
    }

    /// Returns the weight if several whole numbers are possible: the greatest that Right's options allow if
    /// the game is greater than a far star, the least that Left's options allow if it is less, and otherwise
    /// 0.
    fn eccentric(
        &mut self,
        value: Value,
        left: &[Value],
        right: &[Value],
    ) -> Result<Dyadic, Error> {
        let far = self.far_star(value)?;
        let far = self.nimber(far)?;
        if self.le(far, value)? {
            // This is the greatest n such that no option of Right is at most n.
            let bound = right.iter().map(|&option| self.stop(option, Side::Left));
            let mut n = bound
                .min()
                .unwrap_or(Dyadic::ZERO)
                .floor()
                .saturating_add(1);
            loop {
                let number = self.number(Dyadic::new(n.into(), 0)?)?;
                let mut fits = true;
                for &option in right {
                    fits = fits && !self.le(option, number)?;
                }
                if fits {
                    return Dyadic::new(n.into(), 0);
                }
                n -= 1;
            }
        }
        if self.le(value, far)? {
            let value = self.negative(value)?;
            let mut mirrored = [Vec::new(), Vec::new()];
            for (side, options) in mirrored.iter_mut().zip([right, left]) {
                for &option in options {
                    side.push(self.negative(option)?);
                }
            }
            return Ok(self.eccentric(value, &mirrored[0], &mirrored[1])?.negated());
        }
        Ok(Dyadic::ZERO)
    }

    /// Returns a power of two that is greater than every nimber in a game.
    fn far_star(&mut self, value: Value) -> Result<u32, Error> {
        let mut waiting = vec![value];
        let mut seen: FxHashSet<Value> = waiting.iter().copied().collect();
        let mut most = 1;
        while let Some(game) = waiting.pop() {
            if let Some(compact) = self.as_compact(game) {
                most = most.max(compact.nimber);
                continue;
            }
            for side in [Side::Left, Side::Right] {
                let options = self.options(game, side)?;
                waiting.extend(options.into_iter().filter(|&option| seen.insert(option)));
            }
        }
        Ok((most + 1).next_power_of_two())
    }
}
