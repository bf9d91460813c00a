//! Files that are missing, cut off, changed or another task's, and calls that fail.

use super::*;
use crate::memory::Fault;

/// The bytes of the head of a shard.
const HEAD: usize = 140;

/// Whatever happens to one file, the table comes out right, and the file is named where it matters.
pub(super) fn mends(
    subject: &Subject,
    expected: &[u8],
    spoil: impl Fn(&Cut<'_>, &str) -> Option<Vec<u8>>,
) {
    let cut = all_but_finish(subject);
    let good: Vec<(String, Vec<u8>)> = names(&cut)
        .into_iter()
        .map(|name| (name.clone(), cut.store.file(&name).unwrap()))
        .collect();
    for (name, bytes) in &good {
        match spoil(&cut, name) {
            Some(spoilt) => cut.store.put(name, spoilt),
            None => cut.store.remove(name).unwrap(),
        }
        let spoilt = cut.store.file(name);
        work(&cut, 3, false);
        assert!(cut.store.file(FILE).unwrap() == expected, "{name}");
        let again = cut.store.file(name);
        // What the table does not need may stay as it is.
        assert!(again.as_ref() == Some(bytes) || again == spoilt, "{name}");
        cut.store.put(name, bytes.clone());
        cut.store.remove(FILE).unwrap();
        assert_eq!(
            names(&cut),
            good.iter()
                .map(|(name, _)| name.clone())
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_file_that_is_missing_is_made_again() {
    let subject = subject("tictactoe", Ask::Winner, true);
    mends(&subject, &one_go(&subject), |_, _| None);
}

#[test]
fn a_file_that_is_cut_off_is_made_again() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let expected = one_go(&subject);
    for part in [0, 1, 2, 3] {
        mends(&subject, &expected, |cut, name| {
            let mut bytes = cut.store.file(name).unwrap();
            bytes.truncate(bytes.len() * part / 4 + part);
            Some(bytes)
        });
    }
}

#[test]
fn a_shard_in_the_place_of_another_is_made_again() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let expected = one_go(&subject);
    let other = crate::subject("tictactoe", Ask::Distance, true);
    let other = all_but_finish(&other);
    mends(&subject, &expected, |_, name| other.store.file(name));
    let first = |cut: &Cut<'_>, _: &str| cut.store.file("keys-0-0");
    mends(&subject, &expected, first);
}

#[test]
fn the_other_game_is_told() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let cut = all_but_finish(&subject);
    let other = Subject {
        rules: [1; 32],
        ..subject.clone()
    };
    let other = all_but_finish(&other);
    cut.store
        .put("keys-3-0", other.store.file("keys-3-0").unwrap());
    match with("tictactoe", Run(&cut, Task::Finish)).unwrap() {
        Ran::SetAside(aside) => {
            let [(Task::Keys(3, 0), why)] = &aside[..] else {
                panic!("{aside:?}");
            };
            assert_eq!(why, "`keys-3-0`: it is a shard of another game");
        }
        ran => panic!("{ran:?}"),
    }
    assert_eq!(standing(&cut.store).unwrap().ready, [Task::Keys(3, 0)]);
}

/// Flips each bit of each finished shard: the check of its task tells that it is wrong, by its name.
pub(super) fn every_bit_counts(subject: &Subject) {
    let cut = all_but_finish(subject);
    for name in names(&cut) {
        let good = cut.store.file(&name).unwrap();
        let task: Task = name.parse().unwrap();
        let check = || with(spec_of(subject), Check(&cut, task)).unwrap();
        assert_eq!(check(), Checked::Right, "{name}");
        for bit in 0..good.len() * 8 {
            let mut flipped = good.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            cut.store.put(&name, flipped);
            match check() {
                Checked::Wrong(why) => assert!(why.contains(&name), "{why}"),
                other => panic!("{name}, bit {bit}: {other:?}"),
            }
        }
        cut.store.put(&name, good);
    }
}

#[test]
fn every_flipped_bit_is_found() {
    every_bit_counts(&subject("mnk:rows=2,cols=3,line=3", Ask::Winner, true));
}

#[test]
fn a_flipped_bit_is_mended_on_the_way() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let expected = one_go(&subject);
    for seed in 0..20 {
        mends(&subject, &expected, |cut, name| {
            let mut bytes = cut.store.file(name).unwrap();
            let bit = Random::new(seed).below(bytes.len() as u64 * 8) as usize;
            bytes[bit / 8] ^= 1 << (bit % 8);
            Some(bytes)
        });
    }
}

