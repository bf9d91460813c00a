//! The solvers by name, how to make one for a game, and which one `auto` picks.

use crate::alpha_beta::{AlphaBeta, ByMap, Coded, Views};
use crate::direct::ByDirect;
use crate::identify::{ByKey, ByPosition};
use crate::memo::{Memo, memo_bytes};
use crate::parametric::ByParametric;
use crate::plain::Plain;
use crate::proof_number::ProofNumber;
use crate::retrograde::Retrograde;
use crate::sums::{BySums, PartKey, SharedParts};
use crate::{Control, DEPTH_LIMIT, Identify, Refusal, Solver, Tablebase};
use rustc_hash::FxHashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use yomikiri_core::capability::{Acyclic, Direct, Keyed, Normal, Parametric, possible};
use yomikiri_core::{Ask, Capabilities, Counted, Game, Score, Wdl};

/// The name of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// [`Plain`].
    Plain,
    /// [`Memo`].
    Memo,
    /// [`AlphaBeta`].
    AlphaBeta,
    /// [`ProofNumber`].
    ProofNumber,
    /// [`Retrograde`].
    Retrograde,
    /// [`ByDirect`].
    Direct,
    /// [`ByParametric`].
    Parametric,
    /// [`BySums`].
    Sums,
}

impl Method {
    /// All solvers.
    pub const ALL: [Method; 8] = [
        Method::Plain,
        Method::Memo,
        Method::AlphaBeta,
        Method::ProofNumber,
        Method::Retrograde,
        Method::Direct,
        Method::Parametric,
        Method::Sums,
    ];

    /// Returns the solver's name on the command line and in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Plain => "plain",
            Method::Memo => "memo",
            Method::AlphaBeta => "alpha_beta",
            Method::ProofNumber => "proof_number",
            Method::Retrograde => "retrograde",
            Method::Direct => "direct",
            Method::Parametric => "parametric",
            Method::Sums => "sums",
        }
    }

    /// Returns one line that says what the solver is for.
    pub const fn summary(self) -> &'static str {
        match self {
            Method::Plain => {
                "plain recursion over every line of play; the reference for all other solvers"
            }
            Method::Memo => "memoised recursion: stores the value of every position",
            Method::AlphaBeta => {
                "alpha-beta with null windows and a transposition table of proven bounds"
            }
            Method::ProofNumber => {
                "proof-number search, only for who wins; suits deep and narrow play"
            }
            Method::Retrograde => {
                "retrograde analysis: enumerate all positions, then solve backward; cycles allowed"
            }
            Method::Direct => "the exact method that the game itself provides",
            Method::Parametric => "the value as a function of the game's weights, compiled once",
            Method::Sums => "search by parts, only for who wins in games of normal play",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = String;
    fn from_str(text: &str) -> Result<Method, String> {
        let known = || Method::ALL.map(Method::name).join(", ");
        Method::ALL
            .into_iter()
            .find(|method| method.name() == text)
            .ok_or_else(|| format!("unknown solver `{text}`: {}", known()))
    }
}

/// Makes a solver for a game from the views that the game offers.
///
/// # Errors
///
/// If the method does not apply to this game and question.
pub fn engine<'g, G: Capabilities, S: Coded>(
    game: &'g G,
    method: Method,
) -> Result<Box<dyn Solver<G, S> + 'g>, Refusal> {
    engine_with(game, method, None)
}

/// Like [`engine`]. Solvers that search with a transposition table do not go beyond the positions of the tablebase.
pub(crate) fn engine_with<'g, G: Capabilities, S: Coded>(
    game: &'g G,
    method: Method,
    tablebase: Option<Arc<dyn Tablebase<G> + 'g>>,
) -> Result<Box<dyn Solver<G, S> + 'g>, Refusal> {
    if S::ASK == Ask::Distance && game.has_gains() {
        return Err(Refusal::DistanceWithGains);
    }
    match method {
        Method::Plain => Ok(Box::new(Plain::new(game, acyclic(game)?))),
        Method::Direct => by_direct(game, game.direct()),
        Method::Retrograde => Ok(Box::new(Retrograde::new(game))),
        Method::ProofNumber if S::ASK != Ask::Winner => Err(Refusal::NotWinLoss(S::ASK)),
        Method::Sums => by_sums(game, game.normal(), None),
        Method::AlphaBeta | Method::ProofNumber => searching(game, method, game.keyed(), tablebase),
        _ => identifying(game, method, game.keyed()),
    }
}

