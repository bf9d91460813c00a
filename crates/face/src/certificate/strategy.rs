//! Halves that strategies prove: the solvers say what positions keep the claim, `yomikiri::strategy` does
//! the rest on plain data.

use super::choose::{Claim, Goal};
use super::error::ProveError;
use super::half::WON;
use super::judge::Judge;
use super::write::{self, Names};
use super::{Certificate, Found, Halves};
use std::time::{Duration, Instant};
use yomikiri::capability::Declared;
use yomikiri::declared::Declaration;
use yomikiri::strategy::{self, Board, Grown, Oracle};
use yomikiri::{Ask, Control, Player, Stop, Value};
use yomikiri_games::registry::Playable;

/// How far a search for strategies has come.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// Whose half it is.
    pub claimant: Player,
    /// The positions and leaves of the smallest tree so far, if there is one.
    pub least: Option<u64>,
    /// The positions looked at.
    pub open: u64,
}

/// What a search for strategies may take, half by half. The first tree is found whatever it takes.
#[derive(Default)]
pub struct Effort<'e> {
    /// The time for making it smaller.
    pub time: Option<Duration>,
    /// The positions to play through in making it smaller; the same number gives the same file.
    pub nodes: Option<u64>,
    /// Who is told how far it has come, now and then.
    pub tell: Option<&'e mut dyn FnMut(&Growth)>,
}

/// Proves what a position is worth by strategies.
///
/// # Errors
///
/// See [`ProveError`]. Where the work is stopped, what has been found so far is a certificate: of one half
/// if the other has not been found.
pub(crate) fn prove<G: Playable>(
    game: &G,
    names: &Names<'_>,
    at: &G::Position,
    ask: Ask,
    halves: Halves,
    effort: &mut Effort<'_>,
    control: &mut Control<'_>,
) -> Result<Certificate, ProveError> {
    let declared = game.declared();
    let rules = declared.as_ref().map(|view| view.declaration());
    let board = match &rules {
        Some(Declaration::Cells(cells)) => Board::new(cells),
        _ => None,
    };
    let judge = Judge::new(game, at, ask);
    let (Some(view), Some(rules), Some(board), Some(mut judge)) = (&declared, &rules, board, judge)
    else {
        return Err(ProveError::NoStrategies);
    };
    if ask == Ask::Distance {
        return Err(ProveError::NoStrategies);
    }
    let root = board.marks(view.code(at));
    // Where pairings show that neither player can lose, nothing has to be solved.
    let over = game.outcome(at).is_some();
    let paired = Player::BOTH.map(|claimant| {
        let claim = strategy::Claim { claimant, least: 0 };
        (ask == Ask::Winner && !over)
            .then(|| strategy::by_pairings(&board, claim, root))
            .flatten()
    });
    let is_drawn = paired.iter().all(Option::is_some);
    let value = match is_drawn {
        true => Value::Winner(None),
        false => judge.value(ask, control)?,
    };
    let found = match is_drawn {
        true => Found::Pairing,
        false => Found::Asking(judge.method(ask)),
    };
    let mut made: Vec<(Player, Grown)> = Vec::new();
    for &claimant in halves.claimants() {
        let claim = Claim { claimant, value };
        let Goal::Reach(threshold) = claim.goal() else {
            return Err(ProveError::NoStrategies);
        };
        // Nothing could contradict the claim, or nobody moves any more.
        if threshold == -WON || over {
            made.push((claimant, Grown::default()));
            continue;
        }
        // A leaf alone is as small as can be; and where nothing is solved, nobody can be asked.
        let pairing = paired[claimant as usize].as_ref();
        let pairing = pairing.filter(|grown| is_drawn || threshold == 0 && grown.moves == 0);
        if let Some(grown) = pairing {
            made.push((claimant, grown.clone()));
            continue;
        }
        let mut asker = Asker {
            game,
            view,
            judge: &mut judge,
            claim: &claim,
            threshold,
            line: vec![(u8::MAX, at.clone())],
            control: &mut *control,
            effort: &mut *effort,
            started: Instant::now(),
            told: Instant::now(),
            worked: 0,
            fault: None,
        };
        let of = strategy::Claim {
            claimant,
            least: threshold,
        };
        let grown = strategy::grow(&board, of, root, &mut asker);
        let fault = asker.fault.take();
        match (grown, fault) {
            (Ok(grown), _) => made.push((claimant, grown)),
            (Err(_), Some(fault)) if made.is_empty() => return Err(fault),
            (Err(stop), None) if made.is_empty() => return Err(stop.into()),
            (Err(_), _) => break,
        }
    }
    let bytes = write::grown(
        names,
        ask,
        value,
        view.code(at),
        &rules.to_string(),
        &board,
        &made,
    );
    Ok(Certificate {
        bytes,
        value,
        positions: made
            .iter()
            .map(|(player, grown)| (*player, grown.moves))
            .collect(),
        leaves: made
            .iter()
            .map(|(player, grown)| (*player, grown.leaves))
            .collect(),
        found,
        explicit: false,
    })
}

/// Asks the solvers.
struct Asker<'x, 'g, 'c, 'e, G: Playable, D> {
    game: &'g G,
    view: &'x D,
    judge: &'x mut Judge<'g, G>,
    claim: &'x Claim,
    threshold: i128,
    /// The positions of the line asked about last, each with the cell that led to it.
    line: Vec<(u8, G::Position)>,
    control: &'x mut Control<'c>,
    effort: &'x mut Effort<'e>,
    started: Instant,
    told: Instant,
    worked: u64,
    /// What went wrong but for a stop.
    fault: Option<ProveError>,
}

/// How often the person is told how far it has come.
const EVERY: Duration = Duration::from_millis(100);

impl<G: Playable, D: Declared<G>> Oracle for Asker<'_, '_, '_, '_, G, D> {
    fn keeps(&mut self, path: &[u8]) -> Result<bool, Stop> {
        let same = self.line[1..]
            .iter()
            .zip(path)
            .take_while(|((cell, _), known)| cell == *known);
        let same = same.count();
        self.line.truncate(1 + same);
        for &cell in &path[same..] {
            let at = &self.line[self.line.len() - 1].1;
            let is_it = |mv: &G::Move| self.view.number(at, *mv) == u32::from(cell);
            let next = self.game.moves(at).find(is_it);
            let Some(next) = next.map(|mv| self.game.play(at, mv)) else {
                self.fault = Some(ProveError::Inconsistent);
                return Err(Stop::Cancelled);
            };
            self.line.push((cell, next));
        }
        let at = &self.line[self.line.len() - 1].1;
        let keeps = self
            .judge
            .reaches(at, self.claim.claimant, self.threshold, self.control);
        keeps.map_err(|error| match error {
            ProveError::Stopped(stop) => stop,
            error => {
                self.fault = Some(error);
                Stop::Cancelled
            }
        })
    }

    fn work(&mut self, positions: u64, least: Option<u64>, open: u64) -> Result<(), Stop> {
        self.worked += positions;
        if self.told.elapsed() >= EVERY {
            self.told = Instant::now();
            if let Some(tell) = &mut self.effort.tell {
                tell(&Growth {
                    claimant: self.claim.claimant,
                    least,
                    open,
                });
            }
        }
        self.control.advance(positions)
    }

    fn is_enough(&mut self) -> bool {
        let late = self
            .effort
            .time
            .is_some_and(|time| self.started.elapsed() >= time);
        late || self.effort.nodes.is_some_and(|nodes| self.worked >= nodes)
    }
}
