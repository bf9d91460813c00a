//! Tables of a part of a game: of the positions that play reaches from given ones.

use crate::memory::{Fault, Memory};
use crate::{Build, TIGHT, Verify, built, subject, with};
use std::collections::HashSet;
use yomikiri::Ask;
use yomikiri::capability::Symmetric;
use yomikiri::table::{
    Built, Entry, Extent, FILE, MOST_STARTS, Options, Storage, Subject, Table, TableError, key_of,
    part_from, position_of, symmetry_holds,
};
use yomikiri_games::registry::{Playable, Visitor};

/// Parts of games, in which play cannot cycle and in which it may: starts of one ply and of several, a start that
/// another one leads to, and one at which play is over.
const PARTS: &[(&str, Ask, &[&str])] = &[
    ("tictactoe", Ask::Distance, &["x../.o./...", "xo./.../..."]),
    ("tictactoe", Ask::Winner, &["x../.o./...", "xx./oo./x.."]),
    ("tictactoe", Ask::Winner, &[".../.x./...", "x../.../..."]),
    ("tictactoe", Ask::Distance, &["xxx/oo./..."]),
    (
        "connect4:cols=4,rows=4,line=4",
        Ask::Winner,
        &["..../..../..../x...", "..../..../o.../x..x"],
    ),
    (
        "connect4:cols=4,rows=4,line=4",
        Ask::Winner,
        &["..../..../.o../.x.."],
    ),
    (
        "three-mens-morris",
        Ask::Distance,
        &["o.x/xxo/o..", "xo./.o./..x:4"],
    ),
];

/// The keys of positions, with those of all their mirror images if these are wanted.
pub(crate) struct Keys<'k> {
    pub(crate) from: &'k [&'k str],
    pub(crate) images: bool,
}

impl Visitor for Keys<'_> {
    type Output = Vec<u128>;
    fn visit<G: Playable>(self, game: G) -> Vec<u128> {
        let parsed = self.from.iter().map(|text| game.parse_position(text));
        let mut starts: Vec<G::Position> = parsed.map(|at| at.unwrap()).collect();
        let mut next = 0;
        while self.images && next < starts.len() {
            let view = game.symmetric().unwrap();
            for image in view.images(&starts[next]) {
                if !starts.contains(&image) {
                    starts.push(image);
                }
            }
            next += 1;
        }
        part_from(&game, &starts).unwrap()
    }
}

/// Whether symmetry can be used with these starts.
struct Holds<'h>(&'h [u128]);

impl Visitor for Holds<'_> {
    type Output = bool;
    fn visit<G: Playable>(self, game: G) -> bool {
        symmetry_holds(&game, self.0)
    }
}

/// Compares a table of a part with the table of the whole, and with what play reaches.
struct Compare<'c> {
    part: &'c Table,
    whole: &'c Table,
}

