//! The laws of games that are asked of a source.

use super::{Checked, Over};
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use yomikiri::capability::Acyclic;
use yomikiri::laws::{Law, Sample};
use yomikiri::{Capabilities, Diagram, Game, Pictured, laws};
use yomikiri_games::asked::{Arena, Asked, Fault};
use yomikiri_games::compact::Compact;
use yomikiri_games::make::make;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::rule_sheet::RuleSheet;
use yomikiri_games::spec::{Files, SpecError};

/// The most positions that the source is asked about a second time.
const AGAIN: u32 = 1000;

/// Why a game that is asked of a source is not sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskedUnsound {
    /// The spec is wrong, or the program of it does not start.
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

/// Opens the game of a spec, a program or a rule sheet, and checks it as [`check_asked`] does.
///
/// # Errors
///
/// See [`AskedUnsound`].
pub fn check_spec(spec: &str, files: &dyn Files) -> Result<Checked, AskedUnsound> {
    struct Catch(Option<Arc<Arena>>);
    impl Visitor for Catch {
        type Output = Option<Arc<Arena>>;
        fn asked(&mut self, arena: &Arc<Arena>) {
            self.0 = Some(Arc::clone(arena));
        }
        fn visit<G: Playable>(self, _: G) -> Option<Arc<Arena>> {
            self.0
        }
    }
    let arena = make(spec, files, Catch(None)).map_err(AskedUnsound::Spec)?;
    let none = || Fault::new("this is neither a program nor a rule sheet");
    check_asked(&arena.ok_or_else(none)?)
}

/// Executes the laws of a game that is asked of a source, over a sample of its positions, and asks about them a
/// second time: the answers have to be the same.
///
/// # Errors
///
/// A fault of the source, or the first law that is broken.
pub fn check_asked(arena: &Arc<Arena>) -> Result<Checked, AskedUnsound> {
    let game = Compact::new(Asked::new(Arc::clone(arena)));
    let sound = || arena.fault().map_or(Ok(()), |fault| Err(fault.clone()));
    let report = laws::capabilities(&game, &Sample::default());
    // After a fault nothing is as it should be.
    sound()?;
    let report = report.map_err(|broken| AskedUnsound::Law(broken.to_string()))?;
    // Spread over all that is known.
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
