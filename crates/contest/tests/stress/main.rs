//! The stress test is tested: it has to find every known wrong program, make the case small, say why,
//! tell one failure from another, and let right programs pass.
//!
//! This binary has a main of its own: called as `stress program ID FLAW`, it is one of the programs
//! ([`programs`]) that it otherwise tests, so that no other binary has to be built and found.
//!
//! Trials whose names begin with `full` take minutes. They are ignored here and run by
//! `ci/stress-full.sh`, which keeps a dated record.

mod behaviour;
mod flaws;
mod open;
mod programs;
mod replay;

use libtest_mimic::{Arguments, Trial, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, word, id, flaw, rest @ ..] = &arguments[..]
        && word == "program"
    {
        return behaviour::act(id, flaw, rest);
    }
    if let [_, word, name, role, rest @ ..] = &arguments[..]
        && word == "open"
    {
        return open::act(name, role, rest);
    }
    let mut trials = flaws::trials();
    trials.extend(behaviour::trials());
    trials.extend(open::trials());
    let mut arguments = Arguments::from_args();
    // Most trials wait for other processes: twice as many as there are processors run at the same time.
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    arguments.test_threads.get_or_insert(2 * processors);
    run(&arguments, trials).exit_code()
}

/// A trial that is a function which panics where something is wrong.
fn trial(name: impl Into<String>, check: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        check();
        Ok(())
    })
}
