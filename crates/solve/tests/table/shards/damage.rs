//! Files that are missing, cut off, changed or another task's, and calls that fail.

use super::*;
use crate::memory::Fault;

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
            Ok(Ran::Done) => n = 0,
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
