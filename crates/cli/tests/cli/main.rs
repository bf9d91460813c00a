//! The command, run as a process. What belongs where:
//!
//! * `../cmd/*.trycmd`: what people see. Every verb's output and every error message, as snapshots
//!   (`TRYCMD=overwrite cargo test -p yomikiri-cli --test cli` writes them anew; look at the
//!   difference). Seconds are left out with `[..]`.
//! * [`streams`]: `--positions` and line-by-line contests: order, line ends, conversations over pipes.
//! * [`faults`]: what people met once, across verbs.
//! * [`files`]: what is written to files, and what is left where that fails.
//! * [`garbage`]: input of any bytes and any length: an error, never a panic, never much memory.
//! * [`limits`]: time, memory, nodes, interrupts, readers that go away, and their exit codes.
//! * [`marks`]: byte order marks.
//! * [`json`]: what programs read: the objects' fields.
//! * [`unanswered`]: the object that programs read if there is no answer.
//! * [`parts`]: files of values of parts.
//! * [`programs`]: games that a program knows, and programs that do not answer.
//! * [`proofs`]: certificates and reasons.
//! * [`reports`]: pages about games.
//! * [`shards`]: tables made task by task: workers, makefiles, damage.
//! * [`sheets`]: rule sheets.
//! * [`tables`]: tables that travel, and what every table answers.
//! * [`stress`]: programs of the user's own, the languages.
//! * [`stress_open`]: stress tests of any problem.
//! * [`help`]: help, its examples, completions, the manual.
//!
//! Tests of values do not belong here: those of the solvers and of the catalogue have them.

mod books;
mod faults;
#[cfg(target_os = "linux")]
mod files;
mod garbage;
mod help;
mod json;
mod limits;
mod marks;
mod parts;
mod play;
mod process;
#[cfg(unix)]
mod programs;
mod proofs;
mod reports;
mod rules;
mod serve;
#[cfg(unix)]
mod shards;
mod sheets;
mod streams;
mod stress;
mod stress_open;
mod tables;
mod unanswered;

/// All snapshots.
#[test]
fn snapshots() {
    trycmd::TestCases::new()
        .register_bin("yomikiri", std::path::Path::new(process::YOMIKIRI))
        .env("NO_COLOR", "1")
        // Slow machines would tell how far they have come.
        .env("YOMIKIRI_PROGRESS", "off")
        .env("LC_ALL", "C")
        .case("tests/cmd/*.trycmd");
}
