//! Expectations for players who make some random moves, computed over all positions and not simulated.

use super::data::{Chances, Count};
use super::solved::Solved;
use yomikiri::{Chain, Control, Lengths, Outcome, Player, Stop, Sums};

/// The rates of random moves in the report.
pub(super) const SLIPS: [f64; 9] = [0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 1.0];
/// The index of the rate of a nearly perfect player, one move of ten.
pub(super) const NEAR_PERFECT: usize = 4;
/// The index of the rate of a player whose every move is random.
pub(super) const RANDOM: usize = 8;
/// The greatest error of a figure in the report; relative to the figure if that is above 1.
const NEAR: f64 = 1e-6;

/// Computes the expectations from some positions on, if the share `slips` of all moves is random.
///
/// Figures are computed one after another, each over all positions, and the reported ones are copied out before the
/// next. So they need the memory of one figure.
///
/// # Errors
///
/// If a limit was reached.
pub(super) fn expected(
    solved: &Solved,
    settled: Option<&[bool]>,
    slips: f64,
    from: &[usize],
    control: &mut Control<'_>,
) -> Result<Vec<Chances>, Stop> {
    let (reached, edges) = (&solved.reached, solved.reached.edges());
    // The memory of the chain with the work space to make or solve it, its lengths and one figure; the weights; and the
    // flags of settled positions.
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
            // The three results are reported together or not at all.
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
        // Play without an end may gain without bounds.
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
        // An empty sum is -0.0, and the addition makes it 0.0.
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

/// Copies the reported figures out of those for all positions.
struct Teller<'c> {
    cyclic: bool,
    chain: &'c Chain,
    lengths: &'c Lengths,
    /// The positions that the report is about.
    told: Vec<(usize, Chances)>,
}

impl Teller<'_> {
    /// Returns the figures of the reported positions; `None` if a figure is not accurate enough. Records the greatest
    /// error.
    fn figures(&mut self, sums: &Sums) -> Vec<Option<f64>> {
        let figures = self.told.iter_mut().map(|(id, chances)| {
            let (figure, error) = self.chain.figure(*id, sums, self.lengths);
            // Without cycles there are only rounding errors.
            let error = error / figure.abs().max(1.0);
            if self.cyclic && error > NEAR {
                return None;
            }
            chances.error = chances.error.map(|most| most.max(error));
            Some(figure)
        });
        figures.collect()
    }

    /// Stores a figure; with `only_ending`, only for positions from which play ends with probability 1.
    fn tell(&mut self, sums: &Sums, only_ending: bool, set: impl Fn(&mut Chances, f64)) {
        let figures = self.figures(sums);
        for ((id, chances), figure) in self.told.iter_mut().zip(figures) {
            if let Some(figure) = figure.filter(|_| !only_ending || self.chain.surely_ends(*id)) {
                set(chances, figure);
            }
        }
    }
}

/// Returns the probability of each move.
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
