//! Tables as certificates of all their values.

use crate::parts::Parts;
use crate::shelf::Shelf;
use crate::{TestFiles, judge, verdict};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use yomikiri_catalog::table::{Disk, Extent, OpenTable, Options, Subject};
use yomikiri_catalog::{AllError, Ask, Control, open};
use yomikiri_check::{Fault, Reason};

/// Where a table is built, and deleted in the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A table's certificate, and how many positions it lists.
fn certified(spec: &str, ask: Ask, symmetric: bool) -> Result<(Vec<u8>, u64), AllError> {
    certified_of(spec, ask, symmetric, Extent::Whole)
}

/// The same of a table of other positions.
fn certified_of(
    spec: &str,
    ask: Ask,
    symmetric: bool,
    extent: Extent,
) -> Result<(Vec<u8>, u64), AllError> {
    let start = &["start".to_owned()];
    certified_from(spec, ask, Some(symmetric), extent, start)
}

/// The certificate of a table of a game from these positions.
fn certified_from(
    spec: &str,
    ask: Ask,
    symmetric: Option<bool>,
    extent: Extent,
    from: &[String],
) -> Result<(Vec<u8>, u64), AllError> {
    let game = open(spec, &TestFiles).unwrap();
    // Tests run beside each other, and some of them build the same table.
    static BUILT: AtomicUsize = AtomicUsize::new(0);
    let number = BUILT.fetch_add(1, Ordering::Relaxed);
    let name = format!("values-{number}");
    let folder = Folder(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
    let _ = std::fs::remove_dir_all(&folder.0);
    std::fs::create_dir_all(&folder.0).unwrap();
    let subject = Subject {
        extent,
        ..game.part(ask, symmetric, from).unwrap()
    };
    let options = Options {
        threads: 1,
        ..Options::default()
    };
    let storage = Disk::at(&folder.0).unwrap();
    let control = &mut Control::new();
    game.build_table(&subject, &storage, &options, control, &mut |_| {})
        .unwrap();
    let table = OpenTable::open(&folder.0.join(yomikiri_catalog::table::FILE)).unwrap();
    game.certify_table(&table, control)
}

#[test]
fn every_value_of_a_table_is_checked() {
    let mut shelf = Shelf::new("values");
    for (number, (spec, asks, symmetric, counted)) in [
        ("tictactoe", &Ask::ALL[..], true, Some((4520, "draw"))),
        ("tictactoe", &Ask::ALL, false, Some((4520, "draw"))),
        ("connect4:cols=4,rows=3,line=3", &Ask::ALL, true, None),
        ("notakto:boards=1", &Ask::ALL, true, None),
        (
            "weighted-tictactoe:weights=0/1/2/3/4/5/6/7/-9",
            &Ask::ALL,
            false,
            None,
        ),
        (
            "grid-walk:cells=---/+-+/+--",
            &[Ask::Margin],
            false,
            Some((8, "+2")),
        ),
        (
            "stones:stones=21,take=1/2/3",
            &[Ask::Winner, Ask::Distance],
            false,
            None,
        ),
    ]
    .into_iter()
    .enumerate()
    {
        for &ask in asks {
            let (bytes, positions) = certified(spec, ask, symmetric).unwrap();
            let proved = judge(&bytes).unwrap_or_else(|fault| panic!("{spec} {ask}: {fault}"));
            let all = proved.all.unwrap();
            assert_eq!(all.positions.iter().sum::<u64>(), positions, "{spec} {ask}");
            if let Some((known, value)) =
                counted.filter(|(_, value)| ask == Ask::Winner || *value == "+2")
            {
                assert_eq!(positions, known);
                assert_eq!(proved.exact().unwrap().to_string(), value);
            }
            shelf.put(&format!("values-{number}-{ask}"), &bytes);
        }
    }
}

/// A table of a part of a game is certified from the position that it starts from, if there is only one.
#[test]
fn every_value_of_a_part_is_checked() {
    let mut shelf = Shelf::new("values-part");
    for (spec, ask, from, value) in [
        ("tictactoe", Ask::Distance, ".../.x./...", "draw"),
        ("tictactoe", Ask::Winner, "start after 1,1 1,2", "first"),
        (
            "connect4:cols=4,rows=4",
            Ask::Winner,
            "start after 1 2 1",
            "draw",
        ),
        ("grid-walk:cells=---/+-+/+--", Ask::Margin, "1,2", "+3"),
    ] {
        for extent in [Extent::Whole, Extent::BestMoves, Extent::FirstBest] {
            let from = &[from.to_owned()];
            let (bytes, positions) = certified_from(spec, ask, None, extent, from).unwrap();
            let proved = judge(&bytes).unwrap_or_else(|fault| panic!("{spec} {ask}: {fault}"));
            let all = proved.all.unwrap();
            assert_eq!(all.positions.iter().sum::<u64>(), positions, "{spec}");
            assert_eq!(proved.exact().unwrap().to_string(), value, "{spec}");
            shelf.put_next(&bytes);
        }
    }
    let several = ["x../.../...", ".x./.../..."].map(str::to_owned);
    let refused = certified_from("tictactoe", Ask::Winner, None, Extent::Whole, &several);
    assert!(matches!(refused, Err(AllError::NotLocal(why)) if why.contains("several")));
}

#[test]
fn values_that_do_not_prove_each_other_are_refused() {
    let cycle = "graph:text=a first: a b; b second: c d; c first: a d; d = first";
    assert!(certified(cycle, Ask::Distance, false).is_ok());
    for (spec, ask) in [
        (cycle, Ask::Winner),
        (
            "graph:text=endless first; a first: a b; b = draw",
            Ask::Distance,
        ),
        ("circle:places=7,first=3/6,second=1/5", Ask::Distance),
    ] {
        let refused = certified(spec, ask, false);
        assert!(
            matches!(refused, Err(AllError::NotLocal(_))),
            "{spec} {ask}"
        );
    }
}

#[test]
fn forged_values_are_named() {
    let mut shelf = Shelf::new("values-forged");
    let (board, _) = certified("tictactoe", Ask::Winner, true).unwrap();
    let (speed, _) = certified("tictactoe", Ask::Distance, true).unwrap();
    let (walk, _) = certified("grid-walk:cells=---/+-+/+--", Ask::Margin, false).unwrap();
    let mut wrong = Vec::new();
    let mut forge = |name: &str, good: &[u8], expected: Reason, change: &dyn Fn(&mut Parts)| {
        let mut parts = Parts::of(good);
        assert_eq!(verdict(&parts.bytes()), "proved");
        change(&mut parts);
        let bytes = parts.bytes();
        if !matches!(judge(&bytes), Err(Fault::Rejected { reason, .. }) if reason == expected) {
            wrong.push(format!("{name}: {}", verdict(&bytes)));
        }
        shelf.put(name, &bytes);
    };
    forge("value", &board, Reason::ValueNotKept, &|p| {
        p.halves[0].moves[0] = 0
    });
    forge("value-of-none", &board, Reason::BadNumbers, &|p| {
        p.halves[0].moves[7] = 3
    });
    forge("dropped", &board, Reason::MissingPosition, &|p| {
        p.halves[0].drop(1)
    });
    forge("root-dropped", &board, Reason::MissingPosition, &|p| {
        p.halves[0].drop(0)
    });
    forge("over", &board, Reason::GameIsOver, &|p| {
        let half = &mut p.halves[0];
        let over = 0b111 << 9 | 0b1_1001_0000;
        let at = half.codes.partition_point(|&code| code < over);
        half.codes.insert(at, over);
        half.moves.insert(at, 2);
    });
    forge("other-question", &board, Reason::BadNumbers, &|p| {
        p.set("ask", "distance")
    });
    forge("other-claim", &board, Reason::IllegalMove, &|p| {
        let all = p.header.iter_mut().find(|line| *line == "all").unwrap();
        *all = "least first".to_owned();
        for mv in &mut p.halves[0].moves {
            *mv = 0;
        }
    });
    forge("rules", &board, Reason::MissingPosition, &|p| {
        p.replace("line 4 5 6", "line 4 5 9")
    });
    forge("sooner", &speed, Reason::ValueNotKept, &|p| {
        let won = p.halves[0]
            .moves
            .iter()
            .position(|&number| number == 6)
            .unwrap();
        p.halves[0].moves[won] = 2;
    });
    forge("one", &speed, Reason::BadNumbers, &|p| {
        p.halves[0].moves[3] = 1
    });
    forge("points", &walk, Reason::ValueNotKept, &|p| {
        p.halves[0].moves[0] += 2
    });
    forge("won", &walk, Reason::ValueNotKept, &|p| {
        p.halves[0].moves[0] = 0
    });
    forge("gains", &walk, Reason::BadClaim, &|p| {
        p.set("ask", "winner")
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Tables of fewer positions: of each value one player can be sure, and the root's is exact.
#[test]
fn every_value_of_a_semi_strong_table_is_checked() {
    let mut shelf = Shelf::new("values-semi-strong");
    for (spec, asks, value) in [
        ("tictactoe", &Ask::ALL[..], "draw"),
        ("connect4:cols=4,rows=4", &[Ask::Winner], "draw"),
        (
            "mnk:rows=3,cols=4,line=3",
            &[Ask::Winner, Ask::Distance],
            "first",
        ),
        ("grid-walk:cells=---/+-+/+--", &[Ask::Margin], "+2"),
        ("stones:stones=21,take=1/2/3", &[Ask::Winner], "first"),
        (
            "weighted-tictactoe:weights=0/1/2/3/4/5/6/7/-9",
            &[Ask::Margin],
            "",
        ),
    ] {
        for &ask in asks {
            let (_, whole) = certified(spec, ask, false).unwrap();
            for extent in Extent::SEMI_STRONG {
                for symmetric in [false, true] {
                    if symmetric && !spec.starts_with("tic") && !spec.starts_with("mnk") {
                        continue;
                    }
                    let (bytes, positions) = certified_of(spec, ask, symmetric, extent).unwrap();
                    let proved =
                        judge(&bytes).unwrap_or_else(|fault| panic!("{spec} {ask}: {fault}"));
                    let all = proved.all.unwrap();
                    assert!(all.semi_strong && positions <= whole, "{spec} {ask}");
                    assert_eq!(all.positions.iter().sum::<u64>(), positions);
                    if ask != Ask::Distance && ask == asks[0] {
                        let exact = proved.exact().unwrap().to_string();
                        assert!(value.is_empty() || exact == value, "{spec}: {exact}");
                    }
                    shelf.put_next(&bytes);
                }
            }
        }
    }
    let cycle = "graph:text=a first: b; b = draw";
    let refused = certified_of(cycle, Ask::Distance, false, Extent::BestMoves);
    assert!(matches!(refused, Err(AllError::NotLocal(_))));
}

#[test]
fn forged_values_of_a_semi_strong_table_are_named() {
    let mut shelf = Shelf::new("values-semi-strong-forged");
    let of = |spec, ask| certified_of(spec, ask, true, Extent::FirstBest).unwrap().0;
    let board = of("tictactoe", Ask::Winner);
    let speed = of("mnk:rows=3,cols=4,line=3", Ask::Distance);
    let mut wrong = Vec::new();
    let mut kinds = 0;
    let mut forge = |name: &str, good: &[u8], expected: Reason, change: &dyn Fn(&mut Parts)| {
        let mut parts = Parts::of(good);
        assert_eq!(verdict(&parts.bytes()), "proved");
        change(&mut parts);
        let bytes = parts.bytes();
        if !matches!(judge(&bytes), Err(Fault::Rejected { reason, .. }) if reason == expected) {
            wrong.push(format!("{name}: {}", verdict(&bytes)));
        }
        shelf.put(name, &bytes);
        kinds += 1;
    };
    let claim = |p: &mut Parts, text: &str| {
        let both = p.header.iter_mut().find(|line| *line == "both").unwrap();
        *both = text.to_owned();
    };
    // A value of the root that nobody, or only one player, can be sure of.
    forge("value", &board, Reason::ValueNotKept, &|p| {
        p.halves[0].moves[0] = 0
    });
    forge("value-of-none", &board, Reason::BadNumbers, &|p| {
        p.halves[0].moves[7] = 3
    });
    forge("root-dropped", &board, Reason::MissingPosition, &|p| {
        p.halves[0].drop(0)
    });
    // After the first move: a reply of somebody's is not answered any more, and the root has but one who is sure.
    forge("reply-dropped", &board, Reason::ClaimNotKept, &|p| {
        let at = p.halves[0]
            .codes
            .iter()
            .position(|code| code.count_ones() == 1);
        p.halves[0].drop(at.unwrap());
    });
    // Only the root is left: its moves lead nowhere.
    forge("all-dropped", &board, Reason::ValueNotKept, &|p| {
        while p.halves[0].codes.len() > 1 {
            p.halves[0].drop(1);
        }
    });
    // A position too many, whose value agrees with the moves that are listed, but of which nobody can be sure by these.
    let stray = |code: u128, value: u128| {
        move |p: &mut Parts| {
            let half = &mut p.halves[0];
            let at = half.codes.partition_point(|&known| known < code);
            half.codes.insert(at, code);
            half.moves.insert(at, value);
        }
    };
    let is_stray = |&(code, value): &(u128, u128)| {
        let mut parts = Parts::of(&board);
        stray(code, value)(&mut parts);
        matches!(
            judge(&parts.bytes()),
            Err(Fault::Rejected {
                reason: Reason::NobodySure,
                ..
            })
        )
    };
    let codes = (0..1u128 << 18).filter(|code| code.count_ones() == 3 && code & code >> 9 == 0);
    let (code, value) = codes
        .flat_map(|code| [(code, 0), (code, 1), (code, 2)])
        .find(is_stray)
        .unwrap();
    forge("stray", &board, Reason::NobodySure, &stray(code, value));
    forge("over", &board, Reason::GameIsOver, &|p| {
        let half = &mut p.halves[0];
        let over = 0b111 << 9 | 0b1_1001_0000;
        let at = half.codes.partition_point(|&code| code < over);
        half.codes.insert(at, over);
        half.moves.insert(at, 2);
    });
    forge("no-position", &board, Reason::NotAPosition, &|p| {
        let half = &mut p.halves[0];
        half.codes.push(1 << 100);
        half.moves.push(1);
    });
    forge("sooner", &speed, Reason::ValueNotKept, &|p| {
        let won = p.halves[0].moves.iter().position(|&number| number == 6);
        p.halves[0].moves[won.unwrap()] = 2;
    });
    forge("as-all", &board, Reason::BadHeader, &|p| claim(p, "all"));
    forge(
        "as-all-of-version-1",
        &board,
        Reason::MissingPosition,
        &|p| {
            p.header[0] = "yomikiri certificate 1".to_owned();
            claim(p, "all");
        },
    );
    forge("both-of-version-1", &board, Reason::BadHeader, &|p| {
        p.header[0] = "yomikiri certificate 1".to_owned();
    });
    forge("version-5", &board, Reason::UnknownVersion, &|p| {
        p.header[0] = "yomikiri certificate 5".to_owned();
    });
    forge("half-of-version-3", &board, Reason::BadHeader, &|p| {
        claim(p, "least draw")
    });
    forge("rules", &board, Reason::ValueNotKept, &|p| {
        p.replace("line 4 5 6", "line 4 5 9")
    });
    forge("graph", &board, Reason::BadClaim, &|p| {
        p.rules = "graph\nendless draw\n1 = draw\n".to_owned();
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(kinds >= 16);
}
