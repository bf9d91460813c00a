//! Rules files, as seen by callers: a check whether one is sound, in words; games as rules files; and
//! the JSON Schema that editors use to complete and check them.

mod asked;
mod schema;

pub use asked::{AskedUnsound, check_asked, check_spec};
pub use schema::schema;
pub use yomikiri_games::rules_file::write::{ShowError, show};

use std::fmt;
use yomikiri::capability::{Acyclic, Symmetric};
use yomikiri::laws::{Law, Sample};
use yomikiri::{Counted, Diagram, Layout, Outcome, TextError, laws};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::rules_file::RulesFile;

/// The contents of a rules file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The title of the game.
    pub title: Option<String>,
    /// The kind of its rules.
    pub kind: &'static str,
    /// The places of its board: cells, heaps or nodes.
    pub places: usize,
    /// The first moves.
    pub moves: usize,
    /// The most plies that play can take from the start; `None` if it can go on for ever.
    pub longest: Option<u64>,
    /// The symmetries that are used, the identity included.
    pub symmetries: usize,
    /// Whether moves gain points.
    pub gains: bool,
    /// The board at the start, drawn: rows ended by newlines, then links. Empty for a graph, which is
    /// not drawn.
    pub start: String,
    /// The declarations of the file, one sentence each.
    pub says: Vec<String>,
    /// The result and the reason, if play is over at the start.
    pub over: Option<Over>,
    /// The number of positions at which the laws were checked.
    pub positions: usize,
    /// The number of checks made.
    pub checks: u64,
}

/// Play that is over at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// The result.
    pub outcome: Outcome,
    /// The reason, in words.
    pub why: String,
}

impl fmt::Display for Over {
    /// One line in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "play is over at the start ({}): {}",
            self.outcome, self.why
        )
    }
}

impl fmt::Display for Checked {
    /// Describes the rules in one line, without [`says`](Checked::says) and [`start`](Checked::start).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(title) = &self.title {
            write!(f, "{title}: ")?;
        }
        let (place, sight) = match self.kind {
            "heaps" => ("heap", ""),
            "graph" => ("node", " in sight"),
            _ => ("cell", ""),
        };
        f.write_str("two players, ")?;
        let has_board = match self.kind {
            "program" => false,
            "gdl" => self.places > 0,
            _ => true,
        };
        if has_board {
            write!(f, "{}{sight}, ", Counted(self.places, place))?;
        }
        write!(f, "{}", Counted(self.moves, "first move"))?;
        match self.longest {
            Some(plies) => write!(f, ", acyclic (at most {})", Counted(plies, "ply"))?,
            None => f.write_str(", may go on for ever")?,
        }
        match self.symmetries {
            0 | 1 => f.write_str(", no symmetry")?,
            order => write!(f, ", symmetric under {order} turns")?,
        }
        match self.gains {
            true => f.write_str(", moves gain points"),
            false => Ok(()),
        }
    }
}

/// The reason why a rules file is not sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsound {
    /// The text is wrong at a span.
    Text(TextError),
    /// The game breaks a law: a bug of this program, which no file should be able to trigger.
    Law(String),
}

/// Checks whether a text can be read as a rules file. It does not check laws.
///
/// # Errors
///
/// The fault, with its span.
pub fn check_text(text: &str) -> Result<(), TextError> {
    RulesFile::parse(text).map(drop)
}

/// Reads a rules file and checks the laws of every capability that its game offers, over a sample of
/// positions. A file with unintended rules passes too; the sentences that it [says](Checked::says) show
/// which rules it has. Time: about a second.
///
/// # Errors
///
/// See [`Unsound`].
pub fn check(text: &str) -> Result<Checked, Unsound> {
    look(text, Laws::Executed)
}

/// Like [`check`], without the laws: quick enough to run on every keystroke.
///
/// # Errors
///
/// The fault in the text.
pub fn describe(text: &str) -> Result<Checked, Unsound> {
    look(text, Laws::LeftOut)
}

/// Whether the laws are executed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Laws {
    Executed,
    LeftOut,
}

fn look(text: &str, laws: Laws) -> Result<Checked, Unsound> {
    struct Look(Laws);
    impl Visitor for Look {
        type Output = Result<Checked, laws::Broken>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            looked(&game, self.0)
        }
    }
    let file = RulesFile::parse(text).map_err(Unsound::Text)?;
    let (title, kind) = (file.title.clone(), file.kind);
    let (says, why) = (file.sentences(), file.why_over_at_start());
    let checked = file.build_widest(Look(laws)).map_err(Unsound::Law)?;
    let checked = checked.map_err(|broken| Unsound::Law(broken.to_string()))?;
    Ok(Checked {
        title,
        kind,
        says,
        over: checked.over.map(|over| Over {
            why: why.unwrap_or_default(),
            ..over
        }),
        ..checked
    })
}

/// Checks a game. The caller adds the title and the sentences of a file or a family.
fn looked<G: Playable>(game: &G, laws: Laws) -> Result<Checked, laws::Broken> {
    let report = match laws {
        Laws::Executed => Some(laws::all(game, &Sample::default())?),
        Laws::LeftOut => None,
    };
    let start = game.start();
    let moves = match game.outcome(&start) {
        Some(_) => 0,
        None => game.moves(&start).count(),
    };
    let symmetries = game.symmetric().map_or(1, |view| view.order());
    let longest = game.acyclic().map(|view| view.rank(&start));
    let diagram = Diagram {
        notes: Vec::new(),
        ..game.diagram(&start)
    };
    Ok(Checked {
        title: None,
        kind: "",
        places: diagram.places.len(),
        start: match game.layout() {
            Layout::Graph => String::new(),
            _ => diagram.to_string(),
        },
        says: Vec::new(),
        over: game.outcome(&start).map(|outcome| Over {
            outcome,
            why: String::new(),
        }),
        moves,
        longest,
        symmetries,
        gains: game.has_gains(),
        positions: report.as_ref().map_or(0, |report| report.positions),
        checks: report.map_or(0, |report| {
            Law::ALL.map(|law| report.count(law).checks).iter().sum()
        }),
    })
}
