//! What tables say.

use crate::memory::Memory;
use crate::{Build, TIGHT, Verify, built, subject, with};
use std::path::Path;
use yomikiri::capability::Symmetric;
use yomikiri::table::{
    self, Built, Disk, Entry, Options, Subject, Table, TableError, position_of, symmetry_holds,
};
use yomikiri::{Ask, Control, Distance, Margin, Retrograde, Score, Value, Wdl};
use yomikiri_games::registry::{Playable, Visitor};

/// Games small enough to compare every position, cyclic ones and ones with gains among them, with the
/// questions to ask.
const SMALL: &[(&str, &[Ask])] = &[
    ("tictactoe", &Ask::ALL),
    ("mnk:rows=2,cols=3,line=3,misere=yes", &Ask::ALL),
    ("mnk:wild=yes", &[Ask::Winner]),
    (
        "weighted-tictactoe:weights=3/-1/4/1/-5/9/-2/6/-5",
        &[Ask::Margin, Ask::Winner],
    ),
    (
        "connect-k:cols=3,rows=3,line=3",
        &[Ask::Winner, Ask::Distance],
    ),
    ("notakto:size=2,boards=2", &Ask::ALL),
    ("grid-walk:file=examples/grid.txt", &[Ask::Margin]),
    ("stones:stones=30,take=1/3/4,aim=points", &[Ask::Margin]),
    ("stones:stones=30,take=1/3/4", &Ask::ALL),
    // Play may cycle in these.
    ("three-mens-morris", &Ask::ALL),
    ("graph:file=examples/loop.graph", &Ask::ALL),
    ("graph:file=examples/toll.graph", &[Ask::Margin]),
    (
        "circle:places=8,first=6/2/3/4,second=2/3/4/5",
        &[Ask::Winner, Ask::Distance],
    ),
];

/// Compares all positions of a table with another solver.
struct Compare<'c> {
    table: &'c Table,
}

impl Visitor for Compare<'_> {
    type Output = u64;
    fn visit<G: Playable>(self, game: G) -> u64 {
        match self.table.subject().ask {
            Ask::Winner => compare::<G, Wdl>(&game, self.table),
            Ask::Margin => compare::<G, Margin>(&game, self.table),
            Ask::Distance => compare::<G, Distance>(&game, self.table),
        }
    }
}

/// The number of positions compared: all of the table.
fn compare<G: Playable, S: Score>(game: &G, table: &Table) -> u64 {
    let mut other = Retrograde::<G, S>::new(game);
    let Ok(solved) = other.solve_all(&game.starts(), &mut Control::new()) else {
        panic!("nothing limits it");
    };
    let mut compared = 0;
    let each = |entry: Entry| {
        let position = position_of(game, entry.key).unwrap();
        let id = solved.space.find(&position).expect("play reaches it") as usize;
        let value = solved.scores[id].absolute(game.to_move(&position));
        assert_eq!(value, entry.value, "{position:?}");
        compared += 1;
        Ok::<bool, TableError>(true)
    };
    table.for_each(each).unwrap();
    // Those that a stored position stands for have its value.
    for (id, position) in solved.space.positions().enumerate() {
        let value = solved.scores[id].absolute(game.to_move(position));
        assert_eq!(table.probe(game, position).unwrap(), Some(value));
    }
    compared
}

/// Whether symmetry can be used.
struct Symmetry;

impl Visitor for Symmetry {
    type Output = bool;
    fn visit<G: Playable>(self, game: G) -> bool {
        symmetry_holds(&game, &[])
    }
}

#[test]
fn every_position_has_the_value_that_other_solvers_find() {
    for (spec, asks) in SMALL {
        for &ask in *asks {
            let symmetric = with(spec, Symmetry);
            for symmetric in [false, true].into_iter().filter(|with| !with || symmetric) {
                let table = Table::from_bytes(built(spec, ask, symmetric, TIGHT)).unwrap();
                let compared = with(spec, Compare { table: &table });
                let options = TIGHT;
                let verify = Verify {
                    table: &table,
                    options,
                };
                let verified = with(spec, verify).unwrap_or_else(|error| panic!("{spec}: {error}"));
                assert_eq!(verified.stored, compared, "{spec}");
                assert!(symmetric || verified.positions == compared);
            }
        }
    }
}

