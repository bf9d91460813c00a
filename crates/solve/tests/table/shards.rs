//! Tables made task by task: the same bytes as in one go, however the game is cut, in whatever order the tasks are
//! done, whatever is killed, damaged or put in the place of something else.

mod cyclic;
mod damage;

use crate::memory::Memory;
use crate::part::Keys;
use crate::{Build, TIGHT, subject, with};
use yomikiri::table::shard::{
    self, Checked, Cutting, Held, Plan, Ran, Standing, Task, TaskRoom, Watch, standing,
};
use yomikiri::table::{FILE, Kept, Options, Storage, Subject, TableError};
use yomikiri::{Ask, Control};
use yomikiri_core::random::Random;
use yomikiri_games::registry::{Playable, Visitor};

/// Games of all kinds that cannot cycle: draws, distances, gains, moves that skip ranks, several starts.
const SMALL: &[(&str, &[Ask])] = &[
    ("tictactoe", &Ask::ALL),
    ("mnk:rows=2,cols=3,line=3,misere=yes", &Ask::ALL),
    (
        "weighted-tictactoe:weights=3/-1/4/1/-5/9/-2/6/-5",
        &[Ask::Margin, Ask::Winner],
    ),
    ("grid-walk:file=examples/grid.txt", &[Ask::Margin]),
    ("stones:stones=30,take=1/3/4,aim=points", &[Ask::Margin]),
    ("nim:heaps=3/4/5", &[Ask::Winner, Ask::Distance]),
    ("notakto:size=2,boards=2", &[Ask::Winner]),
    (
        "examples/rules/hexapawn.toml",
        &[Ask::Winner, Ask::Distance],
    ),
];

/// A game cut into tasks.
pub(crate) struct Cut<'c> {
    subject: &'c Subject,
    cutting: Cutting,
    store: Memory,
    options: Options,
    tag: &'c str,
}

impl Cut<'_> {
    fn room<'r>(&'r self, scratch: &'r Memory) -> TaskRoom<'r> {
        TaskRoom {
            store: &self.store,
            scratch,
            tag: self.tag,
            options: self.options,
            held: None,
            lasting: true,
        }
    }
}

/// Plans.
struct Planned<'c>(&'c Cut<'c>);

impl Visitor for Planned<'_> {
    type Output = Result<Plan, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let Cut {
            subject,
            cutting,
            store,
            tag,
            ..
        } = self.0;
        shard::plan(&game, subject, store, *cutting, tag)
    }
}

/// Does a task.
struct Run<'c>(&'c Cut<'c>, Task);

impl Visitor for Run<'_> {
    type Output = Result<Ran, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let scratch = Memory::default();
        let room = self.0.room(&scratch);
        let ran = shard::run(&game, &room, self.1, &mut Control::new(), &mut |_| {});
        if ran.is_ok() {
            assert!(
                scratch.names().unwrap().is_empty(),
                "scratch is left behind"
            );
        }
        ran
    }
}

/// Does a task in a store that remembers files.
struct RunKept<'c>(&'c Cut<'c>, &'c Kept<'c>, Task);

impl Visitor for RunKept<'_> {
    type Output = Result<Ran, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let scratch = Memory::default();
        let mut room = self.0.room(&scratch);
        room.store = self.1;
        shard::run(&game, &room, self.2, &mut Control::new(), &mut |_| {})
    }
}

/// Checks a task.
struct Check<'c>(&'c Cut<'c>, Task);

impl Visitor for Check<'_> {
    type Output = Result<Checked, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let scratch = Memory::default();
        let room = self.0.room(&scratch);
        let checked = shard::check(&game, &room, self.1, &mut Control::new(), &mut |_| {});
        if checked.is_ok() {
            assert!(
                scratch.names().unwrap().is_empty(),
                "scratch is left behind"
            );
        }
        checked
    }
}

fn spec_of(subject: &Subject) -> &str {
    &subject.game
}

/// Does tasks until the table is there, in an order drawn at random among those allowed; each a second time, too, if
/// `twice`. Tells how many there were.
fn work(cut: &Cut<'_>, seed: u64, twice: bool) -> usize {
    let mut random = Random::new(seed);
    let mut count = 0;
    loop {
        let Standing { ready, .. } = standing(&cut.store).unwrap();
        if ready.is_empty() {
            return count;
        }
        let task = ready[random.below(ready.len() as u64) as usize];
        let run = || with(spec_of(cut.subject), Run(cut, task));
        match run().unwrap_or_else(|error| panic!("{task}: {error}")) {
            Ran::Done | Ran::Remade(_) => count += 1,
            Ran::SetAside(_) => continue,
            ran => panic!("{task}: {ran:?}"),
        }
        if twice {
            let before = cut.store.file(&task.to_string());
            assert_eq!(run().unwrap(), Ran::WasThere, "{task}");
            assert_eq!(cut.store.file(&task.to_string()), before);
        }
    }
}

