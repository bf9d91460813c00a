//! What a thread makes of what others have found, step by step on one thread.

use super::*;
use crate::alpha_beta::scale::Scale;
use crate::alpha_beta::{AlphaBeta, Views};
use crate::transposition::{Layout, Table};
use crate::{Control, Solver, Window};
use yomikiri_core::capability::{Absent, Acyclic, Bounded, Expand, Keyed, Merged, Ordered};
use yomikiri_core::processor::is_x86_64_v3;
use yomikiri_core::{Ask, Distance, Outcome, Player, Score, Wdl};

/// Take one or two; who cannot loses.
struct Stones;

impl Game for Stones {
    type Position = (u32, Player);
    type Move = u32;
    fn start(&self) -> (u32, Player) {
        (40, Player::First)
    }
    fn to_move(&self, at: &(u32, Player)) -> Player {
        at.1
    }
    fn outcome(&self, at: &(u32, Player)) -> Option<Outcome> {
        (at.0 == 0).then_some(Outcome::Win(at.1.opponent()))
    }
    fn moves(&self, at: &(u32, Player)) -> impl Iterator<Item = u32> {
        1..=at.0.min(2)
    }
    fn play(&self, at: &(u32, Player), stones: u32) -> (u32, Player) {
        (at.0 - stones, at.1.opponent())
    }
}

impl Acyclic<Stones> for Stones {
    fn rank(&self, at: &(u32, Player)) -> u64 {
        at.0.into()
    }
}

impl Keyed<Stones> for Stones {
    type Key = u64;
    fn bits(&self) -> u32 {
        7
    }
    fn key(&self, at: &(u32, Player)) -> u64 {
        u64::from(2 * at.0) | at.1 as u64
    }
}

/// Knows who wins, and no more.
struct Told;

impl Bounded<Stones> for Told {
    fn wdl(&self, &(stones, _): &(u32, Player)) -> (Wdl, Wdl) {
        match stones % 3 {
            0 => (Wdl::Loss, Wdl::Loss),
            _ => (Wdl::Win, Wdl::Win),
        }
    }
}

/// Who wins is asked by way of how soon: what a game knows of the one is told of the other.
#[test]
fn bounds_on_who_wins_bound_the_distance() {
    let scale = Scale::new(Ask::Distance, 9, false);
    assert_eq!(scale.bounds(&Told, &(3, Player::First)), (-9, -1));
    assert_eq!(scale.bounds(&Told, &(4, Player::First)), (1, 9));
    let views: Views<_, _, Absent, _, Absent, Absent, Absent> = Views {
        acyclic: Stones,
        keyed: Stones,
        merged: None,
        bounded: Some(Told),
        ordered: None,
        expand: None,
        symmetric: None,
    };
    let mut control = Control::new();
    let mut solver = AlphaBeta::<_, Wdl, _>::new(&Stones, views);
    let found = solver.score(&(40, Player::First), Window::full(), &mut control);
    assert_eq!((found.ok(), control.done().nodes), (Some(Wdl::Win), 0));
}

/// Looks three plies ahead, whatever it sees there.
struct Ahead;

impl Bounded<Stones> for Ahead {
    const NEAR: u32 = 3;
    fn near_distance(&self, _: &(u32, Player), _: Distance) -> Option<(Distance, Distance)> {
        Some((Distance::WORST, Distance::BEST))
    }
}

/// A game is asked to look ahead where a win or a loss as near as it can see is asked about, and else never.
#[test]
fn looks_ahead_are_for_what_is_near() {
    for (ask, top) in [
        (Ask::Distance, 9),
        (Ask::Distance, 2),
        (Ask::Distance, (1 << 20) - 1),
        (Ask::Winner, 1),
        (Ask::Margin, 9),
    ] {
        let scale = Scale::new(ask, top, false);
        let near = scale.with_near(Ahead::NEAR);
        let ends = (top - 5).max(0)..=top;
        for asked in ends.flat_map(|code| [code, -code]).chain(-9..=9) {
            let looks = |scale: &Scale| {
                let found = scale.near_bounds(&Ahead, &(9, Player::First), asked);
                found.is_some()
            };
            let is_near = ask == Ask::Distance && top - asked.abs() <= 3;
            assert_eq!(looks(&near), is_near, "{ask:?} {top} {asked}");
            assert!(!looks(&scale));
        }
    }
}

