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
    let [by_window, by_proof] = make("notakto:boards=3", &NoFiles, Race).expect("a game");
    assert!(by_window > 4 * by_proof, "{by_window} {by_proof}");
}

/// What is stored with other switches may be stored under keys of another kind.
#[test]
fn their_table_too_is_kept_until_switches_change() {
    let game = four(5, 4);
    let mut solver = ProofNumber::<_, Wdl, _>::new(&game, views(&game)).expect("short keys");
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
            let mut solver =
                ProofNumber::<_, Wdl, _>::new(&game, views(&game)).expect("short keys");
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
