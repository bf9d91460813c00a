//! A batch and a solver with a defect.

use super::{Asked, Means, run};
use crate::args::{Color, LimitArgs, SolverArgs};
use crate::console::Console;
use crate::outcome::Failure;
use clap::Parser;
use std::panic::{AssertUnwindSafe, catch_unwind};
use yomikiri_catalog::{Answer, AnySession, Ask, Control, NoFiles, QueryError, open};

#[derive(Parser)]
struct Given {
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Panics at the second line.
struct Defect;

impl Asked for Defect {
    type Found = ();
    fn find(
        &self,
        _: &mut dyn AnySession,
        text: &str,
        _: &mut Control<'_>,
    ) -> Result<(), QueryError> {
        assert_ne!(text, "start after 2,2", "a defect");
        Ok(())
    }
    fn answer<'f>(&self, (): &'f ()) -> Option<&'f Answer> {
        None
    }
    fn write(&self, (): &(), _: &mut Console) -> Result<(), Failure> {
        Ok(())
    }
    fn short_of(&self, (): &()) -> Option<String> {
        None
    }
}

/// The other threads wait for lines for ever, so nobody else would tell that the line has no reply.
#[test]
fn a_batch_ends_where_a_solver_panics() {
    let game = open("tictactoe", &NoFiles).expect("it is a game");
    let lines = tempfile::NamedTempFile::new().expect("a file");
    let text = ["start\n", "start after 2,2\n", "start\n"].concat();
    std::fs::write(lines.path(), text.repeat(100)).expect("it is written");
    let path = lines.path().to_str().expect("a name");
    for threads in ["1", "2", "3"] {
        let given = Given::parse_from(["batch", "-j", threads]);
        let means = Means {
            ask: Ask::Winner,
            solver: &given.solver,
            limits: &given.limits,
            table: None,
            parts: None,
            cold: false,
            json: false,
        };
        let batch = || {
            let mut console = Console::new(Color::Never, None, None);
            run(&*game, path, &Defect, means, &mut console).is_ok()
        };
        assert!(catch_unwind(AssertUnwindSafe(batch)).is_err(), "{threads}");
    }
}
