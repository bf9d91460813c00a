//! Halves that strategies prove: the solvers tell which positions keep the claim, and `yomikiri::strategy` does the
//! rest on plain data.

use super::choose::{Claim, Goal};
use super::error::{Beyond, ProveError};
use super::half::WON;
use super::judge::Judge;
use super::line::Line;
use super::notes::Notes;
use super::write::{self, Names, Subject};
use super::{Certificate, Found, Halves};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use yomikiri::capability::Declared;
use yomikiri::declared::Declaration;
use yomikiri::strategy::{self, Board, Crew, Fact, Grown, Oracle, Standing, Watch};
use yomikiri::{Ask, Control, Outcome, Player, Stop, Value};
use yomikiri_games::registry::Playable;

/// The progress of a search for strategies.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The claimant of the half.
    pub claimant: Player,
    /// The positions and leaves of the smallest tree so far, if there is one.
    pub least: Option<u64>,
    /// The number of positions looked at.
    pub looked: u64,
    /// The number of them that have no strategy and whose moves were not looked at yet.
    pub open: u64,
}

/// The resources of a search for strategies. Without limits it goes on until nothing is left to try.
#[derive(Default)]
pub struct Effort<'e> {
    /// The time for the value and all halves. A half that already has a tree gets an equal part of the time that the
    /// earlier work leaves.
    pub time: Option<Duration>,
    /// Whether the limit of time also covers the value and the first tree of each half, which otherwise take as long
    /// as they need.
    pub strict: bool,
    /// The positions to play through for each half; the first tree is found in any case. Without a limit of time, the
    /// same number gives the same file.
    pub nodes: Option<u64>,
    /// The number of threads that look for strategies, each with a table of its own; at least one.
    pub threads: usize,
    /// A callback that receives the progress now and then.
    pub tell: Option<&'e mut dyn FnMut(&Growth)>,
    /// The findings of an earlier search, and the place to note new ones for the next.
    pub notes: Option<Notes<'e>>,
}

/// Returns the value of a position, if it is known without a search.
pub(crate) type Known<'k, P> = &'k (dyn Fn(&P) -> Option<Value> + Sync);

/// Proves the value of a position by strategies.
///
/// # Errors
///
/// See [`ProveError`]. If the work is stopped, the proofs found so far are a certificate, of one half if the other
/// was not found.
#[expect(clippy::too_many_arguments, reason = "each is a part of the question")]
pub(crate) fn prove<G: Playable>(
    game: &G,
    names: &Names<'_>,
    at: &G::Position,
    ask: Ask,
    halves: Halves,
    effort: &mut Effort<'_>,
    known: Known<'_, G::Position>,
    control: &mut Control<'_>,
) -> Result<Certificate, ProveError> {
    let started = Instant::now();
    let beyond = ProveError::NoStrategies;
    if ask == Ask::Distance {
        return Err(beyond(Beyond::Plies));
    }
    let (view, rules, board) = claimed_cells(game).map_err(beyond)?;
    // Play in such games ends, so positions need not be enumerated.
    let judge = Judge::new(game, at, ask).ok_or(beyond(Beyond::Rules))?;
    let subject = Subject {
        names,
        ask,
        root: view.code(at),
        rules: &rules,
        board: &board,
    };
    let root = board.marks(subject.root);
    if let Some(notes) = &mut effort.notes {
        notes.begin(&rules, board.code(root), ask, board.count())?;
    }
    let time = effort.time;
    let mut go_on = || {
        let in_time = time.is_none_or(|time| started.elapsed() < time);
        in_time && control.advance(0).is_ok()
    };
    let paired = pairings(game, &board, at, root, ask, &mut go_on);
    if let Some(made) = drawn(&paired, halves) {
        return Ok(draw(&subject, &made));
    }
    let found = Found::Asking(judge.method(ask, control));
    drop(judge);
    let work = Work {
        game,
        board: &board,
        at,
        ask,
        root,
        known,
        started,
        fault: Mutex::new(None),
    };
    let (value, made, stopped) = work.halves(halves, &paired, effort, control)?;
    Ok(certificate(2, &subject, value, &made, found, stopped))
}

