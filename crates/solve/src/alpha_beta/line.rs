//! The best line of play so far: what can be told of a search while it goes on.

use super::ground::{Ground, Link, Offers, Settled};
use crate::Line;
use crate::transposition::{Bounds, Own, Table};
use yomikiri_core::Game;

impl<G: Game, V: Offers<G>> Ground<'_, G, V> {
    /// A line from a position on, each time with the move of which most is proven for its mover, as far as
    /// anything is proven of a move. Of a position that is not solved yet it says what speaks for which
    /// move so far, and no more.
    pub(super) fn line(
        &self,
        table: Option<&Table>,
        own: Option<&Own>,
        from: &G::Position,
    ) -> Line {
        let mut line = Line::default();
        let mut at = from.clone();
        while self.game.outcome(&at).is_none() {
            let mut best: Option<((i32, i32), u32, G::Position)> = None;
            for (number, mv) in (0..).zip(self.game.moves(&at)) {
                let next = self.game.play(&at, mv);
                let Some(bounds) = self.proven_of_move((table, own), &at, mv, &next) else {
                    continue;
                };
                let worth = (bounds.lower, bounds.upper);
                if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                    best = Some((worth, number, next));
                }
            }
            match best {
                Some((_, number, next)) if line.push(number) => at = next,
                _ => break,
            }
        }
        line
    }

    /// What is proven of a move, for its mover.
    fn proven_of_move(
        &self,
        (table, own): (Option<&Table>, Option<&Own>),
        at: &G::Position,
        mv: G::Move,
        next: &G::Position,
    ) -> Option<Bounds> {
        let (scale, mover) = (&self.scale, self.game.to_move(at));
        let gain = match self.gains {
            true => scale.gain(self.game.gain(at, mv)),
            false => 0,
        };
        match self.settle::<false>(next) {
            Settled::Decided(outcome, plies) => {
                let worth = scale.after(scale.outcome(outcome, mover), gain, plies as i32 + 1);
                Some(Bounds {
                    lower: worth,
                    upper: worth,
                })
            }
            Settled::Open(position, plies) => {
                let table = table.filter(|_| self.options.table)?;
                let place = self.place::<false>(table, &position);
                let known = own.and_then(|own| own.get(place));
                // What the game itself tells was never stored.
                let known = known.unwrap_or_else(|| self.known(table, &position, place));
                if (known.lower, known.upper) == (-scale.top, scale.top) {
                    return None;
                }
                let link = Link {
                    gain,
                    plies: plies + 1,
                    turned: self.game.to_move(&position) != mover,
                };
                Some(link.up_bounds(scale, known))
            }
        }
    }
}
