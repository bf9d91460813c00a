//! Proof numbers beside null windows.

use super::*;

/// Who wins, by both searches, and how many nodes each takes.
struct Race;

impl Visitor for Race {
    type Output = [u64; 2];
    fn visit<G: Playable>(self, game: G) -> [u64; 2] {
        let run = |method| {
            let mut control = Control::new();
            let mut session =
                Session::new(&game, yomikiri::Ask::Winner, method).expect("it applies");
            let value = session.value(&game.start(), &mut control);
            (value, control.done().nodes)
        };
        let (by_window, by_proof) = (run(Method::AlphaBeta), run(Method::ProofNumber));
        assert_eq!(by_window.0, by_proof.0);
        [by_window.1, by_proof.1]
    }
}

/// Proof numbers are ahead on boards of marks that nobody owns: little tells good moves from bad there
/// but how many replies they leave. (On boards of lines, where threats and counting order the moves,
/// they are behind.)
#[test]
fn proof_numbers_are_ahead_on_several_boards_of_notakto() {
    let [by_window, by_proof] = with("notakto:boards=3", &NoFiles, Race).expect("a game");
    assert!(by_window > 4 * by_proof, "{by_window} {by_proof}");
}

/// Who wins 4x4x4 after some moves, and the nodes that proof numbers take.
struct Cube(&'static [&'static str]);

impl Visitor for Cube {
    type Output = (yomikiri::Value, u64);
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut at = game.start();
        for text in self.0 {
            let mv = game.parse_move(&at, text).expect("a move");
            at = game.play(&at, mv);
        }
        let mut control = Control::new();
        let session = Session::new(&game, yomikiri::Ask::Winner, Method::ProofNumber);
        let value = session.expect("it applies").value(&at, &mut control);
        (value.expect("no limit"), control.done().nodes)
    }
}

/// First wins (Patashnik, 1980): here after some of Second's worse answers.
#[test]
fn replies_that_break_no_threat_are_left_out_on_4x4x4() {
    for (moves, most) in [
        (&["1,1,1", "1,1,2", "2,2,2", "3,3,3"][..], 464),
        (&["1,1,1", "1,1,2", "4,4,1", "3,3,1"], 362),
    ] {
        let (value, nodes) = with("tictactoe-3d:size=4", &NoFiles, Cube(moves)).expect("a game");
        assert_eq!(value.to_string(), "first", "{moves:?}");
        assert!(nodes <= most, "{moves:?}: {nodes}");
    }
}

/// The whole game: 41 s with one thread, optimised.
#[test]
#[ignore = "a minute"]
fn first_wins_4x4x4() {
    let (value, nodes) = with("tictactoe-3d:size=4", &NoFiles, Cube(&[])).expect("a game");
    assert_eq!(value.to_string(), "first");
    assert!(nodes < 2_000_000, "{nodes}");
}

/// What is stored with other switches may be stored under keys of another kind.
#[test]
fn their_table_too_is_kept_until_switches_change() {
    let game = four(5, 4);
    let mut solver = ProofNumber::<_, Wdl, _>::new(&game, views(&game));
    let mut stored = |options| {
        let mut control = Control::new().with_options(options).limited(Limits {
            nodes: Some(2000),
            ..Limits::default()
        });
        let before = solver.stored();
        let found = solver.score(&game.start(), Window::full(), &mut control);
        assert!(found.is_err() || before > 0);
        (before, solver.stored())
    };
    let (_, first) = stored(Options::ALL);
    let (_, more) = stored(Options::ALL);
    assert!(more > first && first > 500);
    let (before, fewer) = stored(Options::ALL.without("symmetry").expect("listed"));
    assert!(before == more && fewer < more);
}