fn acyclic<G: Capabilities>(game: &G) -> Result<impl Acyclic<G>, Refusal> {
    game.acyclic().ok_or(Refusal::NotAcyclic)
}

/// Makes the solver that runs the game's own method. It is compiled only for games that can have
/// one.
fn by_direct<'g, G: Game, S: Score, D: Direct<G> + 'g>(
    game: &'g G,
    direct: Option<D>,
) -> Result<Box<dyn Solver<G, S> + 'g>, Refusal> {
    match direct {
        Some(direct) if const { possible::<D>() } && direct.answers(S::ASK) => {
            Ok(Box::new(ByDirect::new(game, direct)))
        }
        _ => Err(Refusal::NotDirect(S::ASK)),
    }
}

/// Makes the solver of sums that uses the known values of parts and adds to them.
pub(crate) fn sums<'g, G: Capabilities>(
    game: &'g G,
    parts: SharedParts,
    key: PartKey<G>,
) -> Result<Box<dyn Solver<G, Wdl> + 'g>, Refusal> {
    by_sums(game, game.normal(), Some((parts, key)))
}

/// Makes the solver of sums. It is compiled only for games that can be of normal play.
fn by_sums<'g, G: Capabilities, S: Coded, N: Normal<G> + 'g>(
    game: &'g G,
    normal: Option<N>,
    parts: Option<(SharedParts, PartKey<G>)>,
) -> Result<Box<dyn Solver<G, S> + 'g>, Refusal> {
    match normal {
        Some(normal)
            if const { possible::<N>() && matches!(S::ASK, Ask::Winner) } && !game.has_gains() =>
        {
            let solver = BySums::new(game, acyclic(game)?, normal, game.bounded());
            Ok(Box::new(match parts {
                None => solver,
                Some((parts, key)) => solver.with_parts(parts, key),
            }))
        }
        _ => Err(Refusal::NotSums(S::ASK)),
    }
}

/// Makes the solvers that use a transposition table. They need a game with keys.
fn searching<'g, G: Capabilities, S: Coded, K: Keyed<G> + 'g>(
    game: &'g G,
    method: Method,
    key: Option<K>,
    tablebase: Option<Arc<dyn Tablebase<G> + 'g>>,
) -> Result<Box<dyn Solver<G, S> + 'g>, Refusal> {
    let acyclic = acyclic(game)?;
    let proof_number = method == Method::ProofNumber;
    match key {
        Some(key) if const { possible::<K>() } => {
            let views = Views {
                acyclic,
                keyed: key,
                merged: game.merged(),
                bounded: game.bounded(),
                ordered: game.ordered(),
                expand: game.expand(),
                symmetric: game.symmetric(),
            };
            // `engine` has refused the other questions: nothing is compiled for them.
            if const { matches!(S::ASK, Ask::Winner) } && proof_number {
                let solver = ProofNumber::new(game, views);
                return Ok(Box::new(match tablebase {
                    Some(tablebase) => solver.with_tablebase(tablebase),
                    None => solver,
                }));
            }
            let solver = AlphaBeta::new(game, views);
            let solver = match tablebase {
                Some(tablebase) => solver.with_tablebase(tablebase),
                None => solver,
            };
            // Positions that do not fit a table go to a map under the same keys.
            Ok(match (game.keyed(), game.acyclic()) {
                (Some(key), Some(acyclic)) => {
                    let map = ByMap::new(game, acyclic, ByKey(key), game.bounded(), game.ordered());
                    Box::new(solver.otherwise(map))
                }
                _ => Box::new(solver),
            })
        }
        _ if proof_number => Err(Refusal::NoKeys),
        _ if const { G::ALWAYS_KEYED } => unreachable!("the game says that it is always keyed"),
        _ => {
            let (bounded, ordered) = (game.bounded(), game.ordered());
            let map = ByMap::new(game, acyclic, ByPosition, bounded, ordered);
            Ok(Box::new(map))
        }
    }
}

/// Makes the solvers that remember positions, by key or by the position itself.
fn identifying<'g, G: Capabilities, S: Score, K: Keyed<G> + 'g>(
    game: &'g G,
    method: Method,
    key: Option<K>,
) -> Result<Box<dyn Solver<G, S> + 'g>, Refusal> {
    match key {
        Some(key) if const { possible::<K>() } => remembering(game, method, ByKey(key)),
        _ if const { G::ALWAYS_KEYED } => unreachable!("the game says that it is always keyed"),
        _ => remembering(game, method, ByPosition),
    }
}

