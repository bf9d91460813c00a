//! Lines of play as text, and the positions on them.

use super::data::{Line, LongestWin};
use super::solved::Solved;
use crate::{AnyGame, START};
use std::collections::HashSet;
use yomikiri::{Player, TextError};

/// The most moves of a line in the report.
const MOST: usize = 400;

/// A walk through the positions, with the text of the current one.
struct Walk<'g> {
    game: &'g dyn AnyGame,
    position: String,
    moves: Vec<String>,
}

impl<'g> Walk<'g> {
    fn new(game: &'g dyn AnyGame) -> Walk<'g> {
        Walk {
            game,
            position: START.to_owned(),
            moves: Vec::new(),
        }
    }

    /// Makes the move at an index in move order.
    fn step(&mut self, place: usize) -> Result<(), TextError> {
        let (_, mut moves) = self.game.legal(&self.position)?;
        // The index comes from the same rules, so it is in range.
        if place < moves.len() {
            let mv = moves.swap_remove(place);
            let next = self.game.play(&self.position, &mv);
            self.position = next.map_err(|error| error.unwrap_or_else(|error| error))?;
            self.moves.push(mv);
        }
        Ok(())
    }

    /// Continues with best moves, and returns the line.
    fn best(
        mut self,
        solved: &Solved,
        mut id: usize,
        by_distance: bool,
    ) -> Result<Line, TextError> {
        let before = self.moves.len();
        let mut seen = HashSet::from([id]);
        let mut end = "goes-on";
        while self.moves.len() - before < MOST {
            let Some((place, to)) = solved.best_move(id, by_distance) else {
                end = "over";
                break;
            };
            self.step(place)?;
            if !seen.insert(to) {
                end = "returns";
                break;
            }
            id = to;
        }
        if solved.reached.outcome(id).is_some() {
            end = "over";
        }
        Ok(Line {
            moves: self.moves.split_off(before),
            end,
        })
    }
}

/// Returns a line of perfect play from the start.
pub(super) fn perfect(game: &dyn AnyGame, solved: &Solved) -> Result<Line, TextError> {
    Walk::new(game).best(solved, 0, false)
}

/// Returns the longest forced win, unless the way to it is longer than a line may be.
pub(super) fn longest_win(
    game: &dyn AnyGame,
    solved: &Solved,
) -> Result<Option<LongestWin>, TextError> {
    let ids = 0..solved.reached.len();
    let wins = ids.filter_map(|id| Some((solved.plies_to_win(id)?, std::cmp::Reverse(id))));
    let Some((plies, std::cmp::Reverse(id))) = wins.max().filter(|&(plies, _)| plies > 0) else {
        return Ok(None);
    };
    let Some(places) = way(solved, id) else {
        return Ok(None);
    };
    let mut walk = Walk::new(game);
    for place in places {
        walk.step(place)?;
    }
    Ok(Some(LongestWin {
        winner: match solved.ahead(id) {
            Some(Player::Second) => "second",
            _ => "first",
        },
        plies,
        position: walk.position.clone(),
        path: Line {
            moves: walk.moves.clone(),
            end: "",
        },
        line: walk.best(solved, id, true)?,
    }))
}

/// Returns the shortest way from the start to a position, as indices in move order; `None` if it is
/// too long.
fn way(solved: &Solved, target: usize) -> Option<Vec<usize>> {
    let (reached, edges) = (&solved.reached, solved.reached.edges());
    let tiers = reached.tiers();
    let ply = tiers.iter().position(|tier| tier.contains(&target))?;
    if ply > MOST {
        return None;
    }
    let mut places = Vec::with_capacity(ply);
    let mut target = target;
    for tier in tiers[..ply].iter().rev() {
        let into = |id: usize| {
            let place = edges.moves(id).position(|(to, _)| to as usize == target)?;
            Some((id, place))
        };
        let (id, place) = tier.clone().find_map(into)?;
        places.push(place);
        target = id;
    }
    places.reverse();
    Some(places)
}