/// Returns a proof by pairings alone, which show that neither player can lose, so nothing has to be solved. `None` if
/// there are none, or another question is asked.
pub(crate) fn by_pairings<G: Playable>(
    game: &G,
    names: &Names<'_>,
    at: &G::Position,
    ask: Ask,
    halves: Halves,
    control: &mut Control<'_>,
) -> Option<Certificate> {
    let (view, rules, board) = claimed_cells(game).ok()?;
    let root = board.marks(view.code(at));
    let mut go_on = || control.advance(0).is_ok();
    let made = drawn(&pairings(game, &board, at, root, ask, &mut go_on), halves)?;
    let subject = Subject {
        names,
        ask,
        root: view.code(at),
        rules: &rules,
        board: &board,
    };
    Some(draw(&subject, &made))
}

/// Returns a game as declared claimed cells: the view of its positions, the text of the rules, and the board for
/// strategies.
pub(super) fn claimed_cells<G: Playable>(
    game: &G,
) -> Result<(impl Declared<G>, String, Board), Beyond> {
    let view = game.declared().ok_or(Beyond::Rules)?;
    let rules = view.declaration();
    let Declaration::Cells(cells) = &rules else {
        return Err(Beyond::Rules);
    };
    let board = Board::new(cells).ok_or(Beyond::Size)?;
    Ok((view, rules.to_string(), board))
}

/// Returns the pairings by which each player cannot lose.
fn pairings<G: Playable>(
    game: &G,
    board: &Board,
    at: &G::Position,
    root: strategy::Marks,
    ask: Ask,
    go_on: &mut dyn FnMut() -> bool,
) -> [Option<Grown>; 2] {
    let is_asked = ask == Ask::Winner && game.outcome(at).is_none();
    Player::BOTH.map(|claimant| {
        let claim = strategy::Claim { claimant, least: 0 };
        is_asked
            .then(|| strategy::by_pairings(board, claim, root, go_on))
            .flatten()
    })
}

/// Returns the halves, if pairings show that neither player can lose.
fn drawn(paired: &[Option<Grown>; 2], halves: Halves) -> Option<Vec<(Player, Grown)>> {
    let both: Option<Vec<&Grown>> = paired.iter().map(Option::as_ref).collect();
    let both = both?;
    let halves = halves.claimants().iter();
    let half = |&claimant: &Player| (claimant, both[claimant as usize].clone());
    Some(halves.map(half).collect())
}

/// Returns the certificate of a draw that pairings show.
fn draw(subject: &Subject<'_>, made: &[(Player, Grown)]) -> Certificate {
    let value = Value::Winner(None);
    certificate(2, subject, value, made, Found::Pairing, None)
}

/// Returns a certificate of trees: version 2, or version 4 with threats.
pub(super) fn certificate(
    version: u32,
    subject: &Subject<'_>,
    value: Value,
    made: &[(Player, Grown)],
    found: Found,
    stopped: Option<Stop>,
) -> Certificate {
    let counts = |of: fn(&Grown) -> u64| {
        made.iter()
            .map(|(player, grown)| (*player, of(grown)))
            .collect()
    };
    Certificate {
        bytes: write::grown(version, subject, value, made),
        value,
        positions: counts(|grown| grown.moves),
        leaves: counts(|grown| grown.leaves),
        found,
        sequences: match version {
            4 => counts(|grown| grown.sequences),
            _ => Vec::new(),
        },
        explicit: false,
        stopped,
    }
}

/// The value, the halves that were found, and the limit that stopped the work on the other one.
type Worked = (Value, Vec<(Player, Grown)>, Option<Stop>);

/// The data that all workers share.
struct Work<'w, G: Playable> {
    game: &'w G,
    board: &'w Board,
    at: &'w G::Position,
    ask: Ask,
    root: strategy::Marks,
    known: Known<'w, G::Position>,
    started: Instant,
    /// An error other than a stop.
    fault: Mutex<Option<ProveError>>,
}

