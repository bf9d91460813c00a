//! Semi-strong tables: what they hold, against all positions of the game; and what of a false one is found.

use crate::faults::survives_all;
use crate::few::few;
use crate::memory::Memory;
use crate::{Build, TIGHT, Verify, subject, with};
use std::collections::HashMap;
use yomikiri::capability::Symmetric;
use yomikiri::table::{Built, Extent, FILE, Options, Subject, Table, TableError, Verified};
use yomikiri::{Ask, Distance, Margin, Player, Score, Wdl};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::Files;

/// Games with draws, with points, with gains, with a player who moves twice, from a file, with several starts,
/// and won ones.
const GAMES: &[(&str, &[Ask])] = &[
    ("tictactoe", &Ask::ALL),
    ("mnk:rows=2,cols=3,line=3,misere=yes", &Ask::ALL),
    ("mnk:rows=3,cols=4,line=3", &[Ask::Winner, Ask::Distance]),
    ("connect4:cols=4,rows=4,line=3", &[Ask::Winner]),
    ("connect-k:cols=3,rows=3,line=3", &Ask::ALL),
    (
        "weighted-tictactoe:weights=3/-1/4/1/-5/9/-2/6/-5",
        &[Ask::Margin, Ask::Winner],
    ),
    ("notakto:size=2,boards=2", &[Ask::Winner, Ask::Distance]),
    ("grid-walk:file=examples/grid.txt", &[Ask::Margin]),
    ("stones:stones=30,take=1/3/4,aim=points", &[Ask::Margin]),
    ("stones:stones=30,take=1/3/4", &Ask::ALL),
    ("dots-and-boxes:rows=2,cols=2", &[Ask::Margin]),
    ("kalah:pits=2,seeds=2", &[Ask::Margin]),
    ("clobber:rows=2,cols=4", &[Ask::Winner, Ask::Distance]),
];

fn semi(spec: &str, ask: Ask, symmetric: bool) -> Subject {
    of_extent(spec, ask, symmetric, Extent::BestMoves)
}

fn of_extent(spec: &str, ask: Ask, symmetric: bool, extent: Extent) -> Subject {
    Subject {
        extent,
        ..subject(spec, ask, symmetric)
    }
}

fn build_in(subject: &Subject, storage: &Memory, options: Options) -> Result<Built, TableError> {
    let build = Build {
        subject,
        storage,
        options,
    };
    with(&subject.game, build)
}

/// The bytes of a table, semi-strong or not.
fn bytes_of(subject: &Subject, options: Options) -> Vec<u8> {
    let storage = Memory::default();
    build_in(subject, &storage, options)
        .unwrap_or_else(|error| panic!("{}: {error}", subject.game));
    assert_eq!(yomikiri::table::Storage::names(&storage).unwrap(), [FILE]);
    storage.file(FILE).unwrap()
}

fn opened(subject: &Subject) -> Table {
    Table::from_bytes(bytes_of(subject, TIGHT)).unwrap()
}

fn verified(table: &Table, options: Options) -> Result<Verified, TableError> {
    with(&table.subject().game, Verify { table, options })
}

/// Finds the positions by their definition, from the values of all, and compares.
struct Compare<'c> {
    whole: &'c Table,
    semi: &'c Table,
}

impl Visitor for Compare<'_> {
    type Output = (u64, u64);
    fn visit<G: Playable>(self, game: G) -> (u64, u64) {
        match self.whole.subject().ask {
            Ask::Winner => self.by::<G, Wdl>(&game),
            Ask::Margin => self.by::<G, Margin>(&game),
            Ask::Distance => self.by::<G, Distance>(&game),
        }
    }
}

