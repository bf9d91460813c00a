//! The questions to the solvers while a proof is built: whether a position keeps the claim.

use super::error::ProveError;
use super::half::WON;
use yomikiri::capability::Bounded;
use yomikiri::method::{choose, engine, enumerates};
use yomikiri::question::{Question, SignOfMargin};
use yomikiri::{
    Ask, Capabilities, Coded, Control, Distance, Game, Margin, Method, POINTS_LIMIT, Player, Plies,
    Score, Solver, Stop, Value, Wdl, Window,
};

type Slot<'g, G, S> = Option<Box<dyn Solver<G, S> + 'g>>;

/// Solvers of one game, one for each kind of score that is asked for. They keep their results from one
/// question to the next, so that table lookups answer most questions.
pub(super) struct Judge<'g, G: Game> {
    game: &'g G,
    root: G::Position,
    /// The solver to use; `None` leaves the choice to `choose`.
    method: Option<Method>,
    /// The greatest margin of any position, if it is known.
    greatest: Option<u64>,
    wdl: Slot<'g, G, Wdl>,
    margin: Slot<'g, G, Margin>,
    distance: Slot<'g, G, Distance>,
}

/// Returns the score that answers a question, in a game with or without gains.
fn searched(ask: Ask, gains: bool) -> Ask {
    if gains { Ask::Margin } else { ask }
}

impl<'g, G: Capabilities> Judge<'g, G> {
    /// Returns a judge of `root` and the positions that follow from it; `None` if a solver would have to
    /// enumerate them all.
    pub(super) fn new(game: &'g G, root: &G::Position, ask: Ask) -> Option<Judge<'g, G>> {
        let gains = game.has_gains();
        let asks = [searched(ask, gains), searched(Ask::Winner, gains)];
        if asks.iter().any(|&ask| enumerates(game, ask, root)) {
            return None;
        }
        let bounded = game.bounded();
        Some(Judge {
            game,
            root: root.clone(),
            method: None,
            greatest: bounded.and_then(|view| view.greatest_margin()),
            wdl: None,
            margin: None,
            distance: None,
        })
    }

    /// Sets the solver to use.
    pub(super) fn by(mut self, method: Method) -> Self {
        self.method = Some(method);
        self
    }

    /// Returns the solver that answers a question.
    pub(super) fn method(&self, ask: Ask, control: &Control<'_>) -> Method {
        let ask = searched(ask, self.game.has_gains());
        let usual = || choose(self.game, ask, &self.root, control).method;
        self.method.unwrap_or_else(usual)
    }

    /// Returns the value of the root.
    pub(super) fn value(
        &mut self,
        ask: Ask,
        control: &mut Control<'_>,
    ) -> Result<Value, ProveError> {
        let root = self.root.clone();
        let to_move = self.game.to_move(&root);
        if self.game.has_gains() && ask == Ask::Winner {
            let margin = exact(self.margins(control)?, &root, control)?;
            let sign = SignOfMargin::see(margin, 0).ok_or(Stop::Points)?;
            return Ok(sign.absolute(to_move));
        }
        Ok(match ask {
            Ask::Winner => exact(self.wdls(control)?, &root, control)?.absolute(to_move),
            Ask::Margin => exact(self.margins(control)?, &root, control)?.absolute(to_move),
            Ask::Distance => exact(self.distances(control)?, &root, control)?.absolute(to_move),
        })
    }

    /// Returns whether `claimant` gets at least `threshold`, a worth, in a game without gains.
    pub(super) fn reaches(
        &mut self,
        at: &G::Position,
        claimant: Player,
        threshold: i128,
        control: &mut Control<'_>,
    ) -> Result<bool, ProveError> {
        let own = self.game.to_move(at) == claimant;
        match threshold {
            0 => least(
                self.wdls(control)?,
                at,
                own,
                [Wdl::Loss, Wdl::Draw],
                control,
            ),
            1 => least(self.wdls(control)?, at, own, [Wdl::Draw, Wdl::Win], control),
            WON => {
                let below = Margin::Points(POINTS_LIMIT);
                least(
                    self.margins(control)?,
                    at,
                    own,
                    [below, Margin::Win],
                    control,
                )
            }
            points => {
                let points = points as i64;
                // Below the least margin in points there is only the outright loss.
                let last = self.greatest.is_none_or(|most| {
                    i128::from(points) <= -i128::from(most) || points <= -POINTS_LIMIT
                });
                let below = match last {
                    true => Margin::Loss,
                    false => Margin::Points(points - 1),
                };
                let bars = [below, Margin::Points(points)];
                least(self.margins(control)?, at, own, bars, control)
            }
        }
    }

    /// Returns the worth that `claimant` can be sure of from here on, in a game with gains.
    pub(super) fn margin(
        &mut self,
        at: &G::Position,
        claimant: Player,
        control: &mut Control<'_>,
    ) -> Result<i128, ProveError> {
        let margin = exact(self.margins(control)?, at, control)?;
        let own = match self.game.to_move(at) == claimant {
            true => margin,
            false => margin.turned(),
        };
        Ok(match own {
            Margin::Win => WON,
            Margin::Loss => -WON,
            Margin::Points(points) => points.into(),
        })
    }

    /// Returns the plies within which `claimant` wins; `None` if the win is not sure.
    pub(super) fn plies(
        &mut self,
        at: &G::Position,
        claimant: Player,
        control: &mut Control<'_>,
    ) -> Result<Option<u64>, ProveError> {
        let value = exact(self.distances(control)?, at, control)?.absolute(self.game.to_move(at));
        Ok(match value {
            Value::Distance(Some((winner, Plies::Count(plies)))) if winner == claimant => {
                Some(plies.into())
            }
            _ => None,
        })
    }

    /// Returns whether `claimant` can be sure not to lose before `plies` plies, at least 1.
    pub(super) fn holds(
        &mut self,
        at: &G::Position,
        claimant: Player,
        plies: u64,
        control: &mut Control<'_>,
    ) -> Result<bool, ProveError> {
        let own = self.game.to_move(at) == claimant;
        let loss = |plies: u64| Distance::Loss(Plies::Count(plies.min(u32::MAX.into()) as u32));
        let bars = [loss(plies.saturating_sub(1)), loss(plies)];
        least(self.distances(control)?, at, own, bars, control)
    }

    fn wdls(
        &mut self,
        control: &Control<'_>,
    ) -> Result<&mut Box<dyn Solver<G, Wdl> + 'g>, ProveError> {
        open(&mut self.wdl, (self.game, &self.root), self.method, control)
    }

