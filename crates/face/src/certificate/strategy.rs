//! Halves that strategies prove: the solvers say what positions keep the claim, `yomikiri::strategy` does
//! the rest on plain data.

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

/// How far a search for strategies has come.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// Whose half it is.
    pub claimant: Player,
    /// The positions and leaves of the smallest tree so far, if there is one.
    pub least: Option<u64>,
    /// The positions looked at.
    pub looked: u64,
    /// Those of them that have no strategy, and whose moves were not looked at yet.
    pub open: u64,
}

/// What a search for strategies may take. Without limits it goes on until nothing is left to try.
#[derive(Default)]
pub struct Effort<'e> {
    /// The time for the value and all halves. A half that has a tree gets an equal part of what the work before it
    /// leaves.
    pub time: Option<Duration>,
    /// Whether the value and the first tree of each half are to be found in that time too, or whatever it takes.
    pub strict: bool,
    /// The positions to play through for each half; the first tree is found whatever it takes. The same number gives the same
    /// file, if no time is given.
    pub nodes: Option<u64>,
    /// How many threads look for strategies, each with a table of its own. At least one does.
    pub threads: usize,
    /// Who is told how far it has come, now and then.
    pub tell: Option<&'e mut dyn FnMut(&Growth)>,
    /// What an earlier search has found, and where it is noted for the next one.
    pub notes: Option<Notes<'e>>,
}

/// What is known of a position without a search.
pub(crate) type Known<'k, P> = &'k (dyn Fn(&P) -> Option<Value> + Sync);

/// Proves what a position is worth by strategies.
///
/// # Errors
///
/// See [`ProveError`]. Where the work is stopped, what has been found so far is a certificate: of one half
/// if the other has not been found.
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
    // Play in such games ends, and nothing has to be enumerated.
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

/// A proof by pairings alone: they show that neither player can lose, and nothing has to be solved. `None` where there
/// are none, or another question is asked.
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

/// A game as declared claimed cells: the view of its positions, the text of the rules, and the board for strategies.
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

/// The pairings by which each player cannot lose.
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

/// The halves, if pairings show that neither player can lose.
fn drawn(paired: &[Option<Grown>; 2], halves: Halves) -> Option<Vec<(Player, Grown)>> {
    let both: Option<Vec<&Grown>> = paired.iter().map(Option::as_ref).collect();
    let both = both?;
    let halves = halves.claimants().iter();
    let half = |&claimant: &Player| (claimant, both[claimant as usize].clone());
    Some(halves.map(half).collect())
}

/// The draw that pairings show.
fn draw(subject: &Subject<'_>, made: &[(Player, Grown)]) -> Certificate {
    let value = Value::Winner(None);
    certificate(2, subject, value, made, Found::Pairing, None)
}

/// A certificate of trees, of version 2, or of version 4, which has threats.
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

/// The value, the halves that were found, and what stopped the work on the other one.
type Worked = (Value, Vec<(Player, Grown)>, Option<Stop>);

/// What all who work on it know.
struct Work<'w, G: Playable> {
    game: &'w G,
    board: &'w Board,
    at: &'w G::Position,
    ask: Ask,
    root: strategy::Marks,
    known: Known<'w, G::Position>,
    started: Instant,
    /// What went wrong but for a stop.
    fault: Mutex<Option<ProveError>>,
}

impl<G: Playable> Work<'_, G> {
    /// The stop that an error comes to, which is kept if it is no stop itself.
    fn fault(&self, error: ProveError) -> Stop {
        error.into_stop(|error| {
            if let Ok(mut fault) = self.fault.lock() {
                *fault = Some(error);
            }
        })
    }

    /// The value, and as many halves as there is time for.
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
            // Nobody answers only if nobody could begin.
            let value = value.recv().map_err(|_| Stop::Memory)??;
            let (mut made, mut stopped) = (Vec::new(), None);
            let claimants = halves.claimants();
            // Where one player wins, nothing is to be shown for the other.
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
                    // A half that claims nothing is none.
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
        // Nothing could contradict the claim, or nobody moves any more.
        if least == -WON || self.game.outcome(self.at).is_some() {
            return Ok(Grown::default());
        }
        // A leaf alone is as small as can be.
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
            // Nobody stopped it: what was noted is not true.
            (Err(Stop::Cancelled), None)
                if effort.notes.is_some() && control.advance(0).is_ok() =>
            {
                Err(ProveError::OtherNotes)
            }
            (Err(stop), None) => Err(stop.into()),
        }
    }
}

/// Asks the solvers.
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

/// How often the person is told how far it has come.
const EVERY: Duration = Duration::from_millis(100);

/// Looks at the clock.
struct Watcher<'x, 'c, 'e> {
    claimant: Player,
    control: &'x mut Control<'c>,
    effort: &'x mut Effort<'e>,
    /// When the whole work began.
    started: Instant,
    /// The time from then on for making a tree smaller.
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
        // A tenth of the time more.
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