impl Visitor for Compare<'_> {
    type Output = u64;
    fn visit<G: Playable>(self, game: G) -> u64 {
        let from = &self.part.subject().from;
        let starts = from.iter().map(|key| position_of(&game, *key).unwrap());
        let mut open: Vec<G::Position> = starts.collect();
        let mut reached: HashSet<G::Position> = open.iter().cloned().collect();
        while let Some(at) = open.pop() {
            let value = self.part.probe(&game, &at).unwrap();
            assert!(value.is_some(), "{at:?}");
            // Some starts are positions that the whole game does not reach.
            if let Some(known) = self.whole.probe(&game, &at).unwrap() {
                assert_eq!(value, Some(known), "{at:?}");
            }
            if game.outcome(&at).is_none() {
                for mv in game.moves(&at) {
                    let next = game.play(&at, mv);
                    if reached.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        let each = |entry: Entry| {
            let at = position_of(&game, entry.key).unwrap();
            assert!(reached.contains(&at), "{at:?}");
            Ok::<bool, TableError>(true)
        };
        self.part.for_each(each).unwrap();
        reached.len() as u64
    }
}

/// What a table of a part is of.
fn part(spec: &str, ask: Ask, symmetric: bool, from: Vec<u128>) -> Subject {
    Subject {
        from,
        ..subject(spec, ask, symmetric)
    }
}

fn build(subject: &Subject, storage: &Memory, options: Options) -> Result<Built, TableError> {
    let build = Build {
        subject,
        storage,
        options,
    };
    with(&subject.game, build)
}

fn bytes_of(subject: &Subject, options: Options) -> Vec<u8> {
    let storage = Memory::default();
    let built = build(subject, &storage, options);
    built.unwrap_or_else(|error| panic!("{}: {error}", subject.game));
    assert_eq!(storage.names().unwrap(), [FILE]);
    storage.file(FILE).unwrap()
}

fn verify(table: &Table) -> Result<u64, TableError> {
    let options = TIGHT;
    let verified = with(&table.subject().game, Verify { table, options });
    verified.map(|verified| verified.positions)
}

#[test]
fn a_part_is_all_that_play_reaches_from_its_starts() {
    for (spec, ask, from) in PARTS {
        let whole = Table::from_bytes(built(spec, *ask, false, TIGHT)).unwrap();
        for images in [false, true] {
            let from = with(spec, Keys { from, images });
            assert!(!from.is_empty());
            let holds = with(spec, Holds(&from));
            assert!(holds || !images, "{spec}");
            for symmetric in [false, true].into_iter().filter(|with| !with || holds) {
                let subject = part(spec, *ask, symmetric, from.clone());
                let bytes = bytes_of(&subject, TIGHT);
                assert!(bytes == bytes_of(&subject, Options::default()), "{spec}");
                let table = Table::from_bytes(bytes).unwrap();
                assert_eq!((table.version(), table.subject()), (4, &subject));
                let whole = &whole;
                let reached = with(
                    spec,
                    Compare {
                        part: &table,
                        whole,
                    },
                );
                let tiers = table.tiers().map(|tier| tier.positions);
                assert_eq!(tiers.sum::<u64>(), reached, "{spec}");
                assert_eq!(verify(&table).unwrap(), reached, "{spec}");
            }
        }
    }
}

/// In a semi-strong table of a part, both players are clean at its starts.
#[test]
fn semi_strong_tables_of_parts_are_verified() {
    for (spec, ask, from) in PARTS {
        if *spec == "three-mens-morris" {
            continue;
        }
        let from = with(
            spec,
            Keys {
                from,
                images: false,
            },
        );
        let whole = Table::from_bytes(built(spec, *ask, false, TIGHT)).unwrap();
        for extent in Extent::SEMI_STRONG {
            let subject = Subject {
                extent,
                ..part(spec, *ask, false, from.clone())
            };
            let bytes = bytes_of(&subject, TIGHT);
            assert!(bytes == bytes_of(&subject, Options::default()), "{spec}");
            let table = Table::from_bytes(bytes).unwrap();
            assert_eq!((table.version(), table.subject()), (4, &subject));
            verify(&table).unwrap_or_else(|error| panic!("{spec}: {error}"));
            for key in &from {
                let [part, whole] =
                    [&table, &whole].map(|table| with(spec, At { table, key: *key }));
                assert_eq!(part, whole.or_else(|| part.clone()), "{spec}");
            }
        }
    }
}

/// The value of the position with a key, as text.
struct At<'a> {
    table: &'a Table,
    key: u128,
}

impl Visitor for At<'_> {
    type Output = Option<String>;
    fn visit<G: Playable>(self, game: G) -> Option<String> {
        let at = position_of(&game, self.key).unwrap();
        let value = self.table.probe(&game, &at).unwrap();
        value.map(|value| value.to_string())
    }
}

#[test]
fn an_interrupted_build_goes_on_only_from_the_same_starts() {
    for (spec, ask, from) in PARTS {
        let from = with(
            spec,
            Keys {
                from,
                images: false,
            },
        );
        let subject = part(spec, *ask, false, from);
        let undisturbed = Memory::default();
        build(&subject, &undisturbed, TIGHT).unwrap();
        let expected = undisturbed.file(FILE).unwrap();
        let calls = undisturbed.calls();
        for call in (1..calls).step_by((calls / 12).max(1) as usize) {
            let storage = Memory::default();
            storage.fail(call, Fault::Crash);
            let begun = build(&subject, &storage, TIGHT);
            storage.mend();
            if begun.is_err()
                && storage
                    .names()
                    .unwrap()
                    .iter()
                    .any(|name| name == "journal")
            {
                let whole = Subject {
                    from: Vec::new(),
                    ..subject.clone()
                };
                // Without a whole first record, nothing was begun.
                match build(&whole, &storage, TIGHT) {
                    Err(TableError::Occupied(what)) => {
                        assert!(what.contains(", from "), "{what}");
                    }
                    _ => continue,
                }
            }
            build(&subject, &storage, TIGHT).unwrap();
            assert!(
                storage.file(FILE).unwrap() == expected,
                "{spec}: call {call}"
            );
        }
        // A finished one counts as another one too.
        let one = Subject {
            from: subject.from[..1].to_vec(),
            ..subject.clone()
        };
        let again = build(&one, &undisturbed, TIGHT);
        match one == subject {
            true => assert_eq!(again.unwrap(), Built::WasThere),
            false => assert!(matches!(again, Err(TableError::Occupied(_)))),
        }
    }
}

