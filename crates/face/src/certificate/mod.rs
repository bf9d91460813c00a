//! Making certificates: files that prove the value of a position to readers who do not trust this program. The
//! book's page *Certificates* defines the contents of a file and when it is a proof.
//!
//! Nothing here is trusted: a mistake makes a file that the checker rejects.
//!
//! A game that [declares](yomikiri::capability::Declared) its rules is proved by them. For each half, `search`
//! builds a small closed set of positions from the root on, and asks solvers about the positions on the way. If
//! play may cycle, or takes too many plies for a search, all positions that play can reach are enumerated instead
//! and valued by [`Retrograde`] (`arena`, `choose`). Small games without declared rules are written down as a
//! graph, and large ones are refused.

pub(crate) mod all;
mod arena;
mod choose;
mod error;
mod half;
mod judge;
mod line;
mod names;
mod notes;
mod search;
mod strategy;
mod threats;
mod write;

pub(crate) use arena::Arena;
pub use error::ProveError;
use half::Half;
pub use notes::Notes;
pub use strategy::{Effort, Growth};
pub(crate) use strategy::{by_pairings as prove_by_pairings, prove as prove_by_strategies};
pub(crate) use threats::prove as prove_by_threats;
pub(crate) use write::Names;

use judge::Judge;
use yomikiri::capability::Declared;
use yomikiri::declared::Declaration;
use yomikiri::question::{Question, SignOfMargin};
use yomikiri::{
    Ask, Control, Distance, Margin, Method, Player, Refusal, Retrograde, Score, Stop, Value, Wdl,
};
use yomikiri_games::registry::Playable;

/// The choice of the halves of an exact value to prove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Halves {
    /// The half that proves that First gets at least the value.
    Least,
    /// The half that proves that First gets at most the value.
    Most,
    /// Both halves, which prove that the value is exact.
    #[default]
    Both,
}

impl Halves {
    /// Returns the claimants.
    fn claimants(self) -> &'static [Player] {
        match self {
            Halves::Least => &[Player::First],
            Halves::Most => &[Player::Second],
            Halves::Both => &Player::BOTH,
        }
    }
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The file.
    pub bytes: Vec<u8>,
    /// The value that is proved, or that bounds the claim.
    pub value: Value,
    /// The positions listed for each half.
    pub positions: Vec<(Player, u64)>,
    /// The leaves of each half's tree, if strategies prove it; empty if positions do.
    pub leaves: Vec<(Player, u64)>,
    /// The sequences of threats in each half's tree, if it has threats; otherwise empty.
    pub sequences: Vec<(Player, u64)>,
    /// The way in which the positions were found.
    pub found: Found,
    /// Whether the game has no declared rules and was written down as a graph.
    pub explicit: bool,
    /// The limit that stopped the work before the other half was found. (Only with strategies: a half may have
    /// taken hours.)
    pub stopped: Option<Stop>,
}

/// The way in which the positions of a certificate were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// One after the other, by asking this solver about those that the proof needs.
    Asking(Method),
    /// None was listed: pairings of cells show that neither player can lose.
    Pairing,
    /// Among all that play can reach, whose number is given.
    Among(u64),
}

/// Proves the value of a position.
///
/// # Errors
///
/// See [`ProveError`]. Time: that of solving the listed positions and the others looked at, with the solver's
/// results reused. Memory: about 150 bytes for each listed position, and the solver's. If all positions are
/// enumerated, both are a few times those of [`Retrograde`].
pub(crate) fn prove<G: Playable>(
    game: &G,
    names: &Names<'_>,
    at: &G::Position,
    ask: Ask,
    halves: Halves,
    control: &mut Control<'_>,
) -> Result<Certificate, ProveError> {
    if ask == Ask::Distance && game.has_gains() {
        return Err(ProveError::Refused(Refusal::DistanceWithGains));
    }
    let declared = game.declared();
    let Some(view) = &declared else {
        let (arena, rules) = Arena::written_down(game, at, control)?;
        return of_arena(
            &arena,
            &rules.to_string(),
            true,
            names,
            ask,
            halves,
            control,
        );
    };
    let rules = names::plain(view.declaration());
    let is_graph = matches!(rules, Declaration::Graph(_));
    if let Some(mut judge) = Judge::new(game, at, ask).filter(|_| !is_graph) {
        let value = judge.value(ask, control)?;
        let mut made = Vec::new();
        for &claimant in halves.claimants() {
            let claim = choose::Claim { claimant, value };
            let search = search::Search::new(game, view, &claim, &mut judge);
            made.push(search.half(at, control)?);
        }
        let of = Made {
            ask,
            value,
            root: view.code(at),
            rules: &rules.to_string(),
            found: Found::Asking(judge.method(ask, control)),
            explicit: false,
        };
        return Ok(of.certificate(names, &made));
    }
    let code = |position: &G::Position| view.code(position);
    let number = |position: &G::Position, mv: G::Move, _| view.number(position, mv);
    let mut arena = Arena::enumerate(game, at, code, number, control)?;
    if is_graph {
        arena.may_cycle();
    }
    of_arena(
        &arena,
        &rules.to_string(),
        false,
        names,
        ask,
        halves,
        control,
    )
}

