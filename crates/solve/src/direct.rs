//! A game's own method.

use crate::{Control, Failure, Refusal, Solver, Window};
use yomikiri_core::capability::Direct;
use yomikiri_core::{Game, Score};

/// Asks the game's own exact method ([`Direct`]).
///
/// A single position is answered in the method's quickest way. If the caller
/// [follows](Solver::follow) a position, its future is answered from a table that is filled once.
///
/// The method cannot be interrupted, so the limits are checked before it starts.
pub struct ByDirect<'g, G: Game, D: Direct<G>> {
    game: &'g G,
    direct: D,
    /// The position last followed, with the table of it and everything that follows from it.
    table: Option<(G::Position, D::Table)>,
    /// Whether the positions asked about follow from that position.
    following: bool,
}

impl<'g, G: Game, D: Direct<G>> ByDirect<'g, G, D> {
    /// Creates a solver for `game`.
    pub fn new(game: &'g G, direct: D) -> Self {
        ByDirect {
            game,
            direct,
            table: None,
            following: false,
        }
    }
}

impl<G: Game, D: Direct<G>, S: Score> Solver<G, S> for ByDirect<'_, G, D> {
    fn score(
        &mut self,
        position: &G::Position,
        _window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        if !self.direct.answers(S::ASK) {
            return Err(Failure::Refused(Refusal::NotDirect(S::ASK)));
        }
        control.visit().map_err(Failure::stopped)?;
        let value = match &self.table {
            Some((root, table)) if self.following || root == position => {
                self.direct.look_up(table, position, S::ASK)
            }
            _ => self.direct.value(position, S::ASK),
        };
        S::of_value(value, self.game.to_move(position))
            .ok_or(Failure::Refused(Refusal::NotDirect(S::ASK)))
    }

    fn follow(&mut self, position: &G::Position) {
        if !self.direct.answers(S::ASK) {
            return;
        }
        self.following = true;
        if self.table.as_ref().is_none_or(|(root, _)| root != position) {
            self.table = None;
            self.table = Some((position.clone(), self.direct.table(position, S::ASK)));
        }
    }

    fn unfollow(&mut self) {
        self.following = false;
    }

    fn stored(&self) -> u64 {
        0
    }
}
