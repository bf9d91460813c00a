//! Tables: against the other solvers and published counts, whatever the threads and the memory; through
//! every fault; and against every flipped bit.

mod corpus;
mod cyclic;
mod damage;
mod estimates;
mod faults;
mod few;
mod golden;
mod memory;
mod part;
mod semi;
mod shards;
mod values;

use few::few;
use memory::Memory;
use yomikiri::table::{self, Built, FILE, Options, Subject, Table, TableError, Verified};
use yomikiri::{Ask, Control};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::Files;

/// The files that the specs of these tests name.
pub(crate) struct TestFiles;

impl Files for TestFiles {
    fn read(&self, path: &str) -> Result<String, String> {
        let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    }
}

/// Does something with the game of a spec.
pub(crate) fn with<V: Visitor>(spec: &str, visitor: V) -> V::Output {
    few(spec, &TestFiles, visitor).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// What a test's table is of.
pub(crate) fn subject(spec: &str, ask: Ask, symmetric: bool) -> Subject {
    Subject {
        game: spec.to_owned(),
        file: None,
        rules: [9; 32],
        ask,
        symmetric,
        extent: table::Extent::Whole,
        from: Vec::new(),
    }
}

/// Builds a table.
pub(crate) struct Build<'b> {
    pub(crate) subject: &'b Subject,
    pub(crate) storage: &'b Memory,
    pub(crate) options: Options,
}

impl Visitor for Build<'_> {
    type Output = Result<Built, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let control = &mut Control::new();
        table::build(
            &game,
            self.subject,
            self.storage,
            &self.options,
            control,
            &mut |_| {},
        )
    }
}

/// Verifies a table.
pub(crate) struct Verify<'v> {
    pub(crate) table: &'v Table,
    pub(crate) options: Options,
}

impl Visitor for Verify<'_> {
    type Output = Result<Verified, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let control = &mut Control::new();
        table::verify(
            &game,
            self.table,
            &Memory::default(),
            &self.options,
            control,
            &mut |_| {},
        )
    }
}

/// The bytes of a table built in one go.
pub(crate) fn built(spec: &str, ask: Ask, symmetric: bool, options: Options) -> Vec<u8> {
    let storage = Memory::default();
    let subject = subject(spec, ask, symmetric);
    let build = Build {
        subject: &subject,
        storage: &storage,
        options,
    };
    let built = with(spec, build).unwrap_or_else(|error| panic!("{spec}: {error}"));
    assert_eq!(built, Built::Finished);
    let names = yomikiri::table::Storage::names(&storage).unwrap();
    assert_eq!(names, [FILE], "nothing else is left behind");
    storage.file(FILE).unwrap()
}

/// Little memory, so that everything spills and is read in parts.
pub(crate) const TIGHT: Options = Options {
    memory: table::LEAST_MEMORY,
    disk: None,
    threads: 1,
    checkpoint: 1,
    search_all: true,
};