fn remembering<'g, G: Capabilities, S: Score, I: Identify<G> + Send + Sync + 'g>(
    game: &'g G,
    method: Method,
    identify: I,
) -> Result<Box<dyn Solver<G, S> + 'g>, Refusal> {
    Ok(match method {
        Method::Memo => Box::new(Memo::new(game, acyclic(game)?, identify)),
        _ => return by_parametric(game, identify, game.parametric()),
    })
}

/// Makes the parametric solver, for games that offer the capability.
fn by_parametric<'g, G, S, I, P>(
    game: &'g G,
    identify: I,
    parametric: Option<P>,
) -> Result<Box<dyn Solver<G, S> + 'g>, Refusal>
where
    G: Capabilities,
    S: Score,
    I: Identify<G> + Send + Sync + 'g,
    P: Parametric<G> + 'g,
{
    match parametric {
        Some(parametric)
            if const { possible::<P>() } && S::ASK != Ask::Distance && !game.has_gains() =>
        {
            Ok(Box::new(ByParametric::new(
                game,
                acyclic(game)?,
                identify,
                parametric,
            )))
        }
        _ => Err(Refusal::NotParametric(S::ASK)),
    }
}

/// The solver that `auto` picked, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The solver.
    pub method: Method,
    /// The reason, in words.
    pub reason: String,
}

/// `auto` counts at most this many positions before it picks.
const GLANCE: usize = 10_000;

/// Picks a solver by what the game offers and by the number of positions that play can reach. The
/// count stops at 10,000, or after half of the time that `control` has left, because positions of
/// some games take milliseconds.
pub fn choose<G: Capabilities>(
    game: &G,
    ask: Ask,
    at: &G::Position,
    control: &Control<'_>,
) -> Choice {
    let choice = |method, reason: String| Choice { method, reason };
    if let Some(choice) = uncounted(game, ask, at) {
        return choice;
    }
    let (positions, all) = reachable(game, at, control);
    let counted = Counted(positions, "position");
    match all {
        false => choice(
            Method::AlphaBeta,
            format!("more than {counted} can be reached"),
        ),
        true if control.may_use(memo_bytes(positions)).is_err() => choice(
            Method::AlphaBeta,
            format!("{counted} can be reached, too many to store in this memory"),
        ),
        true => choice(Method::Memo, format!("{counted} can be reached")),
    }
}

/// Returns whether a solver has to enumerate all positions before it can answer.
pub fn enumerates<G: Capabilities>(game: &G, ask: Ask, at: &G::Position) -> bool {
    uncounted(game, ask, at).is_some_and(|choice| choice.method == Method::Retrograde)
}

/// Returns the choice if the number of positions does not matter.
fn uncounted<G: Capabilities>(game: &G, ask: Ask, at: &G::Position) -> Option<Choice> {
    let choice = |method, reason| Some(Choice { method, reason });
    if game.direct().is_some_and(|direct| direct.answers(ask)) {
        return choice(
            Method::Direct,
            "the game has an exact method of its own".to_owned(),
        );
    }
    let Some(rank) = game.acyclic().map(|acyclic| acyclic.rank(at)) else {
        return choice(Method::Retrograde, "play may cycle".to_owned());
    };
    if rank > DEPTH_LIMIT {
        return choice(
            Method::Retrograde,
            format!("play may take {}", Counted(rank, "ply")),
        );
    }
    None
}

/// Returns a number of positions that play can reach, at most [`GLANCE`], and whether these are all.
fn reachable<G: Capabilities>(game: &G, at: &G::Position, control: &Control<'_>) -> (usize, bool) {
    // A limit of nodes applies only to the search.
    let mut glance = control.part_of_time(2);
    let mut seen = FxHashSet::default();
    let mut queue = vec![at.clone()];
    seen.insert(at.clone());
    while let Some(position) = queue.pop() {
        if glance.visit().is_err() {
            return (seen.len(), false);
        }
        if game.outcome(&position).is_some() {
            continue;
        }
        for mv in game.moves(&position) {
            let next = game.play(&position, mv);
            if !seen.contains(&next) {
                if seen.len() == GLANCE {
                    return (GLANCE, false);
                }
                seen.insert(next.clone());
                queue.push(next);
            }
        }
    }
    (seen.len(), true)
}
