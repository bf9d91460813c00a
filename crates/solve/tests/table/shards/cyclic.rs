//! The same for games whose play may cycle: plies for tiers, and rounds that take moves back.

use super::damage::{each_call_fails, every_bit_counts, mends};
use super::*;
use crate::memory::Fault;

/// Games whose play may cycle: draws by endless play, distances, points, moves that are made by one side only.
const SMALL: &[(&str, &[Ask])] = &[
    ("three-mens-morris", &Ask::ALL),
    ("examples/rules/pong-hau-ki.toml", &Ask::ALL),
    ("examples/rules/king-and-rook.toml", &[Ask::Distance]),
    ("graph:file=examples/loop.graph", &Ask::ALL),
];

#[test]
fn the_bytes_are_those_of_one_go() {
    for (spec, asks) in SMALL {
        for symmetric in [false, with(spec, Symmetry)] {
            for &ask in *asks {
                let subject = subject(spec, ask, symmetric);
                let expected = one_go(&subject);
                // Mostly with symmetry, as that is the case of real life, and the smaller one.
                let cuts: &[(u64, u64)] = match symmetric {
                    true => &[(1, 1), (7, 1), (64, 30)],
                    false => &[(5, 100)],
                };
                for &(shards, least) in cuts {
                    same(&subject, &expected, shards, least, Options::default());
                }
            }
        }
    }
}

#[test]
fn a_thousand_shards_are_mostly_empty_and_no_matter() {
    let subject = subject("examples/rules/pong-hau-ki.toml", Ask::Distance, true);
    same(&subject, &one_go(&subject), 1000, 1, Options::default());
}

#[test]
#[ignore = "minutes: cargo test --release -p yomikiri --test table shards -- --ignored"]
fn six_mens_morris_is_cut_like_small_games() {
    for ask in [Ask::Winner, Ask::Distance] {
        let subject = subject("six-mens-morris", ask, true);
        let expected = one_go(&subject);
        let threads = Options {
            threads: 2,
            ..Options::default()
        };
        same(&subject, &expected, 7, 1, threads);
    }
}

#[test]
fn neither_threads_nor_memory_change_a_file() {
    let subject = subject("three-mens-morris", Ask::Distance, true);
    let one = cut(&subject, 5, 1, Options::default());
    work(&one, 1, false);
    let other = cut(
        &subject,
        5,
        1,
        Options {
            threads: 3,
            memory: 6 << 20,
            ..Options::default()
        },
    );
    work(&other, 2, false);
    assert_eq!(names(&one), names(&other));
    for name in names(&one) {
        assert!(one.store.file(&name) == other.store.file(&name), "{name}");
    }
}

/// Does a task with what the tasks before it hold in memory.
struct RunHeld<'c>(&'c Cut<'c>, &'c Held, Task);

impl Visitor for RunHeld<'_> {
    type Output = Result<Ran, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let scratch = Memory::default();
        let mut room = self.0.room(&scratch);
        room.held = Some(self.1);
        shard::run(&game, &room, self.2, &mut Control::new(), &mut |_| {})
    }
}

#[test]
fn what_is_held_in_memory_saves_reading_and_changes_no_file() {
    let subject = subject("three-mens-morris", Ask::Distance, true);
    let without = cut(&subject, 5, 1, Options::default());
    work(&without, 1, false);
    // Room for all ranges, and for none.
    let reads = [1 << 30, 0].map(|memory| {
        let cut = cut(&subject, 5, 1, Options::default());
        let held = Held::new(memory, 1);
        let (mut tasks, mut read) = (0, 0);
        while let Some(&task) = standing(&cut.store).unwrap().ready.first() {
            cut.store.opened("");
            let ran = with(spec_of(&subject), RunHeld(&cut, &held, task));
            assert_eq!(ran.unwrap(), Ran::Done);
            if let Task::Back(_, number) = task {
                tasks += 1;
                // Its keys are in the file of the task that opened it.
                read += usize::from(cut.store.opened(&Task::Open(number).to_string()) > 0);
            }
        }
        assert_eq!(names(&cut), names(&without));
        for name in names(&cut) {
            assert!(cut.store.file(&name) == without.store.file(&name), "{name}");
        }
        (read, tasks)
    });
    let [(all, tasks), (none, _)] = reads;
    assert!(tasks > 20, "{tasks} tasks are too few to tell");
    assert!(all < tasks / 2 && none == tasks, "{reads:?}");
}