impl Compare<'_> {
    /// The positions of the semi-strong table, and all.
    fn by<G: Playable, S: Score>(&self, game: &G) -> (u64, u64) {
        let value = |at: &G::Position| {
            let value = self.whole.probe(game, at).unwrap().unwrap();
            S::of_value(value, game.to_move(at)).unwrap()
        };
        // By position, who may have made no mistake on some way to it.
        let mut clean: HashMap<G::Position, [bool; 2]> = HashMap::new();
        let mut open: Vec<(G::Position, [bool; 2])> = game
            .starts()
            .into_iter()
            .map(|start| (start, [true, true]))
            .collect();
        while let Some((at, sides)) = open.pop() {
            // The first best move is the one of the position that the table stores.
            let at = match self.semi.subject().symmetric {
                true => game.symmetric().unwrap().canonical(&at),
                false => at,
            };
            let before = clean.entry(at.clone()).or_default();
            let more = [0, 1].map(|side| sides[side] && !before[side]);
            *before = [0, 1].map(|side| sides[side] || before[side]);
            if more == [false, false] || game.outcome(&at).is_some() {
                continue;
            }
            let mover = game.to_move(&at);
            let mut is_found = false;
            for mv in game.moves(&at) {
                let next = game.play(&at, mv);
                let gain = match game.has_gains() {
                    true => game.gain(&at, mv),
                    false => 0,
                };
                let moved = value(&next).of_move(gain, mover, game.to_move(&next));
                let mut after = more;
                let is_best = moved == Some(value(&at));
                let is_followed = match self.semi.subject().extent {
                    Extent::FirstBest => is_best && !is_found,
                    _ => is_best,
                };
                is_found |= is_best;
                after[usize::from(mover == Player::Second)] &= is_followed;
                if after != [false, false] {
                    open.push((next, after));
                }
            }
        }
        for at in clean.keys() {
            let here = self.semi.probe(game, at).unwrap();
            assert_eq!(here, self.whole.probe(game, at).unwrap(), "{at:?}");
        }
        let all = |table: &Table| table.tiers().map(|tier| tier.positions).sum::<u64>();
        let stored = self.semi.tiers().map(|tier| tier.stored).sum::<u64>();
        assert_eq!(stored, clean.len() as u64);
        (all(self.semi), all(self.whole))
    }
}

#[test]
fn a_table_holds_what_comes_about_while_somebody_makes_no_mistake() {
    let mut fewer = 0;
    for &(spec, asks) in GAMES {
        for &ask in asks {
            let symmetries: &[bool] = match with(spec, Symmetry) {
                true => &[true, false],
                false => &[false],
            };
            let extents = Extent::SEMI_STRONG;
            let kinds = symmetries
                .iter()
                .flat_map(|&symmetric| extents.map(|extent| (symmetric, extent)));
            for (symmetric, extent) in kinds {
                let whole = opened(&subject(spec, ask, symmetric));
                let semi = opened(&of_extent(spec, ask, symmetric, extent));
                assert_eq!(semi.version(), 3);
                let (some, all) = with(
                    spec,
                    Compare {
                        whole: &whole,
                        semi: &semi,
                    },
                );
                fewer += u32::from(some < all);
                let found =
                    verified(&semi, TIGHT).unwrap_or_else(|error| panic!("{spec}: {error}"));
                assert_eq!((found.positions, found.searched), (some, found.left_out));
                assert!(found.left_out > 0 || some == all, "{spec} {ask}");
            }
        }
    }
    assert!(fewer > 15, "{fewer}");
}

struct Symmetry;

impl Visitor for Symmetry {
    type Output = bool;
    fn visit<G: Playable>(self, game: G) -> bool {
        yomikiri::table::symmetry_holds(&game, &[])
    }
}

#[test]
fn bytes_do_not_depend_on_memory_or_threads() {
    for (spec, ask, extent) in [
        ("connect4:cols=4,rows=4", Ask::Winner, Extent::BestMoves),
        ("connect4:cols=4,rows=5", Ask::Winner, Extent::FirstBest),
        ("mnk:rows=3,cols=4,line=3", Ask::Distance, Extent::BestMoves),
        (
            "dots-and-boxes:rows=2,cols=2",
            Ask::Margin,
            Extent::FirstBest,
        ),
    ] {
        let semi = of_extent(spec, ask, true, extent);
        let tight = bytes_of(&semi, TIGHT);
        let roomy = Options {
            threads: 3,
            ..Options::default()
        };
        assert!(bytes_of(&semi, roomy) == tight, "{spec}");
        let table = Table::from_bytes(tight).unwrap();
        let (a, b) = (verified(&table, TIGHT), verified(&table, roomy));
        let (a, b) = (a.unwrap(), b.unwrap());
        assert_eq!((a.positions, a.left_out), (b.positions, b.left_out));
        assert!(b.searched <= a.searched && a.searched == a.left_out);
    }
}

#[test]
fn every_call_of_a_semi_strong_build_may_fail() {
    let semi = semi("mnk:rows=3,cols=3,line=3", Ask::Winner, true);
    survives_all(1, |storage| build_in(&semi, storage, TIGHT));
}

/// Ranks do not fall by one with each move here: several tiers have moves beyond the lowest one.
#[test]
fn every_call_may_fail_where_moves_pass_over_tiers() {
    let semi = of_extent(
        "stones:stones=30,take=1/3/4",
        Ask::Distance,
        false,
        Extent::FirstBest,
    );
    survives_all(7, |storage| build_in(&semi, storage, TIGHT));
}

