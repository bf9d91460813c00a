//! The law of bounds, of removed moves, and of wins by threats.

use super::oracle::Oracle;
use super::report::{Broken, Count, Law};
use super::sample::Sampled;
use super::values::is_open;
use crate::capability::{Bounded, Expand};
use crate::{Ask, Distance, Game, Margin, Outcome, Plies};
use std::fmt::Debug;

pub(super) fn bounded<G: Game, B: Bounded<G>>(
    sampled: &Sampled<'_, G>,
    view: &B,
    expand: Option<&impl Expand<G>>,
    oracle: &mut Oracle<'_, G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    for position in &sampled.positions {
        let scores = oracle
            .worth(position)
            .map(|worth| worth.scores(sampled.game.to_move(position)));
        let inside = Inside { sampled, position };
        inside.check(
            &mut count,
            Ask::Winner,
            view.wdl(position),
            scores.map(|(wdl, ..)| wdl),
        )?;
        let margin = scores.map(|(_, margin, _)| margin);
        inside.check(&mut count, Ask::Margin, view.margin(position), margin)?;
        inside.within(&mut count, view.greatest_margin(), margin)?;
        inside.odd(&mut count, view, margin)?;
        if sampled.game.outcome(position).is_none() {
            if view.sifts() {
                sifted(&inside, view, oracle, &mut count)?;
            }
            threatened(&inside, view, &mut count)?;
        }
        if !sampled.game.has_gains() {
            let distance = scores.and_then(|(.., distance)| distance);
            inside.check(&mut count, Ask::Distance, view.distance(position), distance)?;
            if is_open(sampled.game, expand, position) {
                inside.same(view.open_distance(position), view.distance(position))?;
            }
            let near = (0..=B::NEAR).map(Plies::Count);
            let near = near.flat_map(|plies| [Distance::Win(plies), Distance::Loss(plies)]);
            for asked in near.chain([Distance::Draw]) {
                if let Some(bounds) = view.near_distance(position, asked) {
                    inside.check(&mut count, Ask::Distance, bounds, distance)?;
                    inside.decides(bounds, asked)?;
                }
            }
        }
    }
    Ok(count)
}

/// Checks that no removed move reaches more than the lower bound.
fn sifted<G: Game, B: Bounded<G>>(
    inside: &Inside<'_, '_, G>,
    view: &B,
    oracle: &mut Oracle<'_, G>,
    count: &mut Count,
) -> Result<(), Broken> {
    let (game, position) = (inside.sampled.game, inside.position);
    let fail = |why: String| Err(inside.sampled.broken(Law::Bounded, position, why));
    let mover = game.to_move(position);
    let all: Vec<G::Move> = game.moves(position).collect();
    let mut kept = all.clone();
    let (lower, upper) = view.sift(position, &mut kept);
    let worth = oracle.worth(position).map(|worth| worth.scores(mover).0);
    inside.check(count, Ask::Winner, (lower, upper), worth)?;
    let mut left = kept.iter().peekable();
    for &mv in &all {
        if left.next_if(|&&kept| kept == mv).is_some() {
            continue;
        }
        if game.has_gains() {
            return fail(format!("{mv:?} is taken away, but moves gain points"));
        }
        let Some(worth) = oracle.worth(&game.play(position, mv)) else {
            count.skipped += 1;
            continue;
        };
        let (reached, ..) = worth.scores(mover);
        if reached > lower {
            return fail(format!(
                "{mv:?} is taken away, but reaches {reached:?}, more than {lower:?}"
            ));
        }
        count.value();
    }
    match left.next() {
        Some(mv) => fail(format!("sifting leaves {mv:?} where it is no move")),
        None => Ok(()),
    }
}

