//! What a search keeps: in a table, and where none fits in a map.

use super::*;

/// The marks of either player take more than a word together. The keys of up to 40 cells do not, those of
/// larger boards do: there is a table for either, and all that a search over it can do.
#[test]
fn large_boards_have_a_table() {
    struct Compare(&'static str, usize);
    impl Visitor for Compare {
        type Output = u64;
        fn visit<G: Playable>(self, game: G) -> u64 {
            let Compare(distance, threads) = self;
            let mut most = 0;
            for (method, ask, expected) in [
                (Method::AlphaBeta, Ask::Winner, "first"),
                (Method::AlphaBeta, Ask::Distance, distance),
                (Method::ProofNumber, Ask::Winner, "first"),
            ] {
                let mut session = Session::new(&game, ask, method).expect("it applies");
                let mut control = Control::new().with_threads(threads);
                let value = session.value(&game.start(), &mut control);
                assert_eq!(value.expect("no limit").to_string(), expected, "{method:?}");
                most = most.max(control.done().nodes);
            }
            most
        }
    }
    // Two threads share a table of short keys, of long ones, and of either where it is quickly done.
    for (spec, distance, most_threads) in [
        ("mnk:rows=4,cols=8,line=3", "first 5", 2),
        ("mnk:rows=6,cols=6,line=4", "first 11", 2),
        ("mnk:rows=5,cols=7,line=4", "first 11", 1),
        // 64 bits, and one for the question: the shortest key that is a long one.
        ("mnk:rows=4,cols=10,line=3", "first 5", 2),
        ("mnk:rows=6,cols=7,line=4", "first 11", 2),
        ("mnk:rows=9,cols=7,line=3", "first 5", 2),
        ("mnk:rows=7,cols=7,line=4", "first 11", 1),
        // 126 bits: one for the question makes it nearly the longest.
        ("mnk:rows=7,cols=9,line=4", "first 11", 1),
    ] {
        for threads in 1..=most_threads {
            let most = with(spec, &NoFiles, Compare(distance, threads)).expect("it is one");
            assert!(most < 300_000, "{spec}: {most}");
        }
    }
}

/// A switch may change the keys: nothing that is stored outlives it.
#[test]
fn a_table_is_kept_until_switches_change() {
    let game = four(7, 6);
    let without = Options::ALL.without("symmetry").expect("it is one");
    let mut long = 0;
    for at in positions(&game, 14, 8) {
        let search = |solver: &mut dyn Solver<Four, Distance>, options| {
            let mut control = Control::new().with_options(options);
            let score = solver.score(&at, Window::full(), &mut control);
            (score.expect("no limit"), control.done().nodes)
        };
        let mut kept = solver(&game);
        let first = search(&mut kept, Options::ALL);
        let again = search(&mut kept, Options::ALL);
        assert_eq!(first.0, again.0);
        long += u32::from(again.1 < first.1);
        let anew = search(&mut solver(&game), without);
        assert_eq!(search(&mut kept, without), anew);
    }
    assert!(long > 0);
}

/// Where there are no points the margin is no more than who wins, and is found out in the same way.
#[test]
fn without_points_the_margin_is_who_wins() {
    let game = four(7, 6);
    for at in positions(&game, 12, 20) {
        let search = |ask| {
            let mut session = Session::new(&game, ask, Method::AlphaBeta).expect("it applies");
            let mut control = Control::new();
            let value = session.value(&at, &mut control).expect("no limit");
            (value.winner(), control.done().nodes)
        };
        assert_eq!(search(Ask::Margin), search(Ask::Winner), "{at:?}");
    }
}

/// Late in a game many questions need no search, and so no table; a table whose codes are made for longer
/// play costs no more nodes.
#[test]
fn late_positions() {
    let game = four(7, 6);
    let (mut at_sight, mut nodes, mut warm_nodes) = (0, 0, 0);
    for at in positions(&game, 32, 200) {
        let mut control = Control::new();
        let mut search = solver(&game);
        let exact = search.score(&at, Window::full(), &mut control).unwrap();
        nodes += control.done().nodes;
        at_sight += usize::from(search.stored() == 0);
        let plain = Options::ALL.without("bounds").unwrap();
        let mut control = Control::new().with_options(plain);
        let other = solver(&game).score(&at, Window::full(), &mut control);
        assert_eq!(other, Ok(exact), "{at:?}");

        let mut early = solver(&game);
        let limits = Limits {
            nodes: Some(1),
            ..Limits::default()
        };
        let stopped = early.score(
            &game.start(),
            Window::full(),
            &mut Control::new().limited(limits),
        );
        assert!(stopped.is_err());
        let mut control = Control::new();
        let again = early.score(&at, Window::full(), &mut control);
        assert_eq!(again, Ok(exact), "{at:?}");
        warm_nodes += control.done().nodes;
    }
    assert!((50..200).contains(&at_sight), "{at_sight}");
    assert_eq!(nodes, warm_nodes);
}

/// Keys of 64 bits leave the bounds no room in a word of a small table: without the memory for a large one
/// positions go to a map, and the answers are the same.
#[test]
fn where_no_table_fits_a_map_does() {
    let game = four(8, 7);
    for at in positions(&game, 40, 10) {
        for ask in Ask::ALL {
            let values = [1 << 12, 1 << 30].map(|bytes| {
                let mut session = Session::new(&game, ask, Method::AlphaBeta).unwrap();
                let mut control = Control::new().with_table_memory(bytes);
                session.value(&at, &mut control).expect("no limit was met")
            });
            assert_eq!(values[0], values[1], "{at:?}");
        }
    }
}

/// A map has neither threads nor most of what a table's search does; what it has can be switched off.
#[test]
fn a_map_has_switches_too() {
    let game = four(8, 7);
    let by_map = |at: &Position, control: &mut Control<'_>| {
        let mut session = Session::new(&game, Ask::Distance, Method::AlphaBeta).unwrap();
        session.value(at, control).expect("no limit was met")
    };
    let used = ["table", "bounds", "order"];
    assert_used(&positions(&game, 38, 20), 1 << 12, by_map, &used);
}