#[test]
fn threads_and_memory_change_no_byte() {
    for (spec, ask, symmetric) in [
        ("connect-k:cols=4,rows=4,line=4", Ask::Distance, false),
        ("three-mens-morris", Ask::Distance, false),
        ("mnk:rows=3,cols=4,line=3", Ask::Winner, true),
        ("stones:stones=300,take=1/5/9/40", Ask::Margin, false),
    ] {
        let expected = built(spec, ask, symmetric, Options::default());
        for threads in [1, 2, 3] {
            for memory in [TIGHT.memory, 3 << 20, 1 << 30] {
                let options = Options {
                    threads,
                    memory,
                    checkpoint: 5000,
                    ..TIGHT
                };
                let again = built(spec, ask, symmetric, options);
                assert!(
                    again == expected,
                    "{spec}: {threads} threads, {memory} bytes"
                );
                let table = Table::from_bytes(again).unwrap();
                let verify = Verify {
                    table: &table,
                    options,
                };
                with(spec, verify).unwrap();
            }
        }
    }
}

/// The counts of a table: positions, then won by First, drawn, won by Second.
fn counts(spec: &str, symmetric: bool) -> [u64; 4] {
    let table = Table::from_bytes(built(spec, Ask::Winner, symmetric, Options::default())).unwrap();
    let mut counts = [0; 4];
    for tier in table.tiers() {
        let of_tier = [tier.positions, tier.first, tier.draw(), tier.second];
        for (all, more) in counts.iter_mut().zip(of_tier) {
            *all += more;
        }
    }
    counts
}

#[test]
fn counts_are_those_published() {
    let known = [
        ("tictactoe", [5478, 2936, 1068, 1474]),
        (
            "connect-k:cols=4,rows=4,line=4",
            [161_029, 36_499, 90_120, 34_410],
        ),
    ];
    for (spec, expected) in known {
        assert_eq!(counts(spec, false), expected, "{spec}");
        assert_eq!(counts(spec, true), expected, "{spec} with symmetry");
    }
    assert_eq!(counts("connect-k:cols=4,rows=3,line=3", true)[0], 7157);
    assert_eq!(counts("connect-k:cols=4,rows=4,line=3", true)[0], 41_750);
    assert_eq!(counts("mnk:rows=3,cols=4,line=3", true)[0], 111_973);
    assert_eq!(counts("mnk:rows=3,cols=4,line=4", false)[0], 142_231);
}

/// Checks counts with and without symmetry.
fn counted(spec: &str, expected: [u64; 4]) {
    for symmetric in [true, false] {
        assert_eq!(counts(spec, symmetric), expected, "{spec}, {symmetric}");
    }
}

#[test]
fn counts_of_the_bitboard_game_are_those_published() {
    counted(
        "connect4:cols=4,rows=4,line=4",
        [161_029, 36_499, 90_120, 34_410],
    );
    assert_eq!(counts("connect4:cols=4,rows=4,line=3", true)[0], 41_750);
    assert_eq!(counts("connect4:cols=4,rows=3,line=3", false)[0], 7157);
    let of_4x5 = counts("connect4:cols=4,rows=5,line=4", true);
    assert_eq!(of_4x5, [1_706_255, 553_837, 712_421, 439_997]);
}

#[test]
#[ignore = "a minute: cargo test --release -p yomikiri --test table -- --ignored"]
fn counts_of_large_games_are_those_published() {
    for family in ["connect4", "connect-k"] {
        let of_4x5 = [1_706_255, 553_837, 712_421, 439_997];
        counted(&format!("{family}:cols=4,rows=5,line=4"), of_4x5);
        let of_5x4 = [3_945_711, 1_372_788, 1_303_636, 1_269_287];
        counted(&format!("{family}:cols=5,rows=4,line=4"), of_5x4);
    }
    let of_444 = [9_722_011, 2_304_458, 6_031_189, 1_386_364];
    counted("mnk:rows=4,cols=4,line=4", of_444);
    assert_eq!(counts("mnk:rows=4,cols=4,line=3", true)[0], 6_036_001);
}

#[test]
#[ignore = "a minute: cargo test --release -p yomikiri --test table -- --ignored"]
fn six_mens_morris_is_as_published() {
    let found = counts("six-mens-morris", true);
    assert_eq!(found[0], 42_372_745);
    // Nobody wins from the start. In little memory there are many shards.
    let spec = "six-mens-morris";
    let table = built(spec, Ask::Winner, true, Options::default());
    let little = Options {
        memory: 8 << 20,
        ..Options::default()
    };
    assert!(built(spec, Ask::Winner, true, little) == table);
    let table = Table::from_bytes(table).unwrap();
    assert_eq!(with(spec, Start { table: &table }), "draw");
}

