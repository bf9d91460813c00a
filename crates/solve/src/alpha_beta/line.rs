//! The best line of play that a running search can show.

use super::context::{AllViews, Context, Link, WordOf};
use super::specialized::AfterForced;
use crate::Line;
use crate::transposition::{Bounds, Own, Table};
use yomikiri_core::Game;

/// The tables that store the proven bounds.
type Tables<'t, W> = (Option<&'t Table<W>>, Option<&'t Own<W>>);

impl<G: Game, V: AllViews<G>> Context<'_, G, V> {
    /// Returns a line from a position: each move is the one with the best proven bounds for its mover, as
    /// long as anything is proven of a move. The line ends where no move is known to be worth the proven
    /// score of its position. So if the tables still hold the score of each position, the line is perfect
    /// play as far as it goes. For a position that is not solved yet, the line shows only which moves look
    /// best so far.
    pub(super) fn line(&self, tables: Tables<'_, WordOf<G, V>>, from: &G::Position) -> Line {
        let mut line = Line::default();
        let mut at = from.clone();
        let mut proven = self.proven(tables, &at);
        while self.game.outcome(&at).is_none() {
            let mut best: Option<(Bounds, u32, Link, Bounds, G::Position)> = None;
            for (number, mv) in (0..).zip(self.game.moves(&at)) {
                let next = self.game.play(&at, mv);
                let link = Link {
                    gain: match self.gains {
                        true => self.scale.gain(self.game.gain(&at, mv)),
                        false => 0,
                    },
                    plies: 1,
                    turned: self.game.to_move(&next) != self.game.to_move(&at),
                };
                let known = self.proven(tables, &next);
                if known == self.scale.anything() {
                    continue;
                }
                let worth = link.up_bounds(&self.scale, known);
                let order = |bounds: Bounds| (bounds.lower, bounds.upper);
                if best
                    .as_ref()
                    .is_none_or(|(most, ..)| order(worth) > order(*most))
                {
                    best = Some((worth, number, link, known, next));
                }
            }
            let Some((worth, number, link, known, next)) = best else {
                break;
            };
            if worth.lower < proven.lower || !line.push(number) {
                break;
            }
            // No move is worth more than the position, and this one is worth at least `worth.lower`.
            let ahead = link.down_bounds(
                &self.scale,
                Bounds {
                    lower: worth.lower,
                    ..proven
                },
            );
            proven = known.and(ahead);
            at = next;
        }
        line
    }

    /// Returns the proven bounds of a position, for its mover.
    fn proven(&self, (table, own): Tables<'_, WordOf<G, V>>, position: &G::Position) -> Bounds {
        let mover = self.game.to_move(position);
        match self.any().play_forced(position) {
            AfterForced::Decided(outcome, plies) => {
                let worth = self.scale.outcome(outcome, mover);
                let worth = self.scale.after(worth, 0, plies as i32);
                Bounds {
                    lower: worth,
                    upper: worth,
                }
            }
            AfterForced::Open(at, plies, gain) => {
                // The table never stores the game's own bounds.
                let mut known = self.seen(&at);
                if let Some(table) = table.filter(|_| self.options.table) {
                    let place = self.any().place(table, &at);
                    let own = own.and_then(|own| own.peek(place));
                    let stored = own.into_iter().chain(table.get(place));
                    known = stored.fold(known, Bounds::and);
                }
                let link = Link {
                    gain: self.scale.gain(gain),
                    plies,
                    turned: self.game.to_move(&at) != mover,
                };
                link.up_bounds(&self.scale, known)
            }
        }
    }
}