#[test]
fn no_round_is_read_once_for_each_other_round() {
    let subject = subject("examples/rules/king-and-rook.toml", Ask::Distance, false);
    let cut = cut(&subject, 3, 100, Options::default());
    let run = |task: Task| with(spec_of(&subject), Run(&cut, task)).unwrap();
    let (mut watch, mut looks, mut read) = (Watch::default(), 0, 0);
    let mut for_values = Vec::new();
    loop {
        let calls = cut.store.calls();
        let ready = watch.standing(&cut.store).unwrap().ready;
        // The plan and the names, and at most one file that says what is to be done; in the end the frame of the table.
        let calls = cut.store.calls() - calls;
        assert!(
            calls <= if ready.is_empty() { 20 } else { 16 },
            "{calls} calls at look {looks}"
        );
        looks += 1;
        read += cut.store.opened("round-");
        let Some(&task) = ready.first() else {
            break;
        };
        assert_eq!(run(task), Ran::Done);
        let opened = cut.store.opened("round-");
        if let Task::Values(..) = task {
            for_values.push(opened);
        }
    }
    let rounds = cut.store.made("part-a-round-");
    assert!(rounds > 20, "{rounds} rounds are too few to tell");
    assert_eq!(read, rounds, "looks read each once");
    assert_eq!(for_values.len(), 3);
    for opened in for_values {
        assert!(
            opened < rounds / 2 + 2,
            "{opened} of {rounds} read for values"
        );
    }
    assert_eq!(run(Task::Round(1_000_000)), Ran::Nothing);
    let opened = cut.store.opened("round-");
    assert!(opened < rounds / 2 + 3, "{opened} read to find the end");
    // What vanishes is forgotten, and is to be made again.
    for lost in [Task::Round(7), Task::Join, Task::Cut(1)] {
        cut.store.remove(&lost.to_string()).unwrap();
        assert_eq!(watch.standing(&cut.store).unwrap().ready, [lost]);
        assert_eq!(run(lost), Ran::Done);
        assert!(watch.standing(&cut.store).unwrap().is_finished());
    }
}

#[test]
fn a_range_that_has_no_room_is_refused_with_its_size() {
    let subject = subject("three-mens-morris", Ask::Winner, true);
    let cut = cut(&subject, 1, 1, TIGHT);
    loop {
        let task = standing(&cut.store).unwrap().ready[0];
        match with(spec_of(&subject), Run(&cut, task)) {
            Ok(ran) => assert_eq!(ran, Ran::Done),
            Err(TableError::NoRoom { needed, .. }) => {
                assert_eq!(task, Task::Open(0));
                assert!(needed > TIGHT.memory && needed < 8 << 20, "{needed}");
                break;
            }
            Err(error) => panic!("{task}: {error}"),
        }
    }
}

#[test]
fn a_task_done_twice_changes_nothing() {
    let subject = subject("three-mens-morris", Ask::Winner, true);
    let expected = one_go(&subject);
    let cut = cut(&subject, 4, 20, Options::default());
    assert!(work(&cut, 1, true) > 40);
    assert!(cut.store.file(FILE).unwrap() == expected);
}

#[test]
fn ranges_that_a_round_does_not_concern_have_no_task() {
    let subject = subject("three-mens-morris", Ask::Distance, true);
    let cut = cut(&subject, 64, 1, Options::default());
    work(&cut, 1, false);
    let count = |begin: &str| {
        names(&cut)
            .iter()
            .filter(|name| name.starts_with(begin))
            .count()
    };
    let (ranges, rounds, tasks) = (count("open-"), count("round-"), count("back-"));
    assert_eq!(ranges, 64);
    assert!(
        tasks < ranges * (rounds - 1) * 3 / 4,
        "{tasks} in {rounds} rounds"
    );
}

#[test]
fn a_task_that_is_not_there_is_nothing_to_do() {
    let subject = subject("three-mens-morris", Ask::Winner, true);
    let cut = all_but_finish(&subject);
    let run = |task: &str| with(spec_of(&subject), Run(&cut, task.parse().unwrap()));
    for task in [
        "cut-99",
        "keys-99-0",
        "open-3",
        "round-0",
        "round-99",
        "back-0-0",
        "back-1-99",
        "back-99-0",
        "values-0-3",
        "values-1-0",
    ] {
        assert_eq!(run(task).unwrap(), Ran::Nothing, "{task}");
    }
    let acyclic = crate::subject("tictactoe", Ask::Winner, true);
    let cut = all_but_finish(&acyclic);
    for task in ["join", "open-0", "round-1", "back-1-0"] {
        let ran = with("tictactoe", Run(&cut, task.parse().unwrap()));
        assert_eq!(ran.unwrap(), Ran::Nothing, "{task}");
    }
}

#[test]
fn a_task_that_comes_too_early_says_so() {
    let subject = subject("three-mens-morris", Ask::Winner, true);
    let cut = cut(&subject, 4, 20, Options::default());
    let run = |task: &str| with(spec_of(&subject), Run(&cut, task.parse().unwrap()));
    let early = |task: &str, reads: &str| match run(task) {
        Err(TableError::NotYet(why)) => assert!(why.contains(reads), "{task}: {why}"),
        ran => panic!("{task}: {ran:?}"),
    };
    early("join", "cut-0");
    for task in ["open-0", "round-1", "back-1-0", "values-0-0", "finish"] {
        early(task, "join");
    }
    while standing(&cut.store).unwrap().ready != [Task::Round(1)] {
        let task = standing(&cut.store).unwrap().ready[0];
        run(&task.to_string()).unwrap();
    }
    let before = names(&cut);
    early("round-2", "round-1");
    early("back-1-0", "round-1");
    early("values-0-0", "round-1");
    early("finish", "values-0-0");
    assert_eq!(names(&cut), before, "nothing is left behind");
}

