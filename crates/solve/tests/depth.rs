//! No depth of a game, and no size of its positions, overflows the stack.

use std::thread;
use yomikiri::capability::{Acyclic, Keyed};
use yomikiri::{
    Ask, Capabilities, Control, DEPTH_LIMIT, Game, Halt, Method, Outcome, Player, Refusal, Session,
};

/// A path: one move from each number to the next lower one, the turn passing, until nothing is left
/// and whoever is to move has lost. Positions and iterators over moves are `BALLAST` bytes larger
/// than they need be.
struct Path<const BALLAST: usize>(u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct At<const BALLAST: usize> {
    left: u64,
    ballast: [u8; BALLAST],
}

impl<const BALLAST: usize> At<BALLAST> {
    fn new(left: u64) -> Self {
        At {
            left,
            // Something that no compiler can leave out.
            ballast: [left as u8; BALLAST],
        }
    }
}

impl<const BALLAST: usize> Game for Path<BALLAST> {
    type Position = At<BALLAST>;
    type Move = ();

    fn start(&self) -> At<BALLAST> {
        At::new(self.0)
    }
    fn to_move(&self, at: &At<BALLAST>) -> Player {
        Player::after((self.0 - at.left) as u32)
    }
    fn outcome(&self, at: &At<BALLAST>) -> Option<Outcome> {
        (at.left == 0).then(|| Outcome::Win(self.to_move(at).opponent()))
    }
    fn moves(&self, at: &At<BALLAST>) -> impl Iterator<Item = ()> {
        let held = *at;
        std::iter::once(()).inspect(move |()| assert!(held.left > 0))
    }
    fn play(&self, at: &At<BALLAST>, (): ()) -> At<BALLAST> {
        At::new(at.left - 1)
    }
}

impl<const BALLAST: usize> Acyclic<Self> for Path<BALLAST> {
    fn rank(&self, at: &At<BALLAST>) -> u64 {
        at.left
    }
}

impl<const BALLAST: usize> Keyed<Self> for Path<BALLAST> {
    type Key = u64;
    fn bits(&self) -> u32 {
        33
    }
    fn key(&self, at: &At<BALLAST>) -> u64 {
        at.left
    }
}

impl<const BALLAST: usize> Capabilities for Path<BALLAST> {
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
}

const RECURSIVE: [Method; 3] = [Method::Plain, Method::Memo, Method::AlphaBeta];

/// Runs on a thread whose stack is no larger than threads' stacks usually are.
fn on_an_ordinary_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.expect("a thread").join().expect("no panic");
}

fn solves<const BALLAST: usize>(methods: &[Method], plies: u64) {
    let path = Path::<BALLAST>(plies);
    for &method in methods {
        let mut session = Session::new(&path, Ask::Distance, method).unwrap();
        let value = session.value(&path.start(), &mut Control::new()).unwrap();
        let winner = Player::after(plies as u32 + 1);
        assert_eq!(value.to_string(), format!("{winner} {plies}"), "{method}");
    }
}

#[test]
fn recursion_goes_deep() {
    on_an_ordinary_stack(|| solves::<0>(&RECURSIVE, 99_000));
    on_an_ordinary_stack(|| solves::<0>(&RECURSIVE, DEPTH_LIMIT));
}

#[test]
fn proof_numbers_go_deep() {
    let wins = |plies: u64| {
        let path = Path::<4096>(plies);
        let mut session = Session::new(&path, Ask::Winner, Method::ProofNumber).unwrap();
        let value = session.value(&path.start(), &mut Control::new()).unwrap();
        let winner = Player::after(plies as u32 + 1);
        assert_eq!(value.to_string(), winner.to_string());
    };
    for plies in [1, 40, 257, 1000, 20_000] {
        on_an_ordinary_stack(move || wins(plies));
    }
}

#[test]
fn recursion_takes_large_positions() {
    // On either side of where the caller's stack no longer does.
    for plies in [1, 4, 8, 10, 11, 12, 16, 60, 256, 257, 1000] {
        on_an_ordinary_stack(move || solves::<4096>(&RECURSIVE, plies));
    }
    on_an_ordinary_stack(|| solves::<4096>(&RECURSIVE, 5_000));
}

/// The limit is that of the solver, and the one to use goes further down.
#[test]
fn the_refusal_names_who_goes_deeper() {
    for (most, other) in [(1_000, "alpha_beta"), (DEPTH_LIMIT, "retrograde")] {
        let plies = most + 1;
        let text = Refusal::TooDeep { plies, most }.to_string();
        assert_eq!(
            text,
            format!(
                "play may take {plies} plies from here, more than the {most} that this solver goes down: use {other}"
            )
        );
    }
}

#[test]
fn too_deep_is_refused_by_name() {
    for plies in [DEPTH_LIMIT + 1, 1_000_000, u64::from(u32::MAX)] {
        let path = Path::<0>(plies);
        for method in RECURSIVE {
            let mut session = Session::new(&path, Ask::Winner, method).unwrap();
            let refused = Halt::Refused(Refusal::TooDeep {
                plies,
                most: DEPTH_LIMIT,
            });
            let (at, mut control) = (path.start(), Control::new());
            assert_eq!(session.value(&at, &mut control), Err(refused));
            assert_eq!(session.line(&at, &mut control), Err(refused));
            // And the game goes on where it is shallow enough.
            let near = At::new(8);
            assert!(session.value(&near, &mut control).is_ok());
        }
    }
}

#[test]
fn retrograde_has_no_depth() {
    on_an_ordinary_stack(|| solves::<0>(&[Method::Retrograde], 1_000_000));
}

#[test]
fn a_long_line_is_read_off_at_once() {
    on_an_ordinary_stack(|| {
        // Each look-up runs on a deep stack of its own, which costs more than the look-up. So the path is shorter than
        // the deepest; to work each position out again at each step would still be 10,000 times as much.
        const PLIES: u64 = 20_000;
        let path = Path::<0>(PLIES);
        for method in [Method::Memo, Method::AlphaBeta, Method::Retrograde] {
            let mut session = Session::new(&path, Ask::Distance, method).unwrap();
            let mut control = Control::new();
            let line = session.line(&path.start(), &mut control).unwrap();
            assert_eq!(line.len() as u64, PLIES);
            // Each position is worked out once (by alpha-beta in a few windows) and looked up twice
            // at most.
            let nodes = control.done().nodes;
            assert!(nodes <= 5 * (PLIES + 1), "{method}: {nodes}");
        }
    });
}
