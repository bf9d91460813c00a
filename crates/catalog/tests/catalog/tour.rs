//! A tour of the registry, which names no game: of every example, the start is answered, proved and
//! checked, and a table of it is built, verified and read; or it is refused by name for a stated reason.
//! (The server's answers: `crates/server/tests/http.rs`.)

use std::sync::atomic::{AtomicUsize, Ordering};
use yomikiri_catalog::table::{Disk, OpenTable, Options, TableFault};
use yomikiri_catalog::{
    AnyGame, Ask, Bound, Control, Halves, Info, Limits, NoFiles, ProveError, QueryError, Refusal,
    Shipped, Stop, Value, Want, infos, open, open_table_game,
};
use yomikiri_check::check;

/// The nodes of a search and the positions of a table that are enough for an example of every family: an example
/// that takes more is one to look at, not to solve here.
const FEW: u64 = 20_000;
const FEW_FOR_A_TABLE: u64 = 70_000;
/// A proof asks a solver again and again.
const FEW_FOR_A_PROOF: u64 = 280_000;

fn limited(nodes: u64) -> Control<'static> {
    Control::new().limited(Limits {
        nodes: Some(nodes),
        ..Limits::default()
    })
}

/// How often each of these was done for the examples of a family.
#[derive(Default)]
struct Tally {
    answered: usize,
    /// Proofs whose rules the checker knows.
    declared: usize,
    /// Proofs whose rules are the graph of the game, written down.
    explicit: usize,
    tables: usize,
}

/// Whether something was done; or why it was left, where no other question of the same example changes that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Done {
    Yes,
    No,
    TooLong,
}

/// The value of the start, unless it takes too long or cannot be asked.
fn answered(game: &dyn AnyGame, ask: Ask) -> Option<Value> {
    let name = game.name();
    let mut control = limited(FEW);
    let answer = game
        .session(ask, None)
        .map_err(QueryError::from)
        .and_then(|mut session| session.answer("start", Want::VALUE, &mut control));
    match answer {
        Ok(answer) => match answer.bound {
            Bound::Exact(value) => Some(value),
            Bound::Range { .. } => {
                assert!(answer.stopped.is_some(), "{name} {ask}: nothing stopped it");
                None
            }
        },
        // Moves that gain points have no distance.
        Err(QueryError::Refused(Refusal::DistanceWithGains)) if game.has_gains() => None,
        Err(error) => panic!("{name} {ask}: {error}"),
    }
}

/// Whether a certificate was made, checked and says the same.
fn proved(game: &dyn AnyGame, ask: Ask, value: Value, tally: &mut Tally) -> Done {
    let name = game.name();
    let mut control = limited(FEW_FOR_A_PROOF);
    let made = match game.prove("start", ask, Halves::Both, &mut control) {
        Ok(made) => made,
        // Too long to search, or too large to write down as a graph.
        Err(ProveError::Stopped(Stop::Nodes)) => return Done::TooLong,
        Err(ProveError::NotDeclared { .. }) => return Done::No,
        Err(error) => panic!("{name} {ask}: {error}"),
    };
    let said = check(&*made.bytes, &yomikiri_check::Limits::default());
    let said = said.unwrap_or_else(|fault| panic!("{name} {ask}: {fault}"));
    let exact = said.exact().map(|exact| exact.to_string());
    assert_eq!(exact, Some(value.to_string()), "{name} {ask}");
    assert_eq!(made.value, value, "{name} {ask}");
    *match made.explicit {
        true => &mut tally.explicit,
        false => &mut tally.declared,
    } += 1;
    Done::Yes
}