/// Changes the last start of a table, and makes all checksums and the digest right.
fn forged(bytes: &[u8], key: u128) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let body = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let (end, width) = (16 + body, usize::from(bytes[19]).div_ceil(8));
    bytes[end - width..end].copy_from_slice(&key.to_le_bytes()[..width]);
    let check = crc32fast::hash(&bytes[..end]);
    bytes[end..end + 4].copy_from_slice(&check.to_le_bytes());
    let footer = bytes.len() - 56;
    let digest = *blake3::hash(&bytes[..footer]).as_bytes();
    bytes[footer + 24..].copy_from_slice(&digest);
    bytes
}

#[test]
fn a_forged_start_is_noticed() {
    for (spec, ask, from) in [
        ("tictactoe", Ask::Winner, "x../.o./..."),
        ("three-mens-morris", Ask::Distance, "xo./.o./..x:4"),
    ] {
        let keys = |text: &str| {
            let from = &[text][..];
            with(
                spec,
                Keys {
                    from,
                    images: false,
                },
            )
        };
        let subject = part(spec, ask, false, keys(from));
        let bytes = bytes_of(&subject, TIGHT);
        assert!(forged(&bytes, subject.from[0]) == bytes);
        verify(&Table::from_bytes(bytes.clone()).unwrap()).unwrap();
        // One that is not there; and one that is, but that does not lead to the others.
        let others = match spec {
            "tictactoe" => ["o../.x./...", "xx./.o./..."],
            _ => ["x../.../...:1", "xo./.o./.xx:5"],
        };
        for other in others {
            let key = keys(other)[0];
            let table = Table::from_bytes(forged(&bytes, key)).unwrap();
            assert_eq!(table.subject().from, [key]);
            let found = verify(&table);
            assert!(
                matches!(found, Err(TableError::Damaged(_))),
                "{other}: {found:?}"
            );
        }
        // A key of no position.
        let none = (1..1 << 16).find(|key| with(spec, IsNone(*key))).unwrap();
        let table = Table::from_bytes(forged(&bytes, none)).unwrap();
        let found = verify(&table);
        assert!(matches!(&found, Err(TableError::Damaged(what)) if what.contains("no position")));
    }
}

/// Whether no position has a key.
struct IsNone(u128);

impl Visitor for IsNone {
    type Output = bool;
    fn visit<G: Playable>(self, game: G) -> bool {
        position_of(&game, self.0).is_none_or(|at| key_of(&game, &at) != Some(self.0))
    }
}

#[test]
fn what_cannot_be_a_part_is_refused() {
    // The start of the game is no part, given once or twice.
    let from = &[".../.../..."; 2];
    assert_eq!(
        with(
            "tictactoe",
            Keys {
                from,
                images: false
            }
        ),
        []
    );
    let from = &["x../.../..."][..];
    let keys = |images| with("tictactoe", Keys { from, images });
    assert_eq!(keys(false).len(), 1);
    assert!(keys(true).len() == 4 && keys(true).is_sorted());
    let asymmetric = part("tictactoe", Ask::Winner, true, keys(false));
    let refused = build(&asymmetric, &Memory::default(), TIGHT).unwrap_err();
    assert!(matches!(&refused, TableError::Unsupported(why) if why.contains("mirror images")));
    let none = part("tictactoe", Ask::Winner, false, vec![(1 << 18) - 1]);
    let refused = build(&none, &Memory::default(), TIGHT).unwrap_err();
    assert!(matches!(&refused, TableError::Damaged(why) if why.contains("no position")));
    let refused = with("stones:stones=1000000,take=1/2", TooMany);
    assert!(refused.contains(&MOST_STARTS.to_string()), "{refused}");
}

/// The error of too many starts.
struct TooMany;

impl Visitor for TooMany {
    type Output = String;
    fn visit<G: Playable>(self, game: G) -> String {
        let positions = (0..=MOST_STARTS as u128).map(|key| position_of(&game, key).unwrap());
        let positions: Vec<G::Position> = positions.collect();
        part_from(&game, &positions).unwrap_err().to_string()
    }
}
