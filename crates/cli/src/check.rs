//! `check`: whether a certificate proves what it claims.

use crate::args::CheckArgs;
use crate::desk::Desk;
use crate::files;
use crate::outcome::{Exit, Failure};
use std::io::Write;
use yomikiri_check::{Fault, Limits, check};

pub(crate) fn run(args: &CheckArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let usual = Limits::default();
    let limits = Limits {
        memory: args.max_memory.unwrap_or(usual.memory),
        moves: args.max_moves.unwrap_or(usual.moves),
    };
    let source = files::open(&args.file)?;
    let exit = match check(source, &limits) {
        Ok(proved) => {
            writeln!(desk.out(), "{proved}proved")?;
            Exit::Answered
        }
        Err(fault @ Fault::Rejected { .. }) => {
            writeln!(desk.out(), "rejected: {fault}")?;
            Exit::Found
        }
        Err(Fault::Io(error)) => {
            return Err(Failure::system(
                &format!("cannot read `{}`", args.file),
                &error,
            ));
        }
        Err(limit @ Fault::Limit(_)) => return Err(Failure::Limit(limit.to_string())),
    };
    desk.flush()?;
    Ok(exit)
}