/// Keys of one word may need a table of some MiB. In less memory nothing is searched, but what the game itself says
/// is not lost.
#[test]
fn without_a_table_they_say_what_the_game_says() {
    let game = four(8, 6);
    let mut exact = 0;
    for at in positions(&game, 40, 30) {
        let score = |limit| {
            let mut solver = ProofNumber::<_, Wdl, _>::new(&game, views(&game));
            let mut control = Control::new().limited(Limits {
                memory: Some(limit),
                ..Limits::default()
            });
            solver.score(&at, Window::full(), &mut control)
        };
        let truth = score(1 << 24).expect("memory enough");
        match score(1000) {
            Ok(found) => {
                assert_eq!(found, truth);
                exact += 1;
            }
            Err(Failure::Stopped { why, lower, upper }) => {
                assert_eq!(why, Stop::Memory);
                assert!(lower <= truth && truth <= upper);
                exact += u32::from(lower == upper);
            }
            Err(failure) => panic!("{failure:?}"),
        }
    }
    assert!((10..30).contains(&exact), "{exact}");
}

/// Who wins at the start, by so many threads within so many bytes, and the nodes that it takes; stopped after so
/// many milliseconds and asked again, if there is a number of them.
struct Asked {
    threads: usize,
    memory: Option<u64>,
    milliseconds: Option<u64>,
}

impl Visitor for Asked {
    type Output = (String, u64, u64);
    fn visit<G: Playable>(self, game: G) -> (String, u64, u64) {
        let mut session = Session::new(&game, Ask::Winner, Method::ProofNumber).expect("it does");
        let (mut nodes, mut stops) = (0, 0);
        loop {
            // Later rounds have more time: however slow the machine, there is an answer in the end.
            let time = self
                .milliseconds
                .map(|time| Duration::from_millis(time * (1 + stops)));
            let mut control = Control::new().with_threads(self.threads).limited(Limits {
                memory: self.memory,
                time,
                ..Limits::default()
            });
            let found = session.value(&game.start(), &mut control);
            nodes += control.done().nodes;
            match found {
                Ok(value) => return (value.to_string(), nodes, stops),
                Err(Halt::Stopped {
                    why: Stop::Time, ..
                }) if time.is_some() => stops += 1,
                Err(halt) => panic!("{halt}"),
            }
        }
    }
}

/// Games without draws and with them, with moves that are sifted, with keys of one word and of two; in tables that
/// grow and in one that stays small.
#[test]
fn threads_change_no_answer_of_proof_numbers() {
    let mut longer = 0;
    for spec in [
        "clobber:rows=3,cols=6",
        "domineering:rows=6,cols=6",
        "hex:rows=6,cols=5",
        "notakto:boards=2",
        "connect4:cols=4,rows=5",
        "connect4:cols=5,rows=4",
        "mnk:rows=3,cols=6,line=4",
    ] {
        let ask = |threads, memory, milliseconds| {
            let asked = Asked {
                threads,
                memory,
                milliseconds,
            };
            with(spec, &NoFiles, asked).expect("a game")
        };
        let (expected, ..) = ask(1, None, None);
        for (memory, milliseconds) in [
            (None, None),
            (Some(16 << 10), None),
            (Some(1 << 20), None),
            (None, Some(2)),
        ] {
            for threads in [2, 3] {
                let (value, nodes, _) = ask(threads, memory, milliseconds);
                assert_eq!(value, expected, "{spec} {threads} {memory:?}");
                // Enough for the other threads to be called.
                longer += u64::from(nodes > 5_000);
            }
        }
    }
    assert!(longer > 16, "{longer}");
}

/// Two threads that are told to stop do.
#[test]
fn proof_numbers_by_two_threads_can_be_cancelled() {
    let game = four(7, 6);
    let flag = AtomicBool::new(false);
    let mut solver = ProofNumber::<_, Wdl, _>::new(&game, views(&game));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            flag.store(true, Ordering::Relaxed);
        });
        let mut control = Control::new().with_threads(2).cancelled_by(&flag);
        let found = solver.score(&game.start(), Window::full(), &mut control);
        let stopped = matches!(
            found,
            Err(Failure::Stopped {
                why: Stop::Cancelled,
                ..
            })
        );
        assert!(stopped && control.done().nodes > 0, "{found:?}");
    });
}
