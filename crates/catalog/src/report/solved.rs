//! A whole game with the value of every position, in plain arrays.

use yomikiri::{
    CensusError, Components, Control, Distance, Id, Margin, Outcome, Player, Plies, Reached, Score,
    Value,
};

/// The positions of a game, their values, and an order in which to process them.
pub(super) struct Solved {
    pub(super) reached: Reached,
    /// The margins for the player to move. In a game without points they are outright results, which
    /// tell who wins.
    scores: Vec<Margin>,
    /// The distances for the player to move; absent in a game whose moves gain points.
    distances: Option<Vec<Distance>>,
    /// Whether each move, by its number, keeps the value of its position.
    pub(super) kept: Vec<bool>,
    /// The strongly connected components of the positions, successors first.
    pub(super) components: Components,
    /// Whether play can go on for ever.
    pub(super) cyclic: bool,
    /// Whether points decide.
    pub(super) points: bool,
    /// Whether moves gain points.
    pub(super) gains: bool,
}

impl Solved {
    /// Solves all positions.
    ///
    /// # Errors
    ///
    /// If a limit was reached, or if the solver refuses the game.
    pub(super) fn new(
        reached: Reached,
        gains: bool,
        control: &mut Control<'_>,
    ) -> Result<Solved, CensusError> {
        let scores = reached.scores::<Margin>(0, control)?;
        let held = (scores.len() * size_of::<Margin>()) as u64;
        let distances = match gains {
            true => None,
            false => Some(reached.scores::<Distance>(held, control)?),
        };
        // The memory while components are found.
        let (positions, moves) = (reached.len(), reached.edges().len());
        let working = positions * (size_of::<Distance>() + 36) + moves;
        control.may_use(reached.bytes() + held + working as u64)?;
        let components = reached.edges().components(|_| true);
        let cyclic = components.iter().any(|ids| is_cycle(&reached, ids));
        let by_points = |id| matches!(reached.outcome(id), Some(Outcome::Margin(_)));
        let mut solved = Solved {
            points: gains || (0..reached.len()).any(by_points),
            kept: Vec::with_capacity(moves),
            cyclic,
            reached,
            scores,
            distances,
            components,
            gains,
        };
        for id in 0..solved.reached.len() {
            control.visit()?;
            let moves = solved.reached.edges().moves(id);
            let kept = moves.map(|(to, gain)| {
                let after = solved.quality(id, to as usize, gain).0;
                after == Some(solved.scores[id])
            });
            let kept: Vec<bool> = kept.collect();
            solved.kept.extend(kept);
        }
        Ok(solved)
    }

    /// Returns the bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        let distance = self.distances.as_ref().map_or(0, |_| size_of::<Distance>());
        let each = size_of::<Margin>() + distance + size_of::<Id>() + size_of::<usize>();
        self.reached.bytes() + (self.reached.len() * each + self.kept.len()) as u64
    }

    /// Returns who comes out ahead from a position on.
    pub(super) fn ahead(&self, id: usize) -> Option<Player> {
        let wdl = self.scores[id].sign();
        wdl.absolute(self.reached.to_move(id)).winner()
    }

    /// Returns how good a move from one position to another is for the mover; greater is better.
    pub(super) fn quality(&self, id: usize, to: usize, gain: i64) -> (Option<Margin>, Distance) {
        let (mover, to_move) = (self.reached.to_move(id), self.reached.to_move(to));
        let margin = self.scores[to].of_move(gain, mover, to_move);
        let distance = self.distances.as_ref();
        let distance = distance.and_then(|all| all[to].of_move(0, mover, to_move));
        (margin, distance.unwrap_or(Distance::Draw))
    }

    /// Returns the value of a position: the margin in a game of points, the distance in all others.
    pub(super) fn value(&self, id: usize) -> Value {
        let to_move = self.reached.to_move(id);
        match &self.distances {
            Some(distances) if !self.points => distances[id].absolute(to_move),
            _ => self.scores[id].absolute(to_move),
        }
    }

    /// Returns the value of a move from one position to another, counted from before the move.
    pub(super) fn value_of_move(&self, id: usize, to: usize, gain: i64) -> Value {
        let mover = self.reached.to_move(id);
        let (margin, distance) = self.quality(id, to, gain);
        match self.points {
            // The solver has refused margins out of range already.
            true => margin.unwrap_or(self.scores[id]).absolute(mover),
            false => distance.absolute(mover),
        }
    }

    /// Returns the plies to the end if a player can force a win.
    pub(super) fn plies_to_win(&self, id: usize) -> Option<u32> {
        match self.distances.as_ref()?[id] {
            Distance::Win(Plies::Count(plies)) | Distance::Loss(Plies::Count(plies)) => Some(plies),
            _ => None,
        }
    }

    /// Returns the best move's index in move order and its target, judged by distance alone or by
    /// margin first.
    pub(super) fn best_move(&self, id: usize, by_distance: bool) -> Option<(usize, usize)> {
        let moves = self.reached.edges().moves(id).enumerate();
        let rated = moves.map(|(place, (to, gain))| {
            let (margin, distance) = self.quality(id, to as usize, gain);
            let margin = margin.filter(|_| !by_distance);
            // Among equal moves take the first.
            (
                (margin, distance, std::cmp::Reverse(place)),
                place,
                to as usize,
            )
        });
        let best = rated.max_by_key(|&(quality, ..)| quality);
        best.map(|(_, place, to)| (place, to))
    }
}

/// Returns whether play can cycle within a component.
pub(super) fn is_cycle(reached: &Reached, ids: &[Id]) -> bool {
    let to_itself = |id: Id| reached.edges().moves(id as usize).any(|(to, _)| to == id);
    ids.len() > 1 || ids.iter().any(|&id| to_itself(id))
}
