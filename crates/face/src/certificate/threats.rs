//! Halves that trees with threats prove: proof-number search and the threats of the game determine the contents of
//! a tree, and `yomikiri::strategy` builds it on plain data.

use super::choose::{Claim, Goal};
use super::error::{Beyond, ProveError};
use super::half::WON;
use super::judge::Judge;
use super::line::Line;
use super::strategy::{certificate, claimed_cells};
use super::write::{Names, Subject};
use super::{Certificate, Found, Halves};
use yomikiri::capability::{Bounded, Declared};
use yomikiri::strategy::{self, Grown, Guide};
use yomikiri::{Ask, Control, Method, Stop};
use yomikiri_games::registry::Playable;

/// Proves the value of a position by trees in which most replies lose by threats.
///
/// # Errors
///
/// See [`ProveError`]. Time: that of proof-number search for the value, and a few times that; memory: its table.
pub(crate) fn prove<G: Playable>(
    game: &G,
    names: &Names<'_>,
    at: &G::Position,
    ask: Ask,
    halves: Halves,
    control: &mut Control<'_>,
) -> Result<Certificate, ProveError> {
    let refused = |beyond| ProveError::NoThreats(beyond);
    if ask != Ask::Winner {
        return Err(refused(Beyond::Plies));
    }
    let (view, rules, board) = claimed_cells(game).map_err(refused)?;
    if !board.has_threats() {
        return Err(refused(Beyond::Rules));
    }
    let board = board.with_all_symmetries();
    let judge = Judge::new(game, at, ask).ok_or(refused(Beyond::Rules))?;
    let root = view.code(at);
    let mut asker = Asker {
        game,
        view,
        bounded: game.bounded(),
        judge: judge.by(Method::ProofNumber),
        line: Line::new(at),
        control,
        moves: Vec::new(),
        fault: None,
    };
    let value = asker.judge.value(ask, asker.control)?;
    let mut made = Vec::new();
    for &claimant in halves.claimants() {
        let claim = Claim { claimant, value };
        let grown = match claim.goal() {
            // Nothing can contradict the claim, or the game is over.
            Goal::Reach(least) if least == -WON || game.outcome(at).is_some() => Grown::default(),
            Goal::Reach(least) => {
                let claim = strategy::Claim { claimant, least };
                let root = board.marks(root);
                let grown = strategy::by_threats(&board, claim, root, &mut asker);
                let fault = asker.fault.take();
                let grown = grown.map_err(|stop| fault.unwrap_or(stop.into()))?;
                grown.ok_or(ProveError::Inconsistent)?
            }
            Goal::Within(_) | Goal::Delay(_) => return Err(refused(Beyond::Plies)),
        };
        made.push((claimant, grown));
    }
    let subject = Subject {
        names,
        ask,
        root,
        rules: &rules,
        board: &board,
    };
    let found = Found::Asking(Method::ProofNumber);
    Ok(certificate(4, &subject, value, &made, found, None))
}

/// The guide that asks the solver and the game.
struct Asker<'x, 'g, 'c, G: Playable, D, B> {
    game: &'g G,
    view: D,
    bounded: Option<B>,
    judge: Judge<'g, G>,
    line: Line<G>,
    control: &'x mut Control<'c>,
    moves: Vec<G::Move>,
    /// An error other than a stop.
    fault: Option<ProveError>,
}

impl<G: Playable, D: Declared<G>, B: Bounded<G>> Asker<'_, '_, '_, G, D, B> {
    /// Returns the position after some moves; [`Inconsistent`](ProveError::Inconsistent) if one of them is no move.
    fn at(&mut self, path: &[u8]) -> Result<G::Position, Stop> {
        match self.line.follow(self.game, &self.view, path) {
            Some(at) => Ok(at.clone()),
            None => Err(self.fault(ProveError::Inconsistent)),
        }
    }

    fn fault(&mut self, error: ProveError) -> Stop {
        error.into_stop(|error| self.fault = Some(error))
    }

    /// Returns the cells of the current moves. All cells have numbers below 64.
    fn cells(&self, at: &G::Position) -> impl Iterator<Item = u8> {
        let number = |mv: &G::Move| self.view.number(at, *mv) as u8;
        self.moves.iter().map(number)
    }
}

impl<G: Playable, D: Declared<G>, B: Bounded<G>> Guide for Asker<'_, '_, '_, G, D, B> {
    fn keeps(
        &mut self,
        claim: &strategy::Claim,
        path: &[u8],
        nodes: u64,
    ) -> Result<Option<bool>, Stop> {
        let at = self.at(path)?;
        let mut part = self.control.part(nodes);
        let keeps = self
            .judge
            .reaches(&at, claim.claimant, claim.least, &mut part);
        self.control.advance(part.done().nodes)?;
        match keeps {
            Ok(keeps) => Ok(Some(keeps)),
            Err(ProveError::Stopped(Stop::Nodes)) => Ok(None),
            Err(error) => Err(self.fault(error)),
        }
    }

    fn left(&mut self, path: &[u8]) -> Result<u64, Stop> {
        let at = self.at(path)?;
        self.moves.clear();
        self.moves.extend(self.game.moves(&at));
        if let Some(bounded) = self.bounded.as_ref().filter(|bounded| bounded.sifts()) {
            bounded.sift(&at, &mut self.moves);
        }
        Ok(self.cells(&at).fold(0, |set, cell| set | 1 << cell))
    }

    fn threats(&mut self, path: &[u8]) -> Result<Vec<u8>, Stop> {
        let at = self.at(path)?;
        self.moves.clear();
        if let Some(bounded) = &self.bounded {
            bounded.threats(&at, &mut self.moves);
        }
        Ok(self.cells(&at).collect())
    }

    fn takes(&mut self, bytes: u64) -> Result<(), Stop> {
        match self.control.memory().is_some_and(|limit| bytes > limit) {
            true => Err(Stop::Memory),
            false => Ok(()),
        }
    }
}
