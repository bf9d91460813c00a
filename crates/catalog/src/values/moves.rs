//! The moves of a sum, with those that win and those that are best in any sum.

use super::{Detail, ValueError, ValuedMove, Work, Worth};
use yomikiri_cgt::{Side, Value};

impl Work<'_, '_, '_> {
    /// Returns the moves of both players in all terms, with those that win and those that are best in any sum,
    /// judged by what they gain (their incentives).
    pub(super) fn moves(
        &mut self,
        worths: &[Worth<'_>],
        detail: Detail,
    ) -> Result<[Vec<ValuedMove>; 2], ValueError> {
        let rests = self.rests(worths)?;
        let mut both = [Vec::new(), Vec::new()];
        for (side, listed) in [Side::Left, Side::Right].into_iter().zip(&mut both) {
            for (term, (worth, &rest)) in worths.iter().zip(&rests).enumerate() {
                self.moves_in_term(term, worth, rest, side, listed)?;
            }
            if detail == Detail::Incentives {
                self.compare_strategies(worths, side, listed)?;
            }
            if worths.len() > 1 {
                self.compare_gains(worths, side, listed)?;
            }
            listed.sort_by_key(|(mv, _)| (!mv.best, !mv.wins));
        }
        Ok(both.map(|listed| listed.into_iter().map(|(mv, _)| mv).collect()))
    }

    /// Returns for each term the sum of all others.
    fn rests(&mut self, worths: &[Worth<'_>]) -> Result<Vec<Value>, ValueError> {
        let zero = self.values.zero();
        let zero = self.checked(zero)?;
        let mut rests = Vec::new();
        let mut before = zero;
        for worth in worths {
            rests.push(before);
            let sum = self.values.add(before, worth.signed);
            before = self.checked(sum)?;
        }
        let mut behind = zero;
        for (worth, rest) in worths.iter().zip(&mut rests).rev() {
            let sum = self.values.add(*rest, behind);
            *rest = self.checked(sum)?;
            let sum = self.values.add(behind, worth.signed);
            behind = self.checked(sum)?;
        }
        Ok(rests)
    }

    /// Lists the moves in one term with the value after each; the best are those of the term alone.
    fn moves_in_term(
        &mut self,
        term: usize,
        worth: &Worth<'_>,
        rest: Value,
        side: Side,
        listed: &mut Vec<(ValuedMove, Value)>,
    ) -> Result<(), ValueError> {
        let minus = worth.read.minus;
        // In what is subtracted Left moves as Right.
        let moves = &worth.moves[side as usize ^ usize::from(minus)];
        let mut afters = Vec::new();
        for (_, after) in moves {
            afters.push(self.signed(minus, *after)?);
        }
        let mut different = afters.clone();
        different.sort_unstable();
        different.dedup();
        let best = self.values.undominated(&different, side);
        let best = self.checked(best)?;
        let zero = self.values.zero();
        let zero = self.checked(zero)?;
        for ((text, _), after) in moves.iter().zip(afters) {
            let result = self.values.add(rest, after);
            let result = self.checked(result)?;
            let wins = match side {
                Side::Left => self.values.le(zero, result),
                Side::Right => self.values.le(result, zero),
            };
            let mv = ValuedMove {
                term,
                mv: text.clone(),
                value: self.name(after)?,
                wins: self.checked(wins)?,
                best: best.contains(&after),
                incentive: None,
                temperature: None,
                is_hot: false,
            };
            listed.push((mv, after));
        }
        Ok(())
    }

    /// Marks as best only the moves that gain most, in whatever term.
    fn compare_gains(
        &mut self,
        worths: &[Worth<'_>],
        side: Side,
        listed: &mut [(ValuedMove, Value)],
    ) -> Result<(), ValueError> {
        let mut gains = Vec::new();
        for (mv, after) in listed.iter().filter(|(mv, _)| mv.best) {
            let gain = self.values.sub(*after, worths[mv.term].signed);
            gains.push(self.checked(gain)?);
        }
        let mut different = gains.clone();
        different.sort_unstable();
        different.dedup();
        let best = self.values.undominated(&different, side);
        let best = self.checked(best)?;
        let candidates = listed.iter_mut().filter(|(mv, _)| mv.best);
        for ((mv, _), gain) in candidates.zip(gains) {
            mv.best = best.contains(&gain);
        }
        Ok(())
    }
}