impl Merged<Stones> for Stones {
    type Key = u64;
    fn bits(&self) -> u32 {
        7
    }
    fn merged_key(&self, at: &(u32, Player)) -> u64 {
        self.key(at)
    }
}

impl Ordered<Stones> for Stones {
    fn hint(&self, _: &(u32, Player), _: u32) -> i32 {
        0
    }
}

impl Expand<Stones> for Stones {
    type Scratch = ();
    fn expand(
        &self,
        &at: &(u32, Player),
        (): &mut (),
    ) -> impl Iterator<Item = (u32, (u32, Player))> {
        (1..=at.0.min(2)).map(move |mv| (mv, Stones.play(&at, mv)))
    }
}

/// What the usual search takes for granted has been seen before.
#[test]
fn the_usual_search_is_for_what_is_usual() {
    // Which views there are: merged keys, bounds, hints, children.
    let is_usual = |there: [bool; 4], options: Options, gains: bool| {
        let views: Views<_, _, _, _, _, _, Absent> = Views {
            acyclic: Stones,
            keyed: Stones,
            merged: there[0].then_some(Stones),
            bounded: there[1].then_some(Told),
            ordered: there[2].then_some(Stones),
            expand: there[3].then_some(Stones),
            symmetric: None,
        };
        let context = Context {
            options,
            gains,
            ..Context::new(&Stones, Ask::Winner, views)
        };
        context.usual().is_some()
    };
    let all = [true; 4];
    assert_eq!(is_usual(all, Options::ALL, false), is_x86_64_v3());
    assert!(!is_usual(all, Options::ALL, true));
    for missing in 0..4 {
        let there = std::array::from_fn(|view| view != missing);
        assert!(!is_usual(there, Options::ALL, false));
    }
    for (name, ..) in Options::SWITCHES {
        let options = Options::ALL.without(name).expect("a switch");
        assert!(!is_usual(all, options, false));
    }
    // What a type does not let there be is not missed.
    let context = context(&Stones);
    assert_eq!(context.usual().is_some(), is_x86_64_v3());
}

type Nothing = Views<Stones, Stones, Absent, Absent, Absent, Absent, Absent>;

fn context(game: &Stones) -> Context<'_, Stones, Nothing> {
    let views = Views {
        acyclic: Stones,
        keyed: Stones,
        merged: None,
        bounded: None,
        ordered: None,
        expand: None,
        symmetric: None,
    };
    let mut context = Context::new(game, Ask::Winner, views);
    context.scale = Scale::new(Ask::Winner, 1, false);
    context
}

/// Among other questions on the way to `at`, one of which another thread answers before the first node:
/// whether `at` is won, and what the worker makes of it.
fn asked_of(at: u32, answered: u32) -> (Result<i32, Pause>, u64, usize) {
    let game = Stones;
    let context = context(&game);
    let layout = Layout::new::<u64>(7, 1, 1 << 20).expect("a small key");
    let table = Table::new(layout, 4).expect("memory");
    let (shared, mut kept) = (Shared::new(true), Kept::new());
    let place = |stones| context.any().place(&table, &(stones, Player::First));
    let held = Held::Shared(&table);
    let position = (at, Player::First);
    let question = Question {
        from: &position,
        at: &position,
        rank: 40,
        bound: 1,
        place: place(at),
        known: context.scale.anything(),
    };
    let mut worker = Worker::new(
        context.any(),
        held,
        &shared,
        Leave::Helper,
        &mut kept,
        &question,
    );
    worker.asked = vec![(place(39), 1), (place(36), 1)];
    let won = Bounds { lower: 1, upper: 1 };
    let mut account = table.open();
    let put = account.note(table.store(place(answered), won, 1));
    assert!(put.is_ok());
    let path = worker.kept.history.root();
    let found = worker.search_marked(&position, 1, path, place(at), question.known);
    assert!(!shared.is_busy(place(at)));
    (found, worker.nodes, worker.asked.len())
}