/// Whether a table was built and verified, and says the same.
fn tabled(game: &dyn AnyGame, ask: Ask, value: Value) -> Done {
    let name = game.name();
    let folder = tempfile::tempdir().unwrap();
    let storage = Disk::at(folder.path()).unwrap();
    let mut control = limited(FEW_FOR_A_TABLE);
    let subject = game.subject(ask, None);
    let built = game.build_table(
        &subject,
        &storage,
        &Options::default(),
        &mut control,
        &mut |_| {},
    );
    match built {
        Ok(_) => {}
        Err(TableFault::Stopped(Stop::Nodes)) => return Done::TooLong,
        Err(TableFault::Unsupported(why)) => {
            // No keys that lead back, or points so far that decide who wins; and nothing else.
            let keyless = !game.offered().contains(&"keyed");
            let of_points = game.has_gains() && ask == Ask::Winner;
            assert!(keyless || of_points, "{name} {ask}: {why}");
            return Done::No;
        }
        Err(error) => panic!("{name} {ask}: {error}"),
    }
    let table = OpenTable::open(folder.path()).unwrap();
    let scratch = Disk::at(&folder.path().join("scratch")).unwrap();
    let verified = game.verify_table(
        &table,
        &scratch,
        &Options::default(),
        &mut Control::new(),
        &mut |_| {},
    );
    verified.unwrap_or_else(|error| panic!("{name} {ask}: {error}"));
    let probed = |ask| {
        let probed = game.table_value(&table, ask, "start");
        probed.unwrap_or_else(|error| panic!("{name} {ask}: {error}"))
    };
    assert_eq!(probed(ask), value, "{name} {ask}");
    let winner = Value::Winner(value.winner());
    assert_eq!(probed(Ask::Winner), winner, "{name} {ask}");
    // A table of a file is all there is to it.
    let again = open_table_game(&table, &NoFiles);
    let again = again.unwrap_or_else(|error| panic!("{name} {ask}: {error:?}"));
    assert_eq!(again.subject(ask, None), *table.subject(), "{name} {ask}");
    let start = again.table_value(&table, ask, "start").unwrap();
    assert_eq!(start, value, "{name} {ask}");
    Done::Yes
}

/// Asks everything of the examples of a family.
fn toured(info: &Info) -> Tally {
    let mut tally = Tally::default();
    for example in info.examples {
        let game = open(example, &Shipped).unwrap();
        // A game that is too large to be proved or tabled under one question is so under the others, which come to
        // the same positions.
        let (mut proof, mut table) = (Done::No, Done::No);
        for ask in Ask::ALL {
            let Some(value) = answered(&*game, ask) else {
                continue;
            };
            tally.answered += 1;
            if proof != Done::TooLong {
                proof = proved(&*game, ask, value, &mut tally);
            }
            if table != Done::TooLong {
                table = tabled(&*game, ask, value);
                tally.tables += usize::from(table == Done::Yes);
            }
        }
    }
    if tally.answered == 0 {
        // Where play may cycle, nothing less than all positions gives an answer.
        let name = info.name;
        assert!(!info.capabilities.contains(&"acyclic"), "{name}: no answer");
        return tally;
    }
    let proofs = tally.declared + tally.explicit;
    assert!(proofs > 0, "{}: nothing is proved", info.name);
    assert!(tally.tables > 0, "{}: no table", info.name);
    tally
}

#[test]
fn every_example_is_answered_proved_and_tabled_or_refused_by_name() {
    let infos = infos();
    let next = AtomicUsize::new(0);
    // Tables wait for the disk: some families at a time.
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let tour = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let families = numbers.map_while(|number| infos.get(number));
            families.map(toured).collect::<Vec<Tally>>()
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(tour)).collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended
            .flat_map(|tallies| tallies.expect("no panic"))
            .collect()
    });
    let declared: usize = tallies.iter().map(|tally| tally.declared).sum();
    let explicit: usize = tallies.iter().map(|tally| tally.explicit).sum();
    let tables: usize = tallies.iter().map(|tally| tally.tables).sum();
    assert!(
        declared > 150 && explicit > 300 && tables > 450,
        "{declared} and {explicit} proofs, {tables} tables"
    );
}
