//! Checking the laws of games whose rules are asked of a source.

use super::{Checked, Laws, Over, looked};
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use yomikiri::capability::Acyclic;
use yomikiri::laws::{Law, Sample};
use yomikiri::{Capabilities, Diagram, Game, Pictured, laws};
use yomikiri_games::asked::{Arena, Asked, Fault};
use yomikiri_games::compact::Compact;
use yomikiri_games::make::make;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::rule_sheet::RuleSheet;
use yomikiri_games::spec::{Files, SpecError};

/// The most positions about which the source is asked a second time.
const AGAIN: u32 = 1000;

/// The reason why a game whose rules are asked of a source is not sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskedUnsound {
    /// The spec is wrong, or its program does not start.
    Spec(SpecError),
    /// The source failed.
    Fault(Fault),
    /// The game breaks a law.
    Law(String),
}

impl fmt::Display for AskedUnsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskedUnsound::Spec(error) => error.fmt(f),
            AskedUnsound::Fault(fault) => fault.fmt(f),
            AskedUnsound::Law(why) => f.write_str(why),
        }
    }
}

impl From<Fault> for AskedUnsound {
    fn from(fault: Fault) -> AskedUnsound {
        AskedUnsound::Fault(fault)
    }
}

/// Opens the game of a spec and checks the laws on it. A game whose rules are asked of a source is checked as by
/// [`check_asked`]. Others have to be [compact](Compact), as games of other crates and most games here are. A source in
/// the middle of an answer at the deadline fails.
///
/// # Errors
///
/// See [`AskedUnsound`].
pub fn check_spec(
    spec: &str,
    files: &dyn Files,
    deadline: Option<Instant>,
) -> Result<Checked, AskedUnsound> {
    struct Catch {
        title: Option<String>,
        arena: Option<Arc<Arena>>,
    }
    enum Caught {
        Asked(Arc<Arena>),
        Compact(Option<String>, Box<Compact>),
        Other,
    }
    impl Visitor for Catch {
        type Output = Caught;
        fn titled(&mut self, title: &str) {
            self.title = Some(title.to_owned());
        }
        fn asked(&mut self, arena: &Arc<Arena>) {
            self.arena = Some(Arc::clone(arena));
        }
        fn visit<G: Playable>(self, game: G) -> Caught {
            if let Some(arena) = self.arena {
                return Caught::Asked(arena);
            }
            let game: Box<dyn Any> = Box::new(game);
            match game.downcast() {
                Ok(game) => Caught::Compact(self.title, game),
                Err(_) => Caught::Other,
            }
        }
    }
    let catch = Catch {
        title: None,
        arena: None,
    };
    match make(spec, files, catch).map_err(AskedUnsound::Spec)? {
        Caught::Asked(arena) => {
            let _waiting = deadline.map(|deadline| arena.wait(move || Instant::now() >= deadline));
            check_asked(&arena)
        }
        Caught::Compact(title, game) => {
            let checked = looked(&*game, Laws::Executed);
            let checked = checked.map_err(|broken| AskedUnsound::Law(broken.to_string()))?;
            Ok(Checked {
                title,
                kind: "compact",
                says: game.sentences(),
                over: checked.over.map(|over| Over {
                    why: "so the rules say".to_owned(),
                    ..over
                }),
                ..checked
            })
        }
        Caught::Other => {
            let why = "the laws of this game are tested with the program itself";
            Err(Fault::new(why).into())
        }
    }
}

/// Checks the laws of a game whose rules are asked of a source, over a sample of its positions. Then it asks about
/// the positions a second time, and the answers have to be the same.
///
/// # Errors
///
/// If the source fails, or the first law that is broken.
pub fn check_asked(arena: &Arc<Arena>) -> Result<Checked, AskedUnsound> {
    let game = Compact::new(Asked::new(Arc::clone(arena)));
    let sound = || arena.fault().map_or(Ok(()), |fault| Err(fault.clone()));
    let report = laws::capabilities(&game, &sample(arena, &game));
    // After a failure, other results mean nothing.
    sound()?;
    let report = report.map_err(|broken| AskedUnsound::Law(broken.to_string()))?;
    // These positions are spread over all known ones.
    let step = arena.len().div_ceil(AGAIN) as usize;
    let known = (0..arena.len()).filter(|&number| arena.get(number).is_some());
    let mut again = 0;
    for number in known.step_by(step.max(1)) {
        arena.source().ask_again(number, arena)?;
        again += 1;
    }
    again += arena.source().check(arena)?;
    let start = game.start();
    let over = game.outcome(&start);
    let moves = match over {
        Some(_) => 0,
        None => game.moves(&start).count(),
    };
    let diagram = Diagram {
        notes: Vec::new(),
        ..game.diagram(&start)
    };
    let source: &dyn Any = arena.source();
    let sheet = source.downcast_ref::<RuleSheet>();
    let longest = game.acyclic().map(|view| view.rank(&start));
    sound()?;
    let checks: u64 = Law::ALL.map(|law| report.count(law).checks).iter().sum();
    Ok(Checked {
        title: arena.about().title.clone(),
        kind: match sheet {
            Some(_) => "gdl",
            None => "program",
        },
        places: diagram.places.len(),
        moves,
        longest,
        symmetries: 1,
        gains: game.has_gains(),
        start: match diagram.places.is_empty() {
            true => String::new(),
            false => diagram.to_string(),
        },
        says: sheet.map_or_else(Vec::new, RuleSheet::sentences),
        over: over.map(|outcome| Over {
            outcome,
            why: match sheet {
                Some(_) => "so the sheet says".to_owned(),
                None => "so the program says".to_owned(),
            },
        }),
        positions: report.positions,
        checks: checks + again,
    })
}

/// Returns the usual sample, or as much of it as takes about half of the room that is left. The first position shows
/// how much a position and its moves take. The laws look at the positions after all moves of a position.
fn sample(arena: &Arena, game: &Compact) -> Sample<<Compact as Game>::Position> {
    let usual = Sample::default();
    // If this call fails, so do the laws.
    let moves = game.moves(&game.start()).count() as u64;
    let asked = (0..arena.len()).filter(|&number| arena.get(number).is_some());
    let (spent, most) = arena.bytes();
    let each = (1 + moves) * (spent / (asked.count() as u64).max(1)).max(1);
    let fit = (most.saturating_sub(spent) / 2 / each) as usize;
    // A quarter goes to positions from the start on, a quarter to lines of play, and half to values, which look at 16
    // futures each.
    let plies = usual.plies.min(fit / 4).max(1);
    Sample {
        positions: usual.positions.min(fit / 4).max(1),
        plies,
        playouts: usual.playouts.min(fit / 4 / plies),
        values: usual.values.min(fit / 32),
        ..usual
    }
}