/// Two threads that have one bucket between them for all positions.
#[test]
fn threads_in_one_bucket() {
    let game = four(6, 5);
    let mut nodes = 0;
    for at in positions(&game, 6, 4) {
        let exact = solver(&game).score(&at, Window::full(), &mut Control::new());
        for memory in [32, 4096] {
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            let mut control = Control::new().with_threads(2).limited(limits);
            let found = solver(&game).score(&at, Window::full(), &mut control);
            assert_eq!(found, exact, "{at:?} {memory}");
            nodes += control.done().nodes;
        }
    }
    // Enough for the other thread to be called.
    assert!(nodes > 100_000, "{nodes}");
}

/// Who wins a position with many plies to come is asked by way of how soon, and the table is good for all that
/// follow: within every window, with and without switches, stopped anywhere.
#[test]
fn who_wins_by_way_of_how_soon() {
    let game = four(6, 5);
    let mut stops = 0;
    for options in [
        Options::ALL,
        Options::ALL.without("forced").unwrap(),
        Options::ALL.without("bounds").unwrap(),
    ] {
        let all = |nodes| {
            let limits = Limits {
                nodes,
                ..Limits::default()
            };
            Control::new().with_options(options).limited(limits)
        };
        let mut search = AlphaBeta::<_, Wdl, _>::new(&game, views(&game));
        let early = search.score(&game.start(), Window::full(), &mut all(Some(1)));
        assert!(early.is_err());
        for (number, at) in (0..).zip(positions(&game, 16, 60)) {
            let mut retrograde = Retrograde::new(&game);
            let truth: Wdl = retrograde
                .score(&at, Window::full(), &mut Control::new())
                .expect("no limit");
            let stopped = search.score(&at, Window::full(), &mut all(Some(1 + number % 7)));
            if let Err(Failure::Stopped { lower, upper, .. }) = stopped {
                assert!(lower <= truth && truth <= upper, "{at:?}");
                stops += 1;
            }
            for (lower, upper) in [
                (Wdl::Loss, Wdl::Draw),
                (Wdl::Draw, Wdl::Win),
                (Wdl::Loss, Wdl::Win),
            ] {
                let window = Window { lower, upper };
                let found = search.score(&at, window, &mut all(None)).expect("no limit");
                // Beyond the window a bound is enough.
                match () {
                    () if truth <= lower => assert!(found <= lower),
                    () if truth >= upper => assert!(found >= upper),
                    () => assert_eq!(found, truth, "{at:?}"),
                }
            }
        }
    }
    assert!(stops > 20, "{stops}");
}

/// The same by several threads, in one table for all positions.
#[test]
fn several_threads_agree_on_who_wins() {
    let game = four(7, 6);
    let mut search = AlphaBeta::<_, Wdl, _>::new(&game, views(&game));
    let mut nodes = 0;
    for at in positions(&game, 10, 12) {
        let exact = solver(&game).score(&at, Window::full(), &mut Control::new());
        let truth = exact.expect("no limit").class();
        let mut control = Control::new().with_threads(2);
        let found = search.score(&at, Window::full(), &mut control);
        assert_eq!(found, Ok(truth), "{at:?}");
        nodes += control.done().nodes;
    }
    // Enough for the other thread to be called.
    assert!(nodes > 100_000, "{nodes}");
}