impl<G: Playable> Work<'_, G> {
    /// Returns the stop for an error, and keeps the error if it is no stop itself.
    fn fault(&self, error: ProveError) -> Stop {
        error.into_stop(|error| {
            if let Ok(mut fault) = self.fault.lock() {
                *fault = Some(error);
            }
        })
    }

    /// Finds the value, and as many halves as there is time for.
    fn halves(
        &self,
        halves: Halves,
        paired: &[Option<Grown>; 2],
        effort: &mut Effort<'_>,
        control: &mut Control<'_>,
    ) -> Result<Worked, ProveError> {
        let threads = effort.threads.max(1);
        let strictly = effort.time.filter(|_| effort.strict);
        thread::scope(|scope| {
            let (mut crew, hands) = strategy::crew(threads);
            let (sender, value) = channel();
            for (index, hand) in hands.into_iter().enumerate() {
                let part = control.part(u64::MAX).with_share_of_memory(threads as u64);
                let sender = (index == 0).then(|| sender.clone());
                let work = move || {
                    let Some(mut judge) = Judge::new(self.game, self.at, self.ask) else {
                        return;
                    };
                    if let Some(sender) = sender {
                        let known = (self.known)(self.at);
                        let known = known.and_then(|value| value.answering(self.ask));
                        let mut part = part.part(u64::MAX);
                        if let Some(time) = strictly {
                            part = part.within(time.saturating_sub(self.started.elapsed()));
                        }
                        let value = known.map_or_else(|| judge.value(self.ask, &mut part), Ok);
                        if sender.send(value).is_err() {
                            return;
                        }
                    }
                    let Some(view) = self.game.declared() else {
                        return;
                    };
                    let stop = hand.flag();
                    let mut asker = Asker {
                        work: self,
                        view,
                        judge,
                        line: Line::new(self.at),
                        control: part,
                        stop,
                    };
                    hand.serve(self.board, &mut asker);
                };
                let begun = thread::Builder::new().spawn_scoped(scope, work);
                if begun.is_err() && index == 0 {
                    return Err(Stop::Memory.into());
                }
            }
            // There is no answer only if no worker could begin.
            let value = value.recv().map_err(|_| Stop::Memory)??;
            let (mut made, mut stopped) = (Vec::new(), None);
            let claimants = halves.claimants();
            // If one player wins, nothing has to be shown for the other.
            let takes_time = |claimant: Player| {
                let goal = Claim { claimant, value }.goal();
                matches!(goal, Goal::Reach(least) if least != -WON)
            };
            let mut left = claimants.iter().filter(|who| takes_time(**who)).count() as u32;
            for &claimant in claimants {
                let pairing = paired[claimant as usize].as_ref();
                let part = effort.time.map(|time| {
                    let spent = self.started.elapsed();
                    spent + time.saturating_sub(spent) / left.max(1)
                });
                left -= u32::from(takes_time(claimant));
                match self.half((claimant, part), value, pairing, &mut crew, effort, control) {
                    Ok(grown) => made.push((claimant, grown)),
                    // A half that claims nothing does not count.
                    Err(ProveError::Stopped(stop))
                        if made.iter().any(|(who, _)| takes_time(*who)) =>
                    {
                        stopped = Some(stop);
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok((value, made, stopped))
        })
    }

    fn half(
        &self,
        (claimant, part): (Player, Option<Duration>),
        value: Value,
        pairing: Option<&Grown>,
        crew: &mut Crew,
        effort: &mut Effort<'_>,
        control: &mut Control<'_>,
    ) -> Result<Grown, ProveError> {
        let claim = Claim { claimant, value };
        let Goal::Reach(least) = claim.goal() else {
            return Err(ProveError::NoStrategies(Beyond::Plies));
        };
        // Nothing can contradict the claim, or the game is over.
        if least == -WON || self.game.outcome(self.at).is_some() {
            return Ok(Grown::default());
        }
        // A single leaf is the smallest possible tree.
        if let Some(grown) = pairing.filter(|grown| least == 0 && grown.moves == 0) {
            return Ok(grown.clone());
        }
        let mut watcher = Watcher {
            claimant,
            control,
            effort,
            started: self.started,
            part,
            told: Instant::now(),
            worked: 0,
        };
        let of = strategy::Claim { claimant, least };
        let grown = strategy::grow(self.board, of, self.root, crew, &mut watcher);
        let fault = self.fault.lock().ok().and_then(|mut fault| fault.take());
        match (grown, fault) {
            (Ok(grown), _) => Ok(grown),
            (Err(_), Some(fault)) => Err(fault),
            // Nobody stopped it, so the notes are wrong.
            (Err(Stop::Cancelled), None)
                if effort.notes.is_some() && control.advance(0).is_ok() =>
            {
                Err(ProveError::OtherNotes)
            }
            (Err(stop), None) => Err(stop.into()),
        }
    }
}

/// The worker that asks the solvers.
struct Asker<'x, 'g, 'c, G: Playable, D> {
    work: &'x Work<'g, G>,
    view: D,
    judge: Judge<'x, G>,
    line: Line<G>,
    control: Control<'c>,
    stop: Arc<AtomicBool>,
}

impl<G: Playable, D: Declared<G>> Oracle for Asker<'_, '_, '_, G, D> {
    fn keeps(&mut self, claim: &strategy::Claim, path: &[u8]) -> Result<bool, Stop> {
        let Some(at) = self.line.follow(self.work.game, &self.view, path) else {
            return Err(self.work.fault(ProveError::Inconsistent));
        };
        let known = (self.work.known)(at).and_then(|value| value.answering(Ask::Winner));
        if let Some(Value::Winner(winner)) = known
            && (0..=1).contains(&claim.least)
        {
            let outcome = winner.map_or(Outcome::Draw, Outcome::Win);
            return Ok(claim.reaches(outcome));
        }
        let (judge, stop) = (&mut self.judge, &self.stop);
        let keeps = self.control.watching(stop, |control| {
            judge.reaches(at, claim.claimant, claim.least, control)
        });
        keeps.map_err(|error| self.work.fault(error))
    }
}