/// Checks that the moves of a win by threats win.
fn threatened<G: Game, B: Bounded<G>>(
    inside: &Inside<'_, '_, G>,
    view: &B,
    count: &mut Count,
) -> Result<(), Broken> {
    let game = inside.sampled.game;
    let fail = |why: String| Err(inside.sampled.broken(Law::Bounded, inside.position, why));
    let mover = game.to_move(inside.position);
    let is_won = |at: &G::Position| game.outcome(at) == Some(Outcome::Win(mover));
    let mut moves = Vec::new();
    if !view.threats(inside.position, &mut moves) {
        return match moves.first() {
            Some(mv) => fail(format!("no win by threats, but by {mv:?}")),
            None => Ok(()),
        };
    }
    count.value();
    let mut at = inside.position.clone();
    for (index, &mv) in moves.iter().enumerate() {
        if game.to_move(&at) != mover || !game.moves(&at).any(|legal| legal == mv) {
            return fail(format!("{mv:?} is no move in a win by threats"));
        }
        let after = game.play(&at, mv);
        let won = |last: bool| match last {
            true => Ok(()),
            false => fail(format!("more moves follow on {mv:?}, which wins")),
        };
        let last = index + 1 == moves.len();
        if is_won(&after) {
            return won(last);
        }
        if game.outcome(&after).is_some() {
            return fail(format!("{mv:?} ends play and does not win"));
        }
        // The replies after which the player cannot win at once.
        let replies = game.moves(&after).map(|reply| game.play(&after, reply));
        let mut parries = replies.filter(|next| {
            game.outcome(next).is_some()
                || game.to_move(next) != mover
                || !game.moves(next).any(|win| is_won(&game.play(next, win)))
        });
        match (parries.next(), parries.next()) {
            (None, _) => return won(last),
            (Some(next), None) if game.outcome(&next).is_none() => at = next,
            _ => return fail(format!("{mv:?} is no threat")),
        }
    }
    fail("a win by threats ends too early".to_owned())
}

struct Inside<'s, 'g, G: Game> {
    sampled: &'s Sampled<'g, G>,
    position: &'s G::Position,
}

impl<G: Game> Inside<'_, '_, G> {
    /// Checks that no points exceed the greatest margin, if one is stated.
    fn within(
        &self,
        count: &mut Count,
        greatest: Option<u64>,
        margin: Option<Margin>,
    ) -> Result<(), Broken> {
        if let (Some(greatest), Some(Margin::Points(points))) = (greatest, margin) {
            if points.unsigned_abs() > greatest {
                let why = format!("margin: {points} is beyond the greatest, {greatest}");
                return Err(self.sampled.broken(Law::Bounded, self.position, why));
            }
            count.value();
        }
        Ok(())
    }

    /// Checks that the margin is odd or even as stated, and that the statement is consistent from move to move.
    fn odd(
        &self,
        count: &mut Count,
        view: &impl Bounded<G>,
        margin: Option<Margin>,
    ) -> Result<(), Broken> {
        let fail = |why: String| Err(self.sampled.broken(Law::Bounded, self.position, why));
        let game = self.sampled.game;
        let Some(odd) = view.odd(self.position) else {
            return Ok(());
        };
        match margin {
            Some(Margin::Points(points)) if (points % 2 != 0) == odd => count.value(),
            Some(margin) => return fail(format!("odd: {odd}, and the margin is {margin:?}")),
            None => count.skipped += 1,
        }
        let over = game.outcome(self.position).is_some();
        for mv in game.moves(self.position).filter(|_| !over) {
            let gains_odd = game.has_gains() && game.gain(self.position, mv) % 2 != 0;
            let next = view.odd(&game.play(self.position, mv));
            if next != Some(odd != gains_odd) {
                return fail(format!("odd: {odd}, and after {mv:?} {next:?}"));
            }
        }
        Ok(())
    }

    /// Checks that `open_distance` gives the bounds of `distance`.
    fn same(&self, open: (Distance, Distance), any: (Distance, Distance)) -> Result<(), Broken> {
        if open != any {
            let why = format!("distance: {any:?}, and of an open position {open:?}");
            return Err(self.sampled.broken(Law::Bounded, self.position, why));
        }
        Ok(())
    }

    /// Checks that the bounds decide whether the distance is at least `asked`.
    fn decides(&self, (lower, upper): (Distance, Distance), asked: Distance) -> Result<(), Broken> {
        if asked > lower && asked <= upper {
            let why = format!(
                "distance: {lower:?}..{upper:?} do not tell whether it is at least {asked:?}"
            );
            return Err(self.sampled.broken(Law::Bounded, self.position, why));
        }
        Ok(())
    }

    fn check<S: Ord + Debug>(
        &self,
        count: &mut Count,
        ask: Ask,
        (lower, upper): (S, S),
        score: Option<S>,
    ) -> Result<(), Broken> {
        let fail = |why: String| Err(self.sampled.broken(Law::Bounded, self.position, why));
        if lower > upper {
            return fail(format!(
                "{ask}: the bounds {lower:?}..{upper:?} are crossed"
            ));
        }
        match score {
            Some(score) if score < lower || score > upper => {
                return fail(format!(
                    "{ask}: {score:?} lies outside {lower:?}..{upper:?}"
                ));
            }
            Some(_) => count.value(),
            None => count.skipped += 1,
        }
        Ok(())
    }
}
