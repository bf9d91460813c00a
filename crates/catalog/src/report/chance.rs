//! What to expect of players who make random moves now and then: by backward induction over all positions.

use super::data::{Chances, Count};
use super::solved::Solved;
use yomikiri::{Control, Outcome, Player, Stop};

/// The shares of random moves that are told.
pub(super) const SLIPS: [f64; 9] = [0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 1.0];
/// Which of them is that of a player who is nearly perfect, one move of ten,
pub(super) const NEAR_PERFECT: usize = 4;
/// and of one who makes any move.
pub(super) const RANDOM: usize = 8;
/// Where play can cycle, how often the positions are gone through at most,
const SWEEPS: usize = 2000;
/// and the change of what is likely that is none.
const NO_CHANGE: f64 = 1e-13;
/// Play that does not end less likely than this ends.
const ENDS: f64 = 1e-9;

/// What to expect from a position on.
#[derive(Clone, Copy, Debug, Default)]
struct Expected {
    results: Count<f64>,
    points: f64,
    plies: f64,
    unsettled: f64,
    mistakes: f64,
}

/// What to expect from every position on, where a share of all moves is random.
pub(super) struct Expectation<'s> {
    solved: &'s Solved,
    settled: Option<&'s [bool]>,
    slips: f64,
    expected: Vec<Expected>,
}

impl<'s> Expectation<'s> {
    /// Works it out. Where play cannot cycle every position is looked at once, when all that follows is known;
    /// where it can, again and again, which comes near from below.
    ///
    /// # Errors
    ///
    /// A limit.
    pub(super) fn new(
        solved: &'s Solved,
        settled: Option<&'s [bool]>,
        slips: f64,
        control: &mut Control<'_>,
    ) -> Result<Expectation<'s>, Stop> {
        let count = solved.reached.len();
        // Beside what is expected, whether it is settled.
        let bytes = count * (size_of::<Expected>() + 1);
        control.may_use(solved.bytes() + bytes as u64)?;
        let mut expectation = Expectation {
            solved,
            settled,
            slips,
            expected: vec![Expected::default(); count],
        };
        expectation.sweep(0..solved.ending, control)?;
        let cycling = solved.ending..solved.order.len();
        for _ in 0..SWEEPS {
            if expectation.sweep(cycling.clone(), control)? < NO_CHANGE {
                break;
            }
        }
        Ok(expectation)
    }

    /// Goes through a part of the order, and says how much more likely to end play has become anywhere.
    fn sweep(
        &mut self,
        part: std::ops::Range<usize>,
        control: &mut Control<'_>,
    ) -> Result<f64, Stop> {
        let mut most: f64 = 0.0;
        for &id in &self.solved.order[part] {
            control.visit()?;
            let found = self.of(id as usize);
            let before = &mut self.expected[id as usize];
            most = most.max(sum(&found.results) - sum(&before.results));
            *before = found;
        }
        Ok(most)
    }

    /// What to expect from a position on, given what is known of those that follow.
    fn of(&self, id: usize) -> Expected {
        let mut found = Expected::default();
        if let Some(over) = self.solved.reached.outcome(id) {
            *found.results.of(over.winner()) = 1.0;
            if let Outcome::Margin(points) = over {
                found.points = points as f64;
            }
            return found;
        }
        let edges = self.solved.reached.edges();
        let keeps = |&(to, gain): &(u32, i64)| self.solved.keeps(id, to as usize, gain);
        let sign = match self.solved.reached.to_move(id) {
            Player::First => 1.0,
            Player::Second => -1.0,
        };
        let random = self.slips / edges.degree(id) as f64;
        let keeping = edges.moves(id).filter(keeps).count();
        let kept = (1.0 - self.slips) / keeping.max(1) as f64;
        for mv in edges.moves(id) {
            let keeps = keeps(&mv);
            let weight = if keeps { random + kept } else { random };
            if weight == 0.0 {
                continue;
            }
            let next = &self.expected[mv.0 as usize];
            found.results.first += weight * next.results.first;
            found.results.draw += weight * next.results.draw;
            found.results.second += weight * next.results.second;
            found.points += weight * (sign * mv.1 as f64 + next.points);
            found.plies += weight * (1.0 + next.plies);
            found.unsettled += weight * next.unsettled;
            found.mistakes += weight * (f64::from(!keeps) + next.mistakes);
        }
        if self.settled.is_some_and(|settled| !settled[id]) {
            found.unsettled += 1.0;
        }
        found
    }

    /// What to expect from a position on, as it is told.
    pub(super) fn chances(&self, id: usize) -> Chances {
        let found = &self.expected[id];
        let unended = match self.solved.cyclic() {
            true => (1.0 - sum(&found.results)).max(0.0),
            false => 0.0,
        };
        let ends = |number: f64| (unended < ENDS).then_some(number);
        let told = !self.solved.gains;
        Chances {
            slips: self.slips,
            results: told.then_some(found.results),
            unended: self.solved.cyclic().then_some(unended),
            margin: self.solved.points.then_some(found.points),
            plies: ends(found.plies),
            settled_after: ends(found.unsettled).filter(|_| self.settled.is_some()),
            mistakes: ends(found.mistakes),
        }
    }
}

fn sum(results: &Count<f64>) -> f64 {
    results.first + results.draw + results.second
}