#[test]
fn a_file_that_is_missing_is_made_again() {
    let subject = subject("examples/rules/pong-hau-ki.toml", Ask::Distance, true);
    mends(&subject, &one_go(&subject), |_, _| None);
}

#[test]
fn a_file_that_is_cut_off_is_made_again() {
    let subject = subject("examples/rules/pong-hau-ki.toml", Ask::Distance, true);
    let expected = one_go(&subject);
    for part in [0, 2, 3] {
        mends(&subject, &expected, |cut, name| {
            let mut bytes = cut.store.file(name).unwrap();
            bytes.truncate(bytes.len() * part / 4 + part);
            Some(bytes)
        });
    }
}

#[test]
fn a_flipped_bit_is_mended_on_the_way() {
    let subject = subject("examples/rules/pong-hau-ki.toml", Ask::Distance, true);
    let expected = one_go(&subject);
    for seed in 0..10 {
        mends(&subject, &expected, |cut, name| {
            let mut bytes = cut.store.file(name).unwrap();
            let bit = Random::new(seed).below(bytes.len() as u64 * 8) as usize;
            bytes[bit / 8] ^= 1 << (bit % 8);
            Some(bytes)
        });
    }
}

#[test]
fn a_shard_in_the_place_of_another_is_made_again() {
    let subject = subject("examples/rules/pong-hau-ki.toml", Ask::Distance, true);
    let expected = one_go(&subject);
    let other = crate::subject("examples/rules/pong-hau-ki.toml", Ask::Winner, true);
    let other = all_but_finish(&other);
    mends(&subject, &expected, |_, name| other.store.file(name));
    mends(&subject, &expected, |cut, _| cut.store.file("open-0"));
}

/// Damage that comes to light only while the work is going on, to whatever is read next.
#[test]
fn what_is_damaged_while_work_goes_on_is_made_again() {
    let subject = subject("three-mens-morris", Ask::Distance, true);
    let expected = one_go(&subject);
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let cut = cut(&subject, 4, 40, Options::default());
        loop {
            let ready = standing(&cut.store).unwrap().ready;
            if ready.is_empty() {
                break;
            }
            let task = ready[random.below(ready.len() as u64) as usize];
            let ran = with(spec_of(&subject), Run(&cut, task)).unwrap();
            assert!(
                matches!(ran, Ran::Done | Ran::Remade(_) | Ran::SetAside(_)),
                "{task}: {ran:?}"
            );
            let there = names(&cut);
            let there: Vec<&String> = there.iter().filter(|name| name.contains('-')).collect();
            if random.below(8) == 0 && !there.is_empty() {
                let name = there[random.below(there.len() as u64) as usize];
                if name.starts_with("bad-") {
                    continue;
                }
                let mut bytes = cut.store.file(name).unwrap();
                let bit = random.below(bytes.len() as u64 * 8) as usize;
                bytes[bit / 8] ^= 1 << (bit % 8);
                cut.store.put(name, bytes);
            }
        }
        assert!(cut.store.file(FILE).unwrap() == expected, "{seed}");
    }
}

#[test]
fn every_flipped_bit_is_found() {
    every_bit_counts(&subject(
        "graph:file=examples/loop.graph",
        Ask::Distance,
        false,
    ));
}

#[test]
fn all_files_of_a_game_are_right() {
    let subject = subject("three-mens-morris", Ask::Distance, true);
    let cut = all_but_finish(&subject);
    for name in names(&cut) {
        let task: Task = name.parse().unwrap();
        let checked = with(spec_of(&subject), Check(&cut, task));
        assert_eq!(checked.unwrap(), Checked::Right, "{name}");
    }
}

#[test]
fn whatever_call_fails_the_task_is_done_another_time() {
    let subject = subject("graph:file=examples/loop.graph", Ask::Winner, false);
    let expected = one_go(&subject);
    for fault in [Fault::Error, Fault::NoSpace, Fault::Short, Fault::Crash] {
        let cut = cut(&subject, 2, 1, Options::default());
        each_call_fails(&subject, &cut, fault);
        assert!(cut.store.file(FILE).unwrap() == expected, "{fault:?}");
    }
}

#[test]
fn games_whose_moves_are_not_taken_back_are_refused_by_name() {
    let spec = "graph:file=examples/toll.graph";
    let subject = subject(spec, Ask::Margin, false);
    let cut = Cut {
        subject: &subject,
        cutting: Cutting::default(),
        store: Memory::default(),
        options: Options::default(),
        tag: "a",
    };
    match with(spec, Planned(&cut)) {
        Err(TableError::Unsupported(why)) => assert!(why.contains("play may cycle"), "{why}"),
        plan => panic!("{plan:?}"),
    }
}