/// Returns the number of positions that prove that a player can be sure of the value of a position; `None` if
/// there are more than `most`.
///
/// # Errors
///
/// See [`ProveError`].
pub(crate) fn size<G: Playable>(
    game: &G,
    at: &G::Position,
    ask: Ask,
    player: Player,
    most: u64,
    control: &mut Control<'_>,
) -> Result<Option<u64>, ProveError> {
    let declared = game
        .declared()
        .filter(|view| !matches!(view.declaration(), Declaration::Graph(_)));
    let judge = Judge::new(game, at, ask);
    if let (Some(view), Some(mut judge)) = (&declared, judge) {
        let value = judge.value(ask, control)?;
        let claim = choose::Claim {
            claimant: player,
            value,
        };
        let search = search::Search::new(game, view, &claim, &mut judge).with_at_most(most);
        return match search.half(at, control) {
            Ok(half) => Ok(Some(half.entries.len() as u64)),
            Err(ProveError::Larger) => Ok(None),
            Err(error) => Err(error),
        };
    }
    let halves = match player {
        Player::First => Halves::Least,
        Player::Second => Halves::Most,
    };
    let names = Names {
        game: "",
        position: "",
    };
    let made = prove(game, &names, at, ask, halves, control)?;
    let listed = made.positions.first().map_or(0, |&(_, count)| count);
    Ok((listed <= most).then_some(listed))
}

/// The facts about a certificate when its halves are ready.
struct Made<'a> {
    ask: Ask,
    value: Value,
    root: u128,
    rules: &'a str,
    found: Found,
    explicit: bool,
}

impl Made<'_> {
    fn certificate(&self, names: &Names<'_>, halves: &[Half]) -> Certificate {
        let count = |half: &Half| (half.claimant, half.entries.len() as u64);
        Certificate {
            bytes: write::file(names, self.ask, self.value, self.root, self.rules, halves),
            value: self.value,
            positions: halves.iter().map(count).collect(),
            leaves: Vec::new(),
            sequences: Vec::new(),
            found: self.found,
            explicit: self.explicit,
            stopped: None,
        }
    }
}

fn of_arena(
    arena: &Arena,
    rules: &str,
    explicit: bool,
    names: &Names<'_>,
    ask: Ask,
    halves: Halves,
    control: &mut Control<'_>,
) -> Result<Certificate, ProveError> {
    let (value, margins) = value(arena, ask, control)?;
    let mut made = Vec::new();
    for &claimant in halves.claimants() {
        let claim = choose::Claim { claimant, value };
        made.push(choose::half(arena, &claim, margins.as_deref(), control)?);
    }
    let of = Made {
        ask,
        value,
        root: arena.root_code(),
        rules,
        found: Found::Among(arena.len() as u64),
        explicit,
    };
    Ok(of.certificate(names, &made))
}

/// Returns the value of the root, and in a game with gains the margins of all positions, for the player to move.
fn value(
    arena: &Arena,
    ask: Ask,
    control: &mut Control<'_>,
) -> Result<(Value, Option<Vec<Margin>>), ProveError> {
    fn scores<S: Score>(arena: &Arena, control: &mut Control<'_>) -> Result<Vec<S>, ProveError> {
        let mut solver = Retrograde::<Arena, S>::new(arena);
        let solved = solver.solve_all(&[Arena::ROOT], control)?;
        let mut scores = vec![S::WORST; arena.len()];
        for (&position, &score) in solved.space.positions().zip(&solved.scores) {
            scores[position as usize] = score;
        }
        Ok(scores)
    }
    let to_move = arena.to_move(Arena::ROOT);
    if arena.has_gains() {
        let margins = scores::<Margin>(arena, control)?;
        let root = margins[Arena::ROOT as usize];
        let value = match ask {
            Ask::Winner => SignOfMargin::see(root, 0)
                .ok_or(Stop::Points)?
                .absolute(to_move),
            _ => root.absolute(to_move),
        };
        return Ok((value, Some(margins)));
    }
    let root = Arena::ROOT as usize;
    let value = match ask {
        Ask::Winner => scores::<Wdl>(arena, control)?[root].absolute(to_move),
        Ask::Margin => scores::<Margin>(arena, control)?[root].absolute(to_move),
        Ask::Distance => scores::<Distance>(arena, control)?[root].absolute(to_move),
    };
    Ok((value, None))
}