fn one_go(subject: &Subject) -> Vec<u8> {
    let storage = Memory::default();
    let build = Build {
        subject,
        storage: &storage,
        options: Options::default(),
    };
    with(spec_of(subject), build).unwrap_or_else(|error| panic!("{}: {error}", subject.game));
    storage.file(FILE).unwrap()
}

fn cut(subject: &Subject, shards: u64, least: u64, options: Options) -> Cut<'_> {
    let cut = Cut {
        subject,
        cutting: Cutting { shards, least },
        store: Memory::default(),
        options,
        tag: "a",
    };
    with(spec_of(subject), Planned(&cut))
        .unwrap_or_else(|error| panic!("{}: {error}", subject.game));
    cut
}

/// Whether the table made task by task is that made in one go.
fn same(subject: &Subject, expected: &[u8], shards: u64, least: u64, options: Options) {
    let cut = cut(subject, shards, least, options);
    work(&cut, shards, false);
    assert!(
        cut.store.file(FILE).unwrap() == expected,
        "{}: {shards} shards of {least}",
        subject.game
    );
}

/// Whether symmetry can be used.
struct Symmetry;

impl Visitor for Symmetry {
    type Output = bool;
    fn visit<G: Playable>(self, game: G) -> bool {
        yomikiri::table::symmetry_holds(&game, &[])
    }
}

#[test]
fn the_bytes_are_those_of_one_go() {
    for (spec, asks) in SMALL {
        let symmetric = with(spec, Symmetry);
        for &ask in *asks {
            let subject = subject(spec, ask, symmetric);
            let expected = one_go(&subject);
            for (shards, least) in [(1, 1), (7, 1), (64, 1), (1000, 300)] {
                same(&subject, &expected, shards, least, Options::default());
            }
            same(&subject, &expected, 5, 1, TIGHT);
        }
    }
}

#[test]
fn a_part_of_a_game_is_cut_like_a_whole_one() {
    for (spec, from) in [
        ("tictactoe", &["x../.o./...", "xx./oo./x.."][..]),
        ("three-mens-morris", &["o.x/xxo/o..", "xo./.o./..x:4"]),
    ] {
        let images = false;
        let subject = Subject {
            from: with(spec, Keys { from, images }),
            ..subject(spec, Ask::Distance, false)
        };
        let expected = one_go(&subject);
        for (shards, least) in [(1, 1), (7, 1), (64, 30)] {
            same(&subject, &expected, shards, least, Options::default());
        }
    }
}

#[test]
fn a_thousand_shards_are_mostly_empty_and_no_matter() {
    let subject = subject("tictactoe", Ask::Distance, true);
    same(&subject, &one_go(&subject), 1000, 1, Options::default());
}

#[test]
fn a_larger_game_is_cut_like_a_small_one() {
    let subject = subject("connect4:cols=4,rows=4,line=4", Ask::Winner, true);
    let expected = one_go(&subject);
    let threads = Options {
        threads: 3,
        ..Options::default()
    };
    same(&subject, &expected, 1, 1, TIGHT);
    same(&subject, &expected, 7, 1, threads);
    same(&subject, &expected, 64, 200, TIGHT);
}

#[test]
#[ignore = "minutes: cargo test --release -p yomikiri --test table shards -- --ignored"]
fn large_games_are_cut_like_small_ones() {
    for (spec, ask) in [
        ("connect4:cols=4,rows=5,line=4", Ask::Distance),
        ("connect4:cols=5,rows=4,line=4", Ask::Winner),
        ("mnk:rows=4,cols=4,line=4", Ask::Winner),
        ("connect4:cols=4,rows=4,line=4", Ask::Distance),
    ] {
        let subject = subject(spec, ask, true);
        let expected = one_go(&subject);
        for (shards, least) in [(1, 1), (7, 1), (64, 1000), (1000, 1000)] {
            same(&subject, &expected, shards, least, Options::default());
        }
        // Little memory: a shard does not fit.
        same(&subject, &expected, 3, 1, TIGHT);
    }
}

/// A small game cut into a few dozen tasks, all done but the table.
fn all_but_finish(subject: &Subject) -> Cut<'_> {
    let cut = cut(subject, 3, 40, Options::default());
    loop {
        let ready = standing(&cut.store).unwrap().ready;
        if ready == [Task::Finish] {
            return cut;
        }
        for task in ready {
            assert_eq!(with(spec_of(subject), Run(&cut, task)).unwrap(), Ran::Done);
        }
    }
}

fn names(cut: &Cut<'_>) -> Vec<String> {
    let mut names = cut.store.names().unwrap();
    names.retain(|name| name != "plan");
    names
}

#[test]
fn a_task_done_twice_changes_nothing() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let expected = one_go(&subject);
    let cut = cut(&subject, 4, 20, Options::default());
    assert!(work(&cut, 1, true) > 20);
    assert!(cut.store.file(FILE).unwrap() == expected);
}