    fn margins(
        &mut self,
        control: &Control<'_>,
    ) -> Result<&mut Box<dyn Solver<G, Margin> + 'g>, ProveError> {
        open(
            &mut self.margin,
            (self.game, &self.root),
            self.method,
            control,
        )
    }

    fn distances(
        &mut self,
        control: &Control<'_>,
    ) -> Result<&mut Box<dyn Solver<G, Distance> + 'g>, ProveError> {
        open(
            &mut self.distance,
            (self.game, &self.root),
            self.method,
            control,
        )
    }
}

/// Returns the solver in a slot, and creates it on first use.
fn open<'s, 'g, G: Capabilities, S: Coded>(
    slot: &'s mut Slot<'g, G, S>,
    (game, root): (&'g G, &G::Position),
    method: Option<Method>,
    control: &Control<'_>,
) -> Result<&'s mut Box<dyn Solver<G, S> + 'g>, ProveError> {
    let made = match slot.take() {
        Some(solver) => solver,
        None => {
            let usual = || choose(game, S::ASK, root, control).method;
            let method = method.unwrap_or_else(usual);
            let mut solver = engine::<G, S>(game, method).map_err(ProveError::Refused)?;
            solver.follow(root);
            solver
        }
    };
    Ok(slot.insert(made))
}

fn exact<G: Game, S: Score>(
    solver: &mut Box<dyn Solver<G, S> + '_>,
    at: &G::Position,
    control: &mut Control<'_>,
) -> Result<S, ProveError> {
    Ok(solver.score(at, Window::full(), control)?)
}

/// Returns whether a position is worth at least `bar` to the player to move (`own`) or to the other one.
/// No score lies between `below` and `bar`.
fn least<G: Game, S: Score>(
    solver: &mut Box<dyn Solver<G, S> + '_>,
    at: &G::Position,
    own: bool,
    [below, bar]: [S; 2],
    control: &mut Control<'_>,
) -> Result<bool, ProveError> {
    if own {
        let window = Window {
            lower: below,
            upper: bar,
        };
        Ok(solver.score(at, window, control)? >= bar)
    } else {
        let window = Window {
            lower: bar.turned(),
            upper: below.turned(),
        };
        Ok(solver.score(at, window, control)?.turned() >= bar)
    }
}