/// Counts positions of dobutsu shogi as Tanaka (2009) does: both lions stand, mirror images are one, all is seen
/// from the side of the player to move, and who can take the lion does. (The start is no mirror image of itself, so
/// that the table holds both sides of the mirror.) The table stays in the target directory, so that counting
/// again does not build again.
#[test]
#[ignore = "an hour, 15 GB of memory, 16 of disk: cargo test --release -p yomikiri --test table dobutsu -- --ignored"]
fn dobutsu_shogi_is_as_published() {
    let spec = "dobutsu-shogi:catch=must";
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dobutsu-shogi");
    if Table::open(&dir).is_err() {
        let (storage, subject) = (
            &Disk::at(&dir).unwrap(),
            &subject(spec, Ask::Distance, false),
        );
        with(spec, Lasting { subject, storage }).unwrap();
    }
    let table = Table::open(&dir).unwrap();
    assert_eq!(with(spec, Start { table: &table }), "second 78");
    let standing = with(spec, Standing { table: &table });
    assert_eq!(standing, [246_803_167; 2]);
}

/// Builds a table in a directory.
struct Lasting<'l> {
    subject: &'l Subject,
    storage: &'l Disk,
}

impl Visitor for Lasting<'_> {
    type Output = Result<Built, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let options = Options {
            memory: 17 << 30,
            threads: 2,
            ..Options::default()
        };
        let control = &mut Control::new();
        table::build(
            &game,
            self.subject,
            self.storage,
            &options,
            control,
            &mut |_| {},
        )
    }
}

/// Positions in which both lions stand, mirror images as one, by whose turn it is.
struct Standing<'t> {
    table: &'t Table,
}

impl Visitor for Standing<'_> {
    type Output = [u64; 2];
    fn visit<G: Playable>(self, game: G) -> [u64; 2] {
        let symmetric = game.symmetric().unwrap();
        let mut counts = [0; 2];
        let each = |entry: Entry| {
            let at = position_of(&game, entry.key).unwrap();
            if symmetric.canonical(&at) == at {
                let text = game.position_text(&at);
                let stand = text.contains('L') && text.contains('l');
                counts[game.to_move(&at) as usize] += u64::from(stand);
            }
            Ok::<bool, TableError>(true)
        };
        self.table.for_each(each).unwrap();
        counts
    }
}

/// The value of the start.
struct Start<'t> {
    table: &'t Table,
}

impl Visitor for Start<'_> {
    type Output = String;
    fn visit<G: Playable>(self, game: G) -> String {
        let value = self.table.probe(&game, &game.start()).unwrap();
        value.unwrap().to_string()
    }
}

#[test]
fn plies_are_those_published() {
    let bytes = built("tictactoe", Ask::Winner, true, Options::default());
    let table = Table::from_bytes(bytes).unwrap();
    let plies: Vec<u64> = table.plies().map(|ply| ply.positions).collect();
    assert_eq!(plies, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    let stored: Vec<u64> = table.tiers().map(|tier| tier.stored).collect();
    assert_eq!(stored, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    // By an independent program: see testdata/mens-morris.toml.
    let bytes = built("three-mens-morris", Ask::Distance, true, TIGHT);
    let table = Table::from_bytes(bytes).unwrap();
    let plies: Vec<u64> = table.plies().map(|ply| ply.positions).collect();
    assert_eq!(plies, [1, 9, 72, 252, 756, 1260, 1520, 1520]);
}

#[test]
fn what_does_not_go_together_is_refused_by_name() {
    for (spec, ask, symmetric, part) in [
        (
            "grid-walk:file=examples/grid.txt",
            Ask::Winner,
            false,
            "--ask margin",
        ),
        (
            "grid-walk:file=examples/grid.txt",
            Ask::Distance,
            false,
            "not defined",
        ),
        (
            "weighted-tictactoe:weights=1/2/3/4/5/6/7/8/9",
            Ask::Winner,
            true,
            "no symmetry",
        ),
    ] {
        let storage = Memory::default();
        let subject = subject(spec, ask, symmetric);
        let build = Build {
            subject: &subject,
            storage: &storage,
            options: TIGHT,
        };
        let error = with(spec, build).unwrap_err();
        assert!(matches!(error, TableError::Unsupported(_)), "{error:?}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

/// Asks a table about the start of a game.
struct ProbeStart<'t>(&'t Table);

impl Visitor for ProbeStart<'_> {
    type Output = Result<Option<Value>, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        self.0.probe(&game, &game.start())
    }
}

/// A table made when the game had keys of other bits answers nothing, right or wrong.
#[test]
fn keys_of_other_bits_are_refused() {
    let bytes = built("connect4:cols=4,rows=3,line=3", Ask::Winner, false, TIGHT);
    let table = Table::from_bytes(bytes).unwrap();
    let asked = |spec| with(spec, ProbeStart(&table));
    assert!(asked("connect4:cols=4,rows=3,line=3").unwrap().is_some());
    for other in [
        "connect4:cols=4,rows=4,line=3",
        "tictactoe",
        "circle:places=5,first=3/2,second=1/2/3",
    ] {
        let error = asked(other).unwrap_err();
        assert!(matches!(error, TableError::OtherRules(_)), "{error:?}");
        assert!(error.to_string().contains("keys"), "{error}");
    }
}