#[test]
fn two_workers_do_the_same_task_at_once() {
    let subject = subject("mnk:rows=3,cols=4,line=4", Ask::Winner, true);
    let expected = one_go(&subject);
    let first = cut(&subject, 4, 200, Options::default());
    let second = Cut {
        store: first.store.clone(),
        tag: "b",
        ..cut(&subject, 4, 200, Options::default())
    };
    loop {
        let ready = standing(&first.store).unwrap().ready;
        if ready.is_empty() {
            break;
        }
        for task in ready {
            let both = std::thread::scope(|scope| {
                let workers = [&first, &second]
                    .map(|cut| scope.spawn(move || with(spec_of(cut.subject), Run(cut, task))));
                workers.map(|worker| worker.join().unwrap().unwrap())
            });
            for ran in both {
                assert!(matches!(ran, Ran::Done | Ran::WasThere), "{task}: {ran:?}");
            }
        }
    }
    assert!(first.store.file(FILE).unwrap() == expected);
}

#[test]
fn what_is_remembered_of_a_file_is_looked_at_anew() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let expected = one_go(&subject);
    for lost in ["cut-3", "keys-2-0", "values-2-0"] {
        let cut = cut(&subject, 3, 40, Options::default());
        let kept = Kept::new(&cut.store);
        let run = |task| with("tictactoe", RunKept(&cut, &kept, task)).unwrap();
        loop {
            let ready = standing(&cut.store).unwrap().ready;
            if ready == [Task::Finish] {
                break;
            }
            for task in ready {
                assert_eq!(run(task), Ran::Done);
            }
        }
        // Remembered as damaged, and right again meanwhile.
        let right = cut.store.file(lost).unwrap();
        cut.store.put(lost, right[..right.len() - 1].to_vec());
        kept.forget();
        drop(kept.open(lost).unwrap());
        cut.store.put(lost, right.clone());
        assert_eq!(run(lost.parse().unwrap()), Ran::WasThere, "{lost}");
        cut.store.put(lost, right[..right.len() - 1].to_vec());
        kept.forget();
        drop(kept.open(lost).unwrap());
        cut.store.put(lost, right);
        assert_eq!(run(Task::Finish), Ran::Done, "{lost}");
        assert!(cut.store.file(FILE).unwrap() == expected, "{lost}");
        // Damaged, and remembered so: it is set aside, and made again.
        cut.store.remove(FILE).unwrap();
        let right = cut.store.file(lost).unwrap();
        cut.store.put(lost, right[..right.len() - 1].to_vec());
        kept.forget();
        match run(Task::Finish) {
            Ran::SetAside(aside) => assert_eq!(aside[0].0.to_string(), lost),
            ran => panic!("{lost}: {ran:?}"),
        }
        assert_eq!(run(lost.parse().unwrap()), Ran::Done);
        assert!(cut.store.file(lost).unwrap() == right, "{lost}");
    }
}

#[test]
fn a_task_that_is_not_there_is_nothing_to_do() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let cut = all_but_finish(&subject);
    let run = |task: &str| with("tictactoe", Run(&cut, task.parse().unwrap()));
    for task in [
        "keys-0-1",
        "values-0-1",
        "keys-99-0",
        "values-99-0",
        "cut-99",
        "keys-10-0",
    ] {
        assert_eq!(run(task).unwrap(), Ran::Nothing, "{task}");
    }
}

#[test]
fn a_task_that_comes_too_early_says_so() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let cut = cut(&subject, 4, 20, Options::default());
    let run = |task: &str| with("tictactoe", Run(&cut, task.parse().unwrap()));
    for task in ["cut-1", "keys-0-0", "values-0-0", "finish"] {
        match run(task) {
            Err(TableError::NotYet(why)) => assert!(why.contains("cut-0"), "{why}"),
            ran => panic!("{task}: {ran:?}"),
        }
    }
    run("cut-0").unwrap();
    match run("values-0-0") {
        Err(TableError::NotYet(why)) => assert!(why.contains("cut-1"), "{why}"),
        ran => panic!("{ran:?}"),
    }
    assert_eq!(names(&cut), ["cut-0"], "nothing is left behind");
}

#[test]
fn plans_are_written_once() {
    let subject = subject("tictactoe", Ask::Winner, true);
    let cut = all_but_finish(&subject);
    let before = cut.store.file("plan");
    with("tictactoe", Planned(&cut)).unwrap();
    assert_eq!(cut.store.file("plan"), before);
    let other = Cut {
        cutting: Cutting {
            shards: 9,
            least: 1,
        },
        store: cut.store.clone(),
        ..all_but_finish(&subject)
    };
    match with("tictactoe", Planned(&other)) {
        Err(TableError::Occupied(why)) => assert!(why.contains("3 shards"), "{why}"),
        plan => panic!("{plan:?}"),
    }
    // One that is damaged is written again.
    cut.store.put("plan", vec![0; 300]);
    assert!(matches!(standing(&cut.store), Err(TableError::Damaged(_))));
    with("tictactoe", Planned(&cut)).unwrap();
    assert_eq!(cut.store.file("plan"), before);
}
