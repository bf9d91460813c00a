//! Exact solvers for two-player, zero-sum games of perfect information.
//!
//! Implement [`Game`] for your rules, state with [`Capabilities`] what else holds for them, and ask a
//! [`Session`]. Every answer is exact. If a limit stops the solver, you get the range proven so far and
//! the name of the limit. If a method does not apply, you get a [`Refusal`] that says why.
//!
//! # A game of your own
//!
//! A game needs five methods. [`Acyclic`](capability::Acyclic) is one more: it states that play cannot cycle, so that
//! a solver may remember values.
//!
//! ```
//! use yomikiri::capability::Acyclic;
//! use yomikiri::{Ask, Capabilities, Control, Game, Method, Outcome, Player, Session};
//!
//! /// Take one, two or three stones from a heap. The player who takes the last stone wins.
//! struct Stones;
//!
//! impl Game for Stones {
//!     type Position = (u32, Player);
//!     type Move = u32;
//!     fn start(&self) -> (u32, Player) { (21, Player::First) }
//!     fn to_move(&self, at: &(u32, Player)) -> Player { at.1 }
//!     fn outcome(&self, at: &(u32, Player)) -> Option<Outcome> {
//!         (at.0 == 0).then_some(Outcome::Win(at.1.opponent()))
//!     }
//!     fn moves(&self, at: &(u32, Player)) -> impl Iterator<Item = u32> { 1..=at.0.min(3) }
//!     fn play(&self, at: &(u32, Player), take: u32) -> (u32, Player) { (at.0 - take, at.1.opponent()) }
//! }
//! impl Acyclic<Stones> for Stones {
//!     fn rank(&self, at: &(u32, Player)) -> u64 { at.0.into() } // Each move leads to a lower rank.
//! }
//! impl Capabilities for Stones {
//!     fn acyclic(&self) -> Option<impl Acyclic<Self>> { Some(self) }
//! }
//!
//! let mut session = Session::new(&Stones, Ask::Winner, Method::AlphaBeta)?;
//! assert_eq!(session.value(&Stones.start(), &mut Control::new())?.to_string(), "first");
//! assert_eq!(session.line(&Stones.start(), &mut Control::new())?[0], 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Connect Four
//!
//! The crate `yomikiri-games` has the rules of many games. In this position Second is to move. First wins in four
//! plies, on the last but one cell of the board.
//!
//! ```
//! use yomikiri::{Ask, Control, Method, Notation, Session};
//! use yomikiri_games::connect4::{Board, Connect4};
//!
//! let game = Connect4::new(Board::<8, 4>::new(7, 6, 8, 4).expect("7 columns, 6 rows, four in a row"));
//! let position = game.parse_position("2252576253462244111563365343671351441")?;
//! let value = Session::new(&game, Ask::Distance, Method::AlphaBeta)?.value(&position, &mut Control::new())?;
//! assert_eq!(value.to_string(), "first 4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A table of a whole game
//!
//! [`table::build`] stores the value of every position that play can reach. After an interruption, the same call goes
//! on from the last checkpoint.
//!
//! ```
//! use yomikiri::table::{Disk, Extent, Options, RulesDigest, Subject, Table, build};
//! use yomikiri::{Ask, Control, Game, Notation};
//! use yomikiri_games::connect4::{Board, Connect4};
//!
//! let game = Connect4::new(Board::<0, 0>::new(4, 4, 5, 3).expect("4 columns, 4 rows, three in a row"));
//! // A table names its game and the version of the rules, so that it is not used for other rules.
//! let mut rules = RulesDigest::default();
//! rules.add("three in a row, version 1");
//! let subject = Subject {
//!     game: "connect4:cols=4,rows=4,line=3".to_owned(),
//!     file: None,
//!     rules: rules.finish(),
//!     ask: Ask::Distance,
//!     symmetric: true, // One position stands for itself and its mirror image.
//!     extent: Extent::Whole, // All positions, and not only those in which somebody has made no mistake.
//!     from: Vec::new(), // Play starts where the game does.
//! };
//! let folder = tempfile::tempdir()?;
//! let (storage, options) = (Disk::at(folder.path())?, Options::default());
//! build(&game, &subject, &storage, &options, &mut Control::new(), &mut |_| {})?;
//!
//! let table = Table::open(folder.path())?;
//! let value = table.probe(&game, &game.start())?.expect("play begins at the start");
//! assert_eq!(value.to_string(), "first 9");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go from here
//!
//! - [`Game`] and [`Capabilities`]: what a game states, and what each statement gives you. The
//!   [`laws`] test your statements.
//! - [`Session`]: values, moves and lines of positions by one method. [`Method`] lists the methods, and
//!   [`method::choose`] picks one.
//! - [`Control`]: limits of time, memory and positions, threads, progress and cancellation.
//! - [`census()`]: counts of positions, outcomes and values by ply.
//! - [`table`]: tables on disk. [`table::estimate`] tells their size before they are built.
//!
//! The vocabulary comes from `yomikiri-core`, and this crate re-exports it. To solve games that are known only by name when
//! the program runs, use `yomikiri-face`: its `open("connect4")` returns an object-safe game.
//!
//! # Features
//!
//! The crate has no features to choose from. It uses no network, and only tables do I/O. Building it needs a C
//! compiler, for zstd.
//!
//! The minimum supported version of Rust is 1.95.

mod alpha_beta;
mod census;
mod chain;
mod components;
mod control;
mod deep;
mod direct;
mod effort;
mod identify;
mod map;
mod memo;
pub mod method;
mod parametric;
mod plain;
mod proof_number;
pub mod question;
mod reached;
mod retrograde;
mod session;
mod solver;
mod space;
pub mod strategy;
mod sums;
pub mod table;
mod tablebase;
mod together;
mod transposition;

pub use alpha_beta::{AllViews, AlphaBeta, Coded, Options, Views};
pub use census::{Census, CensusError, CensusOptions, Lines, Tally, census};
pub use chain::{Chain, Lengths, Sums};
pub use components::Components;
pub use control::{Control, Line, Progress, thread_count};
pub use direct::ByDirect;
pub use identify::{ByKey, ByPosition, Identify};
pub use memo::Memo;
pub use method::{Choice, Method};
pub use parametric::{ByParametric, Compiled, Form, Scratch, Skeleton};
pub use plain::Plain;
pub use proof_number::ProofNumber;
pub use reached::Reached;
pub use retrograde::{Retrograde, Solved};
pub use session::{Halt, MoveRange, MoveValue, Session, Survey, places};
pub use solver::{DEPTH_LIMIT, Failure, Refusal, Solver, Window};
pub use space::{Edges, Id, Reversed, Space, SpaceError};
pub use sums::{BySums, PartKey, PartValues, SharedParts};
pub use tablebase::Tablebase;
pub use yomikiri_core::*;