#[test]
fn a_whole_table_and_a_semi_strong_one_do_not_go_on_with_each_other() {
    let (whole, semi) = (
        subject("tictactoe", Ask::Winner, true),
        semi("tictactoe", Ask::Winner, true),
    );
    let storage = Memory::default();
    build_in(&semi, &storage, TIGHT).unwrap();
    assert_eq!(build_in(&semi, &storage, TIGHT).unwrap(), Built::WasThere);
    let refused = build_in(&whole, &storage, TIGHT).unwrap_err();
    assert!(matches!(refused, TableError::Occupied(_)), "{refused}");
    assert!(refused.to_string().contains("semi-strong"), "{refused}");
}

#[test]
fn a_game_whose_play_may_cycle_is_refused_by_name() {
    let semi = semi("three-mens-morris", Ask::Winner, true);
    let refused = build_in(&semi, &Memory::default(), TIGHT).unwrap_err();
    assert!(matches!(refused, TableError::Unsupported(_)), "{refused:?}");
    assert!(refused.to_string().contains("may cycle"), "{refused}");
}

/// A graph in place of a file.
struct Text(&'static str);

impl Files for Text {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.to_owned())
    }
}

/// The table of one graph, held to another.
fn held_to(built: &'static str, held: &'static str, search_all: bool) -> Result<Verified, String> {
    let subject = semi("graph:file=it", Ask::Margin, false);
    let storage = Memory::default();
    let build = Build {
        subject: &subject,
        storage: &storage,
        options: TIGHT,
    };
    few("graph:file=it", &Text(built), build).unwrap().unwrap();
    let table = Table::from_bytes(storage.file(FILE).unwrap()).unwrap();
    let options = Options {
        search_all,
        ..Options::default()
    };
    let verify = Verify {
        table: &table,
        options,
    };
    let verified = few("graph:file=it", &Text(held), verify).unwrap();
    verified.map_err(|fault| fault.to_string())
}

/// Second may take a draw or make a mistake; First then has several ways to win.
const TRUE: &str = "s second: d a\na first: x y\nd = 0\nx = +3\ny = +1\n";

#[test]
fn false_tables_are_found_out_by_name() {
    let right = held_to(TRUE, TRUE, true).unwrap();
    // y is left out.
    assert_eq!((right.positions, right.left_out, right.searched), (4, 1, 1));
    for (forged, held, part) in [
        // The best move left out: nothing in the table contradicts it, a search does.
        (
            "s second: d a\na first: y\nd = 0\nx = +3\ny = +1\n",
            TRUE,
            "a search finds other best moves",
        ),
        // An end of another value.
        (
            "s second: d a\na first: x y\nd = 0\nx = +4\ny = +1\n",
            TRUE,
            "does not have the value of its outcome",
        ),
        // A move left out of the player who has made no mistake yet, or whose opponent has made none.
        (
            "s second: d b\na first: x\nb first: y\nd = 0\nx = +3\ny = +1\n",
            "s second: d a b\na first: x\nb first: y\nd = 0\nx = +3\ny = +1\n",
            "has a move to a position that is missing",
        ),
        // A position too many.
        (
            "s second: d a\na first: x y\nd = 0\nx = +3\ny = +3\n",
            "s second: d a\na first: x\nd = 0\nx = +3\ny = +3\n",
            "cannot come about",
        ),
        // A value that no move keeps.
        (
            TRUE,
            "s second: d a\na first: y\nd = 0\nx = +3\ny = +1\n",
            "which no move keeps",
        ),
        // A value too low for a move that the table has.
        (
            "s second: d a\na first: y b\nb second: x z\nd = 0\nx = +3\ny = +1\nz = +1\n",
            "s second: d a\na first: y b x\nb second: x z\nd = 0\nx = +3\ny = +1\nz = +1\n",
            "and a move gives `+3`",
        ),
    ] {
        let fault = held_to(forged, held, true).unwrap_err();
        assert!(fault.contains(part), "{forged}: {fault}");
    }
}

#[test]
fn damage_is_noticed() {
    let bytes = bytes_of(
        &semi("mnk:rows=2,cols=2,line=2", Ask::Distance, true),
        TIGHT,
    );
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let found = Table::from_bytes(flipped).and_then(|table| {
            with(
                "mnk:rows=2,cols=2,line=2",
                Verify {
                    table: &table,
                    options: TIGHT,
                },
            )
        });
        assert!(found.is_err(), "bit {bit}");
    }
}
