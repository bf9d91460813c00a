//! Sums of parts, beside searches that know of no parts.

use super::*;
use std::collections::VecDeque;
use std::sync::Arc;
use yomikiri::table::key_of;
use yomikiri::{PartValues, SharedParts};

/// Boards of all games of normal play, small enough for every position.
const SMALL: [&str; 20] = [
    "clobber:rows=1,cols=9",
    "clobber:rows=2,cols=4",
    "clobber:rows=3,cols=3",
    "amazons:rows=2,cols=3",
    "domineering:rows=3,cols=3",
    "domineering:rows=2,cols=5",
    "domineering:rows=3,cols=4,first=lying",
    "col:rows=2,cols=3",
    "snort:rows=2,cols=3",
    "nogo:rows=1,cols=8",
    "nogo:rows=2,cols=4",
    "nogo:rows=2,cols=5",
    "nogo:rows=3,cols=3",
    "cutcake:rows=3,cols=4",
    "toads-and-frogs:toads=2,gap=2,frogs=2",
    "toppling-dominoes:row=xoxoo",
    "hackenbush:edges=0-1b/1-2g/2-3r/2-3b/0-4r/4-5g/4-6g/4-7b",
    "hackenbush:edges=0-1g/1-2b/1-3g/0-2r/0-4g/4-5b/4-6g",
    "nim:heaps=3/4/2",
    "heaps:heaps=7,code=4.56",
];

/// Asks about every position that play can reach, and with the turn given to the other player.
struct Everywhere;

impl Visitor for Everywhere {
    type Output = usize;
    fn visit<G: Playable>(self, game: G) -> usize {
        let normal = game.normal().expect("a game of normal play");
        let mut seen: HashSet<G::Position> = HashSet::new();
        let mut queue = VecDeque::from([game.start()]);
        while let Some(position) = queue.pop_front() {
            if !seen.insert(position.clone()) {
                continue;
            }
            queue.push_back(yomikiri::capability::Normal::turned(&normal, &position));
            if game.outcome(&position).is_none() {
                queue.extend(game.moves(&position).map(|mv| game.play(&position, mv)));
            }
        }
        let session = |method| Session::new(&game, Ask::Winner, method).expect("it applies");
        let (mut plain, mut kept) = (session(Method::Memo), session(Method::Sums));
        for position in &seen {
            let truth = plain.value(position, &mut Control::new());
            assert_eq!(
                kept.value(position, &mut Control::new()),
                truth,
                "{position:?}"
            );
        }
        // What was learnt elsewhere decides nothing.
        for position in seen.iter().take(200) {
            let truth = plain.value(position, &mut Control::new());
            let fresh = session(Method::Sums).value(position, &mut Control::new());
            assert_eq!(fresh, truth, "{position:?}");
            let moves = plain.moves(position, &mut Control::new());
            assert_eq!(kept.moves(position, &mut Control::new()), moves);
        }
        // Nor does what others have found, before or meanwhile. Nothing is found twice.
        let shared: SharedParts = Arc::new(Some(PartValues::default()).into());
        let by_sums = || Session::by_sums(&game, Ask::Winner, Arc::clone(&shared), key_of);
        let (mut first, mut second) = (by_sums().unwrap(), by_sums().unwrap());
        let mut found = HashSet::new();
        for (at, position) in seen.iter().enumerate() {
            let truth = plain.value(position, &mut Control::new());
            let session = if at % 3 == 0 { &mut first } else { &mut second };
            assert_eq!(session.value(position, &mut Control::new()), truth);
            let mut shared = shared.lock().unwrap();
            for (key, _) in shared.as_mut().expect("it was given back").take_found() {
                assert!(found.insert(key), "{position:?}");
            }
        }
        let mut third = by_sums().unwrap();
        for position in &seen {
            let truth = plain.value(position, &mut Control::new());
            assert_eq!(third.value(position, &mut Control::new()), truth);
        }
        let parts = shared.lock().unwrap().take();
        assert!(parts.is_some(), "they were given back");
        // A session that finds them gone does without.
        for position in &seen {
            let truth = plain.value(position, &mut Control::new());
            assert_eq!(first.value(position, &mut Control::new()), truth);
        }
        seen.len()
    }
}

#[test]
fn sums_agree_with_plain_recursion_on_every_position_of_small_boards() {
    let mut positions = 0;
    for spec in SMALL {
        positions += Everywhere.visit(shared(spec, &NoFiles).expect(spec));
    }
    assert!(positions > 9_000, "{positions}");
}

/// The value of the start and the nodes that it takes, in slices of so many nodes.
struct Start {
    method: Method,
    slice: Option<u64>,
}

