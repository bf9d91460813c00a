//! Contest problems: they read text in the judge's format and write exactly the judge's bytes.
//!
//! An adaptor ([`Problem`]) reads the input, makes a *game* of it, asks a solver, and puts the answer in the judge's
//! words. It holds no game logic of its own. The rules of a problem are in its game, where every solver and every
//! subcommand can use them.
//!
//! # How to add one
//!
//! A new problem takes one file and one line. If a problem has one input, and its answer follows from who wins certain
//! positions, then the cheap way is a unit type in `problems/ID.rs` that implements `Stated` (`stated.rs`; `yuki2619.rs`
//! is a short example):
//!
//! 1. [`About`], with the input's form as a [`Shape`](crate::shape::Shape): the strict reader, inputs of every kind and
//!    the steps to smaller ones follow from it. `SMALL` is the shape of inputs that people can follow.
//! 2. The rules: where play starts, the moves, the positions' names, and what a move does in the problem's words, with
//!    its Japanese in `lang/said/told.rs` (`telling.rs` makes explanations of it). The rules yield a graph for our
//!    solvers, and with it `--solver retrograde`, explanations, and play in the findings of `stress`.
//! 3. The law: who wins, fast enough for the judge's limits.
//! 4. One line in [`problems()`].
//!
//! A problem implements `Single` (`edpc_l.rs`) if its answer is a total, a margin or a cost, or if its game is in the
//! library already. A problem that reads streams implements [`Problem`] itself: [`run`](Problem::run) reads the input
//! with a [`Scan`], builds the game and prints the answer; [`corners`](Problem::corners),
//! [`generate`](Problem::generate) and [`smaller`](Problem::smaller) make valid inputs.
//!
//! In each case `testdata/contest.toml` gets the samples, and `tests/contest/siblings` gets a brute force written from the
//! statement alone, with each constraint broken once. Tests fail if one of these is missing.
//!
//! ```
//! use yomikiri_catalog::Control;
//! use yomikiri_contest::problems::{Options, Streams, problem};
//!
//! let mut output = Vec::new();
//! let done = problem("abc201d")?.run(
//!     &mut Streams {
//!         input: &mut &b"3 3\n---\n+-+\n+--\n"[..],
//!         output: &mut output,
//!         notes: &mut std::io::sink(),
//!     },
//!     &Options::default(),
//!     &mut Control::new(),
//! )?;
//! assert_eq!(output, b"Takahashi\n");
//! assert_eq!(done.bad, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod abc025c;
mod abc195e;
mod abc201d;
mod abc206f;
mod abc209e;
mod abc261h;
mod abc270d;
mod abc278f;
mod abc349e;
mod abc354e;
mod abc368f;
mod abc380f;
mod agc002e;
mod agc014d;
mod agc017d;
mod agc020a;
mod agc033c;
mod aoj0066;
mod aoj0401;
mod cf1033c;
mod cf1147c;
mod cf1194d;
mod cf1312f;
mod cf1382b;
mod cf1396b;
mod cf1451d;
mod cf1537d;
mod cf1704f;
mod cf603c;
mod cf768e;
mod cf787c;
mod cf850c;
mod cf917b;
mod corner;
mod decisive;
mod edpc_k;
mod edpc_l;
mod fault;
mod playout;
mod problem;
mod scan;
pub(crate) mod simpler;
mod single;
mod stated;
mod stream;
mod tdpc_b;
mod telling;
mod yuki2619;
mod yuki361;

pub use corner::{Corner, Family};
pub use fault::{ContestError, Excerpt, Fault};
pub use problem::{About, Done, Input, Notes, Options, Problem, Streams, Subject};
pub use scan::Scan;
pub(crate) use scan::shown;
pub use stream::Stream;
pub use yomikiri::random::Random;

use problem::check_options;
use yomikiri::TextError;
use yomikiri_games::spec::nearest;

/// All problems. **This is the only list of them.** (In a static it would be compiled again with the unit tests, and
/// inlined again by each user.)
#[inline(never)]
pub fn problems() -> &'static [&'static dyn Problem] {
    const ALL: &[&dyn Problem] = &[
        &abc349e::Abc349E,
        &abc201d::Abc201D,
        &aoj0066::Aoj0066,
        &edpc_l::EdpcL,
        &edpc_k::EdpcK,
        &abc025c::Abc025C,
        &tdpc_b::TdpcB,
        &abc354e::Abc354E,
        &abc278f::Abc278F,
        &abc270d::Abc270D,
        &abc209e::Abc209E,
        &cf787c::Cf787C,
        &abc261h::Abc261H,
        &agc002e::Agc002E,
        &agc014d::Agc014D,
        &agc017d::Agc017D,
        &agc020a::Agc020A,
        &agc033c::Agc033C,
        &abc195e::Abc195E,
        &abc206f::Abc206F,
        &abc368f::Abc368F,
        &abc380f::Abc380F,
        &cf603c::Cf603C,
        &cf768e::Cf768E,
        &cf850c::Cf850C,
        &cf917b::Cf917B,
        &cf1033c::Cf1033C,
        &cf1147c::Cf1147C,
        &cf1194d::Cf1194D,
        &cf1312f::Cf1312F,
        &cf1382b::Cf1382B,
        &cf1396b::Cf1396B,
        &cf1451d::Cf1451D,
        &cf1537d::Cf1537D,
        &cf1704f::Cf1704F,
        &yuki361::Yuki361,
        &yuki2619::Yuki2619,
        &aoj0401::Aoj0401,
    ];
    ALL
}

/// Returns the problem with an id.
///
/// # Errors
///
/// If there is none. The error names the nearest id, or all ids; its span is all of `id`.
pub fn problem(id: &str) -> Result<&'static dyn Problem, TextError> {
    if let Some(found) = problems().iter().find(|problem| problem.about().id == id) {
        return Ok(*found);
    }
    let ids: Vec<&str> = problems()
        .iter()
        .map(|problem| problem.about().id)
        .collect();
    let error = TextError::new(0..id.len(), format!("there is no contest problem `{id}`"));
    // The number alone, or the letters in another case, tell which one is meant.
    let ends = |known: &&str| id.len() > 2 && known.ends_with(&id.to_lowercase());
    let near = nearest(id, &ids).or_else(|| ids.iter().copied().find(ends));
    Err(match near {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("`yomikiri contest --list` lists the problems"),
    })
}
