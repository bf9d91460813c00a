//! The making of certificates: files that prove what a position is worth to whoever does not believe
//! us. The book's page *Certificates* says what a file holds and why that is a proof.
//!
//! Nothing here is trusted: a mistake makes a file that the checker rejects.
//!
//! A game that [declares](yomikiri::capability::Declared) its rules is proved by them; what can be
//! reached from the position is enumerated, valued by [`Retrograde`], and for each half a small set of
//! positions is chosen that is closed under it. Games without declared rules are written down
//! as a graph where they are small, and refused where they are not.

mod arena;
mod choose;
mod write;

pub(crate) use arena::Arena;

use std::fmt;
use yomikiri::capability::Declared;
use yomikiri::declared::Declaration;
use yomikiri::question::{Question, SignOfMargin};
use yomikiri::{
    Ask, Control, Distance, Failure, Margin, Outcome, Player, Plies, Refusal, Retrograde, Score,
    Stop, TextError, Value, Wdl,
};
use yomikiri_games::registry::Playable;

/// Which halves of an exact value to prove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Halves {
    /// That First gets at least the value.
    Least,
    /// That First gets at most the value.
    Most,
    /// Both: that the value is exact.
    #[default]
    Both,
}

impl Halves {
    /// The claimants.
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
    /// The positions that play can reach from the one asked about.
    pub reachable: u64,
    /// Whether the game has no declared rules and was written down as a graph.
    pub explicit: bool,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProveError {
    /// The text is not a position.
    Text(TextError),
    /// The question does not apply to this game.
    Refused(Refusal),
    /// A limit was reached.
    Stopped(Stop),
    /// The game has no declared rules, and more positions or moves than are written down.
    NotDeclared {
        /// How many positions would be.
        most: usize,
    },
    /// The search and the proof do not agree: a bug, and no certificate.
    Inconsistent,
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProveError::Text(error) => error.fmt(f),
            ProveError::Refused(refusal) => refusal.fmt(f),
            ProveError::Stopped(stop) => stop.fmt(f),
            ProveError::NotDeclared { most } => write!(
                f,
                "this game has no declared rules, and more than {most} positions or four times as \
                 many moves: too many to write down as a graph"
            ),
            ProveError::Inconsistent => f.write_str(
                "the proof does not come out as the search did: this is a bug, please report it",
            ),
        }
    }
}

impl std::error::Error for ProveError {}

impl From<TextError> for ProveError {
    fn from(error: TextError) -> ProveError {
        ProveError::Text(error)
    }
}

impl From<Stop> for ProveError {
    fn from(stop: Stop) -> ProveError {
        ProveError::Stopped(stop)
    }
}

impl<S> From<Failure<S>> for ProveError {
    fn from(failure: Failure<S>) -> ProveError {
        match failure {
            Failure::Refused(refusal) => ProveError::Refused(refusal),
            Failure::Stopped { why, .. } => ProveError::Stopped(why),
        }
    }
}

/// What the file calls the game and the position.
pub(crate) struct Names<'a> {
    pub(crate) game: &'a str,
    pub(crate) position: &'a str,
}

/// Proves what a position is worth.
///
/// # Errors
///
/// See [`ProveError`]. Time and memory are those of [`Retrograde`], a few times over.
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
    let explicit = declared.is_none();
    let (arena, rules) = match &declared {
        Some(view) => {
            let code = |position: &G::Position| view.code(position);
            let number = |position: &G::Position, mv: G::Move, _| view.number(position, mv);
            let mut arena = Arena::enumerate(game, at, code, number, control)?;
            let rules = view.declaration();
            if matches!(rules, Declaration::Graph(_)) {
                arena.may_cycle();
            }
            (arena, rules)
        }
        None => Arena::written_down(game, at, control)?,
    };
    of_arena(
        &arena,
        &rules.to_string(),
        explicit,
        names,
        ask,
        halves,
        control,
    )
}

/// A half, ready to be written.
pub(crate) struct Half {
    pub(crate) claimant: Player,
    /// By ascending code: code, move, rank, bound.
    pub(crate) entries: Vec<Entry>,
    pub(crate) has_ranks: bool,
    pub(crate) has_bounds: bool,
}

/// A position listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) code: u128,
    pub(crate) number: u32,
    pub(crate) rank: u64,
    /// Points from the claimant's side; `None` is an outright win.
    pub(crate) bound: Option<i64>,
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
    Ok(Certificate {
        bytes: write::file(names, ask, value, arena.root_code(), rules, &made),
        value,
        positions: made
            .iter()
            .map(|half| (half.claimant, half.entries.len() as u64))
            .collect(),
        reachable: arena.len() as u64,
        explicit,
    })
}

/// The value of the root, and in a game with gains the margins of all positions, for the player to move.
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

/// An outright win, as a worth.
pub(crate) const WON: i128 = 1 << 120;

/// What an outcome is worth to a player: points, or plus or minus [`WON`].
pub(crate) fn worth(outcome: Outcome, player: Player) -> i128 {
    let of_first = match outcome {
        Outcome::Win(Player::First) => WON,
        Outcome::Win(Player::Second) => -WON,
        Outcome::Draw => 0,
        Outcome::Margin(points) => points.into(),
    };
    match player {
        Player::First => of_first,
        Player::Second => -of_first,
    }
}

impl choose::Claim {
    /// What has to be shown.
    fn goal(&self) -> choose::Goal {
        use choose::Goal;
        let by = |winner| winner == self.claimant;
        match self.value {
            Value::Margin(Outcome::Win(winner)) => Goal::Reach(if by(winner) { WON } else { -WON }),
            Value::Margin(outcome) => Goal::Reach(worth(outcome, self.claimant)),
            Value::Winner(Some(winner)) => Goal::Reach(if by(winner) { 1 } else { -WON }),
            Value::Winner(None) | Value::Distance(None) => Goal::Reach(0),
            Value::Distance(Some((winner, Plies::Count(plies)))) if by(winner) => {
                Goal::Within(plies.into())
            }
            Value::Distance(Some((_, Plies::Count(plies)))) => Goal::Delay(plies.into()),
            Value::Distance(Some((winner, Plies::Endless))) => {
                Goal::Reach(if by(winner) { 1 } else { 0 })
            }
        }
    }

    /// Whether play that never ends, given what it is worth, is good enough.
    fn may_go_on(&self, endless: Outcome) -> bool {
        match (self.goal(), self.value) {
            (_, Value::Distance(Some((winner, Plies::Endless)))) if winner != self.claimant => true,
            (choose::Goal::Reach(threshold), _) => worth(endless, self.claimant) >= threshold,
            _ => false,
        }
    }
}
