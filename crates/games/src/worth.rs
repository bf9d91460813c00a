//! Tools of direct methods: values for the player to move, in games that treat both players alike.

use yomikiri_core::{Ask, Distance, Margin, Outcome, Player, Plies, Score, Value, Wdl};

/// Returns the answer from the margin of the player to move. Games of points have no answer for `distance`; a caller
/// who asks for it gets the margin, whose type says so.
pub(crate) fn of_margin(margin: i64, to_move: Player, ask: Ask) -> Value {
    let margin = match to_move {
        Player::First => Outcome::Margin(margin),
        Player::Second => Outcome::Margin(-margin),
    };
    match ask {
        Ask::Winner => Value::Winner(margin.winner()),
        Ask::Margin | Ask::Distance => Value::Margin(margin),
    }
}

/// Returns the answer in a game without points, from the distance for the player to move, which determines the other
/// two answers.
pub(crate) fn of_distance(distance: Distance, to_move: Player, ask: Ask) -> Value {
    let (wdl, margin) = match distance {
        Distance::Loss(_) => (Wdl::Loss, Margin::Loss),
        Distance::Draw => (Wdl::Draw, Margin::DRAW),
        Distance::Win(_) => (Wdl::Win, Margin::Win),
    };
    match ask {
        Ask::Winner => wdl.absolute(to_move),
        Ask::Margin => margin.absolute(to_move),
        Ask::Distance => distance.absolute(to_move),
    }
}

/// Returns the distance of a position from those of its successors, if the turn passes with every move. A player
/// without a move has already lost.
pub(crate) fn best_move(next: impl Iterator<Item = Distance>) -> Distance {
    next.filter_map(|distance| distance.turned().after_ply(0))
        .max()
        .unwrap_or(LOST)
}

/// The distance of a player who has already lost.
pub(crate) const LOST: Distance = Distance::Loss(Plies::Count(0));

/// Returns the distances of all positions of a game that may cycle, if the turn passes with every move, a player
/// without a move loses, and endless play is a draw.
///
/// `moves` has the number of moves of every position. `moves_to` lists the positions with a move to a given one,
/// once for each such move. Time is linear in positions and moves, and no move is stored. Positions are settled
/// backward from the ends: a position is a win once the first lost successor is found, and a loss once the last of
/// its moves is found to lead to a win. Positions are found in the order of their distances, so the first such win
/// is the fastest and the last such loss the slowest (Thompson, "Retrograde analysis of certain endgames", 1986).
pub(crate) fn distances<I: Iterator<Item = usize>>(
    mut moves: Vec<u32>,
    moves_to: impl Fn(usize) -> I,
) -> Vec<Distance> {
    // A position with moves left to look at (`moves` above 0) is not settled.
    let mut settled = vec![Distance::Draw; moves.len()];
    let mut queue = Vec::new();
    for (id, _) in moves.iter().enumerate().filter(|&(_, &moves)| moves == 0) {
        settled[id] = LOST;
        queue.push(id);
    }
    let mut at = 0;
    while let Some(&id) = queue.get(at) {
        at += 1;
        let reached = best_move(std::iter::once(settled[id]));
        let wins = matches!(reached, Distance::Win(_));
        for from in moves_to(id) {
            if moves[from] == 0 {
                continue;
            }
            moves[from] = if wins { 0 } else { moves[from] - 1 };
            if moves[from] == 0 {
                settled[from] = reached;
                queue.push(from);
            }
        }
    }
    settled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_waits_for_the_last_move_and_a_win_for_none() {
        // 0 has ended; 1 -> 0; 2 -> 1; 3 -> 1, 2, 3; 4 -> 5; 5 -> 4.
        let back = [vec![1], vec![2, 3], vec![3], vec![3], vec![5], vec![4]];
        let found = distances(vec![0, 1, 1, 3, 1, 1], |id| back[id].iter().copied());
        let plies = Plies::Count;
        assert_eq!(
            found,
            [
                LOST,
                Distance::Win(plies(1)),
                Distance::Loss(plies(2)),
                Distance::Win(plies(3)),
                Distance::Draw,
                Distance::Draw
            ]
        );
    }

    #[test]
    fn a_distance_holds_the_other_answers() {
        let lost = Distance::Loss(Plies::Count(4));
        let say = |ask| of_distance(lost, Player::First, ask).to_string();
        assert_eq!(Ask::ALL.map(say), ["second", "second", "second 4"]);
        let say = |ask| of_distance(Distance::Draw, Player::First, ask).to_string();
        assert_eq!(Ask::ALL.map(say), ["draw", "0", "draw"]);
    }
}
