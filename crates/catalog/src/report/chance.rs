//! What to expect of players who make random moves now and then: over all positions, not simulated.

use super::data::{Chances, Count};
use super::solved::Solved;
use yomikiri::{Chain, Control, Lengths, Outcome, Player, Stop, Sums};

/// The shares of random moves that are told.
pub(super) const SLIPS: [f64; 9] = [0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 1.0];
/// Which of them is that of a player who is nearly perfect, one move of ten,
pub(super) const NEAR_PERFECT: usize = 4;
/// and of one who makes any move.
pub(super) const RANDOM: usize = 8;
/// A figure is told if it is off by no more than this, or by this part of itself if it is above 1.
const NEAR: f64 = 1e-6;

/// What to expect from these positions on, where a share of all moves is random.
///
/// Figures are worked out one after the other, each over all positions, and what is told of one is taken out before the
/// next: so they need the memory of one.
///
/// # Errors
///
/// A limit.
pub(super) fn expected(
    solved: &Solved,
    settled: Option<&[bool]>,
    slips: f64,
    from: &[usize],
    control: &mut Control<'_>,
) -> Result<Vec<Chances>, Stop> {
    let (reached, edges) = (&solved.reached, solved.reached.edges());
    // The chain with what making it or solving it takes, its lengths and one figure; the weights; beside them,
    // which positions are settled.
    let (positions, moves) = (reached.len() as u64, edges.len() as u64);
    control.may_use(solved.bytes() + positions * 127 + moves * 20)?;
    let weights = weights(solved, slips);
    let chain = Chain::new(edges, |number| weights[number]);
    let lengths = chain.lengths(control)?;
    let mut teller = Teller {
        cyclic: solved.cyclic,
        chain: &chain,
        lengths: &lengths,
        told: Vec::new(),
    };
    teller.told.extend(from.iter().map(|&id| {
        let chances = Chances {
            slips,
            error: solved.cyclic.then_some(0.0),
            ..Chances::default()
        };
        (id, chances)
    }));
    teller.tell(lengths.sums(), true, |chances, plies| {
        chances.plies = Some(plies)
    });

    if !solved.gains {
        let won = |by: Option<Player>| {
            move |id: usize| match reached.outcome(id) {
                Some(over) => f64::from(u8::from(over.winner() == by)),
                None => 0.0,
            }
        };
        let mut results = vec![Count::<Option<f64>>::default(); from.len()];
        for by in [Some(Player::First), None, Some(Player::Second)] {
            let sums = chain.sums(won(by), 0.0, control)?;
            for (result, found) in results.iter_mut().zip(teller.figures(&sums)) {
                *result.of(by) = found;
            }
        }
        for ((_, chances), found) in teller.told.iter_mut().zip(results) {
            // All of them, or none.
            if let (Some(first), Some(draw), Some(second)) = (found.first, found.draw, found.second)
            {
                chances.results = Some(Count {
                    first,
                    draw,
                    second,
                });
            }
        }
    }
    if solved.cyclic {
        let unended = chain.sums(|_| 0.0, 1.0, control)?;
        teller.tell(&unended, false, |chances, unended| {
            chances.unended = Some(unended)
        });
    }
    if solved.points {
        let gained = |id: usize| -> f64 {
            let sign = match reached.to_move(id) {
                Player::First => 1.0,
                Player::Second => -1.0,
            };
            let moves = edges.moves(id).zip(&weights[edges.numbers(id)]);
            moves
                .map(|((_, gain), weight)| weight * sign * gain as f64)
                .sum()
        };
        let points = |id: usize| match reached.outcome(id) {
            Some(Outcome::Margin(points)) => points as f64,
            Some(_) => 0.0,
            None if solved.gains => gained(id),
            None => 0.0,
        };
        let endless = match reached.endless() {
            Outcome::Margin(points) => points as f64,
            _ => 0.0,
        };
        let sums = chain.sums(points, endless, control)?;
        // Without an end, moves may gain without bounds.
        teller.tell(&sums, solved.gains, |chances, margin| {
            chances.margin = Some(margin)
        });
    }
    if let Some(settled) = settled {
        let open = |id: usize| f64::from(u8::from(!settled[id]));
        let sums = chain.sums(open, 0.0, control)?;
        teller.tell(&sums, true, |chances, plies| {
            chances.settled_after = Some(plies)
        });
    }
    let mistakes = |id: usize| -> f64 {
        let lost = edges.numbers(id).filter(|&number| !solved.kept[number]);
        // No terms add up to -0.0.
        lost.map(|number| weights[number]).sum::<f64>() + 0.0
    };
    let sums = chain.sums(mistakes, 0.0, control)?;
    teller.tell(&sums, true, |chances, mistakes| {
        chances.mistakes = Some(mistakes)
    });
    Ok(teller
        .told
        .into_iter()
        .map(|(_, chances)| chances)
        .collect())
}

/// Takes what is told out of figures for all positions.
struct Teller<'c> {
    cyclic: bool,
    chain: &'c Chain,
    lengths: &'c Lengths,
    /// The positions that are told of.
    told: Vec<(usize, Chances)>,
}

impl Teller<'_> {
    /// The figures of the positions that are told of; none where they are not known nearly enough. Notes how far they
    /// can be off.
    fn figures(&mut self, sums: &Sums) -> Vec<Option<f64>> {
        let figures = self.told.iter_mut().map(|(id, chances)| {
            let (figure, error) = self.chain.figure(*id, sums, self.lengths);
            // Without cycles there is nothing but rounding.
            let error = error / figure.abs().max(1.0);
            if self.cyclic && error > NEAR {
                return None;
            }
            chances.error = chances.error.map(|most| most.max(error));
            Some(figure)
        });
        figures.collect()
    }

    /// Tells a figure, perhaps only where play ends with likelihood 1.
    fn tell(&mut self, sums: &Sums, only_ending: bool, set: impl Fn(&mut Chances, f64)) {
        let figures = self.figures(sums);
        for ((id, chances), figure) in self.told.iter_mut().zip(figures) {
            if let Some(figure) = figure.filter(|_| !only_ending || self.chain.surely_ends(*id)) {
                set(chances, figure);
            }
        }
    }
}

/// How likely each move is.
fn weights(solved: &Solved, slips: f64) -> Vec<f64> {
    let edges = solved.reached.edges();
    let mut weights = Vec::with_capacity(edges.len());
    for id in 0..solved.reached.len() {
        let kept = &solved.kept[edges.numbers(id)];
        let keeping = kept.iter().filter(|&&kept| kept).count();
        let random = slips / kept.len() as f64;
        let share = (1.0 - slips) / keeping as f64;
        weights.extend(
            kept.iter()
                .map(|&kept| if kept { random + share } else { random }),
        );
    }
    weights
}