impl Visitor for Start {
    type Output = (yomikiri::Value, u64);
    fn visit<G: Playable>(self, game: G) -> (yomikiri::Value, u64) {
        let mut session = Session::new(&game, Ask::Winner, self.method).expect("it applies");
        let mut nodes = 0;
        loop {
            let mut control = Control::new().limited(Limits {
                nodes: self.slice,
                ..Limits::default()
            });
            let found = session.value(&game.start(), &mut control);
            nodes += control.done().nodes;
            match found {
                Ok(value) => return (value, nodes),
                Err(yomikiri::Halt::Stopped { why, .. }) => assert_eq!(why, Stop::Nodes),
                Err(error) => panic!("{error}"),
            }
        }
    }
}

fn start(spec: &str, method: Method, slice: Option<u64>) -> (yomikiri::Value, u64) {
    Start { method, slice }.visit(shared(spec, &NoFiles).expect(spec))
}

/// Counts of 2026-11-30. A search of whole boards without values of small parts took 44,933, 22,788, 2,209, 881 and 5,433
/// positions.
#[test]
fn few_positions_are_searched_where_boards_fall_apart() {
    for (spec, by_sums, by_alpha_beta) in [
        ("clobber:rows=4,cols=5", 10_100, 7_000),
        ("clobber:rows=2,cols=10", 1_400, 2_400),
        ("clobber:rows=1,cols=20", 60, 60),
        ("col:rows=3,cols=5", 700, 240),
        ("snort:rows=4,cols=5", 2_100, 400),
    ] {
        let (value, sums) = start(spec, Method::Sums, None);
        let (truth, whole) = start(spec, Method::AlphaBeta, None);
        assert_eq!(value, truth, "{spec}");
        assert!(
            sums <= by_sums && whole <= by_alpha_beta,
            "{spec}: {sums}, {whole}"
        );
    }
}

#[test]
fn sums_go_on_where_a_limit_stopped_them() {
    let spec = "clobber:rows=3,cols=4";
    let (value, nodes) = start(spec, Method::Sums, None);
    for slice in [64, 100, 1_000] {
        let (again, slices) = start(spec, Method::Sums, Some(slice));
        assert_eq!(again, value, "in slices of {slice}");
        assert!(
            slices < 3 * nodes,
            "{slices} nodes in slices of {slice}, {nodes} in one"
        );
    }
}

/// Memory for nothing is no answer, and no panic.
#[test]
fn sums_stop_where_memory_ends() {
    struct Little;
    impl Visitor for Little {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let mut control = Control::new().limited(Limits {
                memory: Some(64 << 10),
                ..Limits::default()
            });
            let mut session = Session::new(&game, Ask::Winner, Method::Sums).expect("it applies");
            match session.value(&game.start(), &mut control) {
                Err(yomikiri::Halt::Stopped { why, .. }) => assert_eq!(why, Stop::Memory),
                found => panic!("{found:?}"),
            }
        }
    }
    Little.visit(shared("clobber:rows=4,cols=5", &NoFiles).expect("a game"));
}

#[test]
fn sums_refuse_what_is_no_sum_of_games_of_normal_play() {
    struct Refused;
    impl Visitor for Refused {
        type Output = [Option<yomikiri::Refusal>; 2];
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            [Ask::Winner, Ask::Margin].map(|ask| Session::new(&game, ask, Method::Sums).err())
        }
    }
    use yomikiri::Refusal::NotSums;
    let both = [Some(NotSums(Ask::Winner)), Some(NotSums(Ask::Margin))];
    assert_eq!(with("tictactoe", &NoFiles, Refused).expect("a game"), both);
    let margin = [None, Some(NotSums(Ask::Margin))];
    assert_eq!(with("clobber", &NoFiles, Refused).expect("a game"), margin);
}

/// The switches of sums. The other searches do not know them.
pub(super) const SWITCHES: [&str; 3] = ["values", "cancel", "outcomes"];

/// The winner of the start, and the nodes that it takes without a switch.
struct Without(Option<&'static str>);

impl Visitor for Without {
    type Output = (yomikiri::Value, u64);
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let options = match self.0 {
            Some(name) => Options::ALL.without(name).expect("a switch"),
            None => Options::ALL,
        };
        let mut session = Session::new(&game, Ask::Winner, Method::Sums).expect("it applies");
        let mut control = Control::new().with_options(options);
        let value = session
            .value(&game.start(), &mut control)
            .expect("no limit");
        (value, control.done().nodes)
    }
}

#[test]
fn every_switch_of_sums_saves_nodes() {
    let nodes = |spec, without| with(spec, &NoFiles, Without(without)).expect("a game");
    for (spec, name) in [
        ("clobber:rows=4,cols=5", "values"),
        ("clobber:rows=4,cols=5", "cancel"),
        ("domineering:rows=5,cols=5", "outcomes"),
    ] {
        let ((value, all), (same, more)) = (nodes(spec, None), nodes(spec, Some(name)));
        assert_eq!(same, value, "{spec} without {name}");
        assert!(more > all, "{spec} without {name}: {more}, with it {all}");
    }
    assert!(
        SWITCHES
            .iter()
            .all(|name| Options::ALL.without(name).is_some())
    );
}