/// Whatever file is damaged, missing or cannot be read, each other task is right, or cannot be done again for this file, which is named; no file
/// is changed. In each state of a file, one in `part` of the others is checked: with 3, each pair in one of the three states.
fn others_are_still_checked(subject: &Subject, part: usize) {
    let cut = all_but_finish(subject);
    let all = names(&cut);
    let mut unknown = 0;
    for (at, spoilt) in all.iter().enumerate() {
        let good = cut.store.file(spoilt).unwrap();
        let mut bad = good.clone();
        bad[good.len() / 2] ^= 1;
        for (state, file) in [Some(bad), None, Some(good.clone())]
            .into_iter()
            .enumerate()
        {
            match &file {
                Some(same) if *same == good => {
                    cut.store.withhold(Some(spoilt));
                    let own = with(spec_of(subject), Check(&cut, spoilt.parse().unwrap()));
                    assert!(matches!(own, Ok(Checked::Unknown(_))), "{own:?}");
                }
                Some(bad) => cut.store.put(spoilt, bad.clone()),
                None => cut.store.remove(spoilt).unwrap(),
            }
            for name in all.iter().skip((at + state) % part).step_by(part) {
                if name == spoilt {
                    continue;
                }
                let checked = with(spec_of(subject), Check(&cut, name.parse().unwrap()));
                match checked.unwrap() {
                    Checked::Right => {}
                    Checked::Unknown(why) => {
                        assert!(why.contains(spoilt), "{name}: {why}");
                        unknown += 1;
                    }
                    checked => panic!("{name} without {spoilt}: {checked:?}"),
                }
            }
            cut.store.withhold(None);
            assert_eq!(cut.store.file(spoilt), file);
            cut.store.put(spoilt, good.clone());
        }
        assert_eq!(names(&cut), all);
    }
    assert!(unknown > all.len(), "{unknown}");
}

#[test]
fn tasks_are_checked_beside_one_that_is_damaged() {
    others_are_still_checked(&subject("mnk:rows=2,cols=3,line=3", Ask::Winner, true), 1);
    others_are_still_checked(&subject("three-mens-morris", Ask::Winner, true), 3);
}

#[test]
fn a_damaged_plan_is_not_replaced_by_another_while_its_files_are_there() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let cut = all_but_finish(&subject);
    let plan = cut.store.file("plan").unwrap();
    let mut other = all_but_finish(&subject);
    other.store = cut.store.clone();
    other.cutting.shards += 1;
    for is_lost in [false, true] {
        cut.store.put("plan", plan[..plan.len() / 2].to_vec());
        if is_lost {
            cut.store.remove("plan").unwrap();
        }
        match with("tictactoe", Planned(&other)) {
            Err(TableError::Occupied(why)) => assert!(why.contains("another plan"), "{why}"),
            plan => panic!("{plan:?}"),
        }
        with("tictactoe", Planned(&cut)).unwrap();
        assert_eq!(cut.store.file("plan"), Some(plan.clone()));
    }
}

#[test]
fn a_plan_in_the_place_of_another_is_told_before_its_files_are_thrown_away() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let cut = all_but_finish(&subject);
    let other = crate::subject("tictactoe", Ask::Distance, true);
    let other = all_but_finish(&other);
    let is_of_store = || Plan::read(&cut.store)?.is_of_store(&cut.store);
    is_of_store().unwrap();
    // Files of another plan are damage, as long as one is of this plan.
    let good: Vec<(String, Vec<u8>)> = names(&cut)
        .into_iter()
        .map(|name| (name.clone(), cut.store.file(&name).unwrap()))
        .collect();
    let foreign = names(&other);
    let last = foreign.iter().rfind(|name| *name != "plan");
    for name in &foreign {
        if name != "plan" && Some(name) != last {
            cut.store.put(name, other.store.file(name).unwrap());
            is_of_store().unwrap();
        }
    }
    for (name, bytes) in good {
        cut.store.put(&name, bytes);
    }
    cut.store.put("plan", other.store.file("plan").unwrap());
    let is_told = || match is_of_store() {
        Err(TableError::Occupied(why)) => assert!(why.contains("put theirs back"), "{why}"),
        came => panic!("{came:?}"),
    };
    is_told();
    // So do tasks that are at work when that happens.
    let before = names(&cut);
    for task in ["cut-0", "keys-1-0", "values-2-0", "finish"] {
        match with("tictactoe", Run(&cut, task.parse().unwrap())) {
            Err(TableError::Occupied(_)) => {}
            came => panic!("{task}: {came:?}"),
        }
    }
    assert_eq!(names(&cut), before);
    // However little there is.
    for name in names(&cut) {
        if !["plan", "cut-0"].contains(&&*name) {
            cut.store.remove(&name).unwrap();
        }
    }
    is_told();
}

#[test]
fn a_table_that_is_damaged_is_made_again() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let expected = one_go(&subject);
    let cut = all_but_finish(&subject);
    let finish = || with("tictactoe", Run(&cut, Task::Finish)).unwrap();
    for at in (0..expected.len()).step_by(3) {
        let mut spoilt = expected.clone();
        spoilt[at] ^= 0x10;
        for spoilt in [spoilt, expected[..at].to_vec()] {
            cut.store.put(FILE, spoilt);
            assert!(matches!(finish(), Ran::Remade(_)), "{at}");
            assert!(cut.store.file(FILE).unwrap() == expected, "{at}");
        }
    }
    assert_eq!(finish(), Ran::WasThere);
}