/// The answer of another thread to the present question is taken over without a node.
#[test]
fn an_answer_found_elsewhere_is_taken_over() {
    assert_eq!(asked_of(34, 34), (Ok(1), 0, 2));
}

/// An answer to a question before makes the present one vain.
#[test]
fn a_question_is_given_up_when_one_before_is_answered() {
    assert_eq!(asked_of(34, 36), (Err(Pause::Answered), 0, 2));
}

/// Without either the search goes its way: a multiple of three is lost, all else won.
#[test]
fn other_answers_change_nothing() {
    let (found, nodes, _) = asked_of(34, 20);
    assert!(found == Ok(1) && nodes > 0);
    let (found, nodes, _) = asked_of(33, 20);
    assert!(found.is_ok_and(|code| code < 1) && nodes > 0);
}

/// Two threads at the same position: the first move that both would try is busy. They try it together unless most of the
/// last nodes of the player were not cut off. Until a node tells, they do.
#[test]
fn the_first_child_is_left_to_others_where_nodes_fail() {
    let game = Stones;
    let context = context(&game);
    let layout = Layout::new::<u64>(7, 1, 1 << 20).expect("a small key");
    let table = Table::new(layout, 4).expect("memory");
    let (shared, mut kept) = (Shared::new(true), Kept::new());
    let at = (40, Player::First);
    let place = |at: &(u32, Player)| context.any().place(&table, at);
    let question = Question {
        from: &at,
        at: &at,
        rank: DEEP,
        bound: 1,
        place: place(&at),
        known: context.scale.anything(),
    };
    let (held, leave) = (Held::Shared(&table), Leave::Helper);
    let mut worker = Worker::new(context.any(), held, &shared, leave, &mut kept, &question);
    let path = worker.kept.history.root();
    let mut chosen = |cuts: i32, is_busy: bool| {
        worker.kept.stack.clear();
        worker.cuts[Player::First as usize] = cuts;
        let seen = worker.look(&at, 1, path);
        let first = worker.kept.stack[0].place;
        shared.mark(first, is_busy);
        worker.choose(&at, 0, 0, seen.next)
    };
    for (cuts, is_busy, index) in [(0, true, 0), (1, true, 0), (-1, true, 1), (-1, false, 0)] {
        assert_eq!(chosen(cuts, is_busy), Some(index), "{cuts}, {is_busy}");
    }
}

/// A thread has a table of its own beside a large table, unless that is beyond the caches and nodes are known to be dear.
#[test]
fn dear_nodes_are_kept_in_the_shared_table() {
    let layout = Layout::new::<u64>(40, 1, 1 << 30).expect("a small key");
    let [small, large, far] = [8, 9, 18].map(|bits| layout.clone().with_bucket_bits(bits));
    let [cheap, dear] = [100, 1_000].map(Duration::from_nanos);
    let mut room = Room::new(0);
    (room.plies, room.threads) = (41, 1);
    room.share(1 << 30, true);
    let mut kept = Kept::<Stones, Nothing>::new();
    kept.make_room(&room, &small);
    assert!(kept.own().is_none());
    for (layout, node, is_there) in [
        (&large, dear, true),
        (&far, cheap, true),
        (&far, dear, false),
    ] {
        kept.larger(layout, node);
        let own = kept.own();
        assert_eq!(own.is_some(), is_there, "{node:?}");
        assert!(own.is_none_or(|own| own.takes(20) && !own.takes(21)));
    }
    // The next questions.
    for (node, is_there) in [(dear, false), (cheap, true)] {
        room.node = node;
        kept.make_room(&room, &far);
        assert_eq!(kept.own().is_some(), is_there, "{node:?}");
    }
}