/// The time between two reports of the progress.
const EVERY: Duration = Duration::from_millis(100);

/// The observer that checks the limits.
struct Watcher<'x, 'c, 'e> {
    claimant: Player,
    control: &'x mut Control<'c>,
    effort: &'x mut Effort<'e>,
    /// The time when the whole work began.
    started: Instant,
    /// The time from `started` on for making a tree smaller.
    part: Option<Duration>,
    told: Instant,
    worked: u64,
}

impl Watch for Watcher<'_, '_, '_> {
    fn look(&mut self, standing: Standing) -> Result<(), Stop> {
        if self.told.elapsed() >= EVERY {
            self.told = Instant::now();
            if let Some(tell) = &mut self.effort.tell {
                tell(&Growth {
                    claimant: self.claimant,
                    least: standing.least,
                    looked: standing.looked,
                    open: standing.open,
                });
            }
        }
        self.control.advance(0)?;
        let time = match standing.least {
            Some(_) => self.part,
            None => self.effort.time.filter(|_| self.effort.strict),
        };
        match time.is_some_and(|time| self.started.elapsed() >= time) {
            true => Err(Stop::Time),
            false => Ok(()),
        }
    }

    fn tidies(&mut self) -> Result<(), Stop> {
        self.control.advance(0)?;
        // Tidying may take a tenth more of the time.
        let late = |part: Duration| self.started.elapsed() >= part + part / 10;
        match self.part.is_some_and(late) {
            true => Err(Stop::Time),
            false => Ok(()),
        }
    }

    fn worked(&mut self, positions: u64, has_tree: bool) -> Result<(), Stop> {
        self.worked += positions;
        self.control.advance(positions)?;
        match has_tree && self.effort.nodes.is_some_and(|nodes| self.worked >= nodes) {
            true => Err(Stop::Nodes),
            false => Ok(()),
        }
    }

    fn recall(&mut self, code: u128) -> Option<Fact> {
        self.effort.notes.as_mut()?.recall(self.claimant, code)
    }

    fn note(&mut self, code: u128, fact: &Fact) {
        if let Some(notes) = &mut self.effort.notes {
            notes.add(self.claimant, code, fact);
        }
    }
}