#[test]
fn the_table_of_something_else_is_not_taken_for_that_of_the_plan() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let cut = all_but_finish(&subject);
    let table = one_go(&crate::subject("tictactoe", Ask::Distance, true));
    cut.store.put(FILE, table);
    for came in [
        standing(&cut.store).map(|_| ()),
        with("tictactoe", Planned(&cut)).map(|_| ()),
        with("tictactoe", Run(&cut, Task::Finish)).map(|_| ()),
    ] {
        match came {
            Err(TableError::Occupied(why)) => assert!(why.contains("distance"), "{why}"),
            came => panic!("{came:?}"),
        }
    }
}

/// Writes the checksum of a head anew.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let check = crc32fast::hash(&bytes[..HEAD - 4]);
    bytes[HEAD - 4..HEAD].copy_from_slice(&check.to_le_bytes());
    bytes
}

#[test]
fn a_cut_that_cannot_be_is_made_again_though_its_checksums_are_right() {
    for (spec, names) in [
        ("tictactoe", &["cut-3"][..]),
        ("three-mens-morris", &["cut-3", "join", "round-2"]),
    ] {
        let subject = subject(spec, Ask::Winner, true);
        let cut = all_but_finish(&subject);
        for name in names {
            let good = cut.store.file(name).unwrap();
            let mut bytes = good.clone();
            // The number of ranges.
            bytes[88] += 1;
            cut.store.put(name, sealed(bytes));
            let task: Task = name.parse().unwrap();
            assert_eq!(standing(&cut.store).unwrap().ready, [task]);
            let came = with(spec, Run(&cut, task)).unwrap();
            assert!(matches!(came, Ran::Remade(_)), "{came:?}");
            assert_eq!(cut.store.file(name), Some(good));
            cut.store.remove(&format!("bad-{name}")).unwrap();
        }
    }
}

#[test]
fn a_file_of_a_newer_version_is_left_alone() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let cut = all_but_finish(&subject);
    let mut bytes = cut.store.file("keys-3-0").unwrap();
    // The version follows the eight bytes of the magic.
    bytes[8] += 1;
    let bytes = sealed(bytes);
    cut.store.put("keys-3-0", bytes.clone());
    for task in [Task::Keys(3, 0), Task::Finish, Task::Cut(4)] {
        if task == Task::Cut(4) {
            cut.store.remove("cut-4").unwrap();
        }
        match with("tictactoe", Run(&cut, task)) {
            Err(TableError::Format(why)) => assert!(why.contains("`keys-3-0`"), "{why}"),
            ran => panic!("{task}: {ran:?}"),
        }
    }
    assert_eq!(cut.store.file("keys-3-0"), Some(bytes));
}

#[test]
fn a_false_value_with_right_checksums_is_found() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let cut = all_but_finish(&subject);
    // The shard of a game that is the same but for its values, under the same digest: misère.
    let misere = Subject {
        game: "mnk:rows=3,cols=3,line=3,misere=yes".to_owned(),
        ..subject.clone()
    };
    let other = Cut {
        subject: &misere,
        store: cut.store.clone(),
        ..all_but_finish(&subject)
    };
    let task = Task::Values(9, 0);
    assert_eq!(
        with("tictactoe", Check(&cut, task)).unwrap(),
        Checked::Right
    );
    match with(&misere.game, Check(&other, task)).unwrap() {
        Checked::Wrong(why) => assert!(why.contains("follows from the rules"), "{why}"),
        other => panic!("{other:?}"),
    }
}

/// Does all tasks, each after the first call that it makes has failed, the second, and so on.
pub(super) fn each_call_fails(subject: &Subject, cut: &Cut<'_>, fault: Fault) {
    let mut n = 0;
    loop {
        let ready = standing(&cut.store).unwrap().ready;
        let Some(&task) = ready.first() else {
            break;
        };
        // The first call fails, then the second, until the task is done before the call comes.
        n += 1;
        cut.store.fail(n, fault);
        let ran = with(spec_of(subject), Run(cut, task));
        cut.store.mend();
        match ran {
            Ok(Ran::Done | Ran::Remade(_)) => n = 0,
            Ok(Ran::WasThere) | Err(TableError::Io { .. }) => {}
            ran => panic!("{task}, {fault:?} at call {n}: {ran:?}"),
        }
    }
}

#[test]
fn whatever_call_fails_the_task_is_done_another_time() {
    let subject = subject("mnk:rows=2,cols=3,line=3", Ask::Winner, true);
    let expected = one_go(&subject);
    for fault in [Fault::Error, Fault::NoSpace, Fault::Short, Fault::Crash] {
        let cut = cut(&subject, 2, 10, Options::default());
        each_call_fails(&subject, &cut, fault);
        assert!(cut.store.file(FILE).unwrap() == expected, "{fault:?}");
        // A crash may have come before everything was tidied up.
        with(spec_of(&subject), Run(&cut, Task::Finish)).unwrap();
        let left = cut.store.names().unwrap();
        assert!(
            left.iter().all(|name| !name.starts_with("part-")),
            "{left:?}"
        );
    }
}
