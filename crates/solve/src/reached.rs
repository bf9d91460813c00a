//! All positions that play can reach from the start, without the positions themselves.

use crate::Control;
use crate::retrograde::values_of;
use crate::space::{Edges, Id, Space, SpaceError};
use std::ops::Range;
use yomikiri_core::{Game, Outcome, Player, Score};

/// The positions that play can reach from the start, as numbers in the order of discovery (the
/// start is number 0), with the moves between them. All are plain arrays, so code that looks at a
/// whole game is compiled once, and not once for every game.
#[derive(Debug)]
pub struct Reached {
    edges: Edges,
    to_move: Vec<Player>,
    over: Vec<Option<Outcome>>,
    tiers: Vec<Range<usize>>,
    endless: Outcome,
}

impl Reached {
    /// Enumerates the positions that play can reach from the start. For the memory during this call
    /// see [`Space`]. Afterwards it is about 25 bytes a position and 4 bytes a move (12 in a game
    /// with gains).
    ///
    /// # Errors
    ///
    /// If a limit of `control` was reached, or there are too many positions.
    pub fn enumerate<G: Game>(game: &G, control: &mut Control<'_>) -> Result<Reached, SpaceError> {
        let space = Space::enumerate(game, &[game.start()], control)?;
        let each = size_of::<Player>() + size_of::<Option<Outcome>>();
        control.may_use(space.bytes() + (space.len() * each) as u64)?;
        Ok(Reached {
            to_move: space.positions().map(|at| game.to_move(at)).collect(),
            over: space.positions().map(|at| game.outcome(at)).collect(),
            tiers: space.tiers().collect(),
            endless: game.endless(),
            edges: space.into_edges(),
        })
    }

    /// Returns the number of positions, at least one.
    pub fn len(&self) -> usize {
        self.to_move.len()
    }

    /// Returns false, because there is at least the start.
    pub fn is_empty(&self) -> bool {
        self.to_move.is_empty()
    }

    /// Returns the moves between the positions.
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// Returns the player to move in a position.
    pub fn to_move(&self, id: usize) -> Player {
        self.to_move[id]
    }

    /// Returns the outcome of a position, if the game is over there.
    pub fn outcome(&self, id: usize) -> Option<Outcome> {
        self.over[id]
    }

    /// Returns the outcome of endless play.
    pub fn endless(&self) -> Outcome {
        self.endless
    }

    /// Returns the positions first reached after 0, 1, 2, ... plies, as ranges of numbers.
    pub fn tiers(&self) -> &[Range<usize>] {
        &self.tiers
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> u64 {
        let each = size_of::<Player>() + size_of::<Option<Outcome>>();
        self.edges.bytes() + (self.len() * each) as u64
    }

    /// Returns the score of every position for the player to move, by
    /// [`Retrograde`](crate::Retrograde). `held` other bytes are in use.
    ///
    /// # Errors
    ///
    /// If [`Retrograde`](crate::Retrograde) refuses the game, or a limit of memory or time was
    /// reached.
    pub fn scores<S: Score>(
        &self,
        held: u64,
        control: &mut Control<'_>,
    ) -> Result<Vec<S>, SpaceError> {
        let working = self.edges.len() * size_of::<(Id, u32)>()
            + self.len() * (size_of::<Option<S>>() + size_of::<(Id, S)>() + 16);
        control.may_use(self.bytes() + held + working as u64)?;
        let ends = self.over.iter().zip(&self.to_move).zip(0..);
        let ends =
            ends.filter_map(|((over, &to_move), id)| Some((id, S::of_outcome((*over)?, to_move))));
        values_of(
            &self.edges,
            self.to_move.clone(),
            ends.collect(),
            self.endless,
            control,
        )
    }
}
